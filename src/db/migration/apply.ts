import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { checksum, type MigrationFile, runsWithoutTransaction } from './files.ts';
import { MigrationError } from './migration-error.ts';
import { sqlStatements } from './sql-statements.ts';

/** Applies one migration and records it in the table. */
export async function applyMigration(client: pg.ClientBase, table: string, file: MigrationFile): Promise<void> {
  // What an earlier script has SET must not decide how this one ends, nor a timeout meant for requests.
  await client.query('reset all; set statement_timeout = 0');
  await (runsWithoutTransaction(file.script) ? applyInSteps : applyAtOnce)(client, table, file);
}

/** Script and row in one transaction: after a failure there is nothing to clean up. */
async function applyAtOnce(client: pg.ClientBase, table: string, file: MigrationFile): Promise<void> {
  refuseTransactionControl(file);
  await client.query('begin');
  try {
    await client.query(file.script);
    await client.query(
      `insert into ${table} (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum(file.script), file.name],
    );
    await client.query('commit');
  } catch (error) {
    // A lost connection has rolled back already; what it failed with is in `error`.
    await client.query('rollback').catch(() => undefined);
    throw new MigrationError(`Migration "${file.name}" failed and left nothing: ${reason(error, file.script)}`, {
      cause: error,
    });
  }
}

/** A COMMIT of its own would end the transaction that a failed migration is rolled back with. */
function refuseTransactionControl({ name, script }: MigrationFile): void {
  const control = /^(?:begin|start\s+transaction|commit|abort|prepare\s+transaction|rollback(?!.*\bto\b))\b/is;
  const found = sqlStatements(script).find((statement) => control.test(statement));
  if (found === undefined) return;
  throw new MigrationError(`Migration "${name}" must not contain "${found}": it runs in a transaction as a whole.`);
}

/** Outside a transaction, each statement for itself; the row says how far it came. */
async function applyInSteps(client: pg.ClientBase, table: string, file: MigrationFile): Promise<void> {
  const id = randomUUID();
  const statements = sqlStatements(file.script);
  await client.query(`insert into ${table} (id, checksum, migration_name) values ($1, $2, $3)`, [
    id,
    checksum(file.script),
    file.name,
  ]);
  for (const [index, statement] of statements.entries()) {
    await client.query(statement).catch(async (error: unknown) => {
      const text = `statement ${index + 1} of ${statements.length}: ${reason(error, statement)}`;
      await client.query(`update ${table} set logs = $2 where id = $1`, [id, text]).catch(() => undefined);
      throw new MigrationError(`Migration "${file.name}" failed and is half done: ${text}`, { cause: error });
    });
    await client.query(`update ${table} set applied_steps_count = $2 where id = $1`, [id, index + 1]);
  }
  await client.query(`update ${table} set finished_at = clock_timestamp() where id = $1`, [id]);
}

function reason(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error);
  const line = error.position && `line ${sql.slice(0, Number(error.position)).split('\n').length}`;
  const refusedInTransaction = error.code === '25001' && 'begin the script with the line "-- no-transaction"';
  const remarks = [line, error.detail, error.hint, refusedInTransaction].filter(Boolean).join('; ');
  return remarks ? `${error.message} (${remarks})` : error.message;
}
