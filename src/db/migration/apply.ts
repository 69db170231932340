import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasCitus } from '../is-distributed.ts';
import type { AppliedMigration } from './drafts.ts';
import { checksum, MigrationError, type MigrationFile, runsWithoutTransaction, sqlStatements } from './files.ts';

/** Applies one migration and records it in the table. */
export async function applyMigration(client: pg.ClientBase, table: string, file: MigrationFile): Promise<void> {
  // No SET of an earlier script, and no timeout meant for requests, may affect this script.
  await client.query('reset all; set statement_timeout = 0');
  await (runsWithoutTransaction(file.script) ? applyInSteps : applyAtOnce)(client, table, file);
}

/** Runs script and row in one transaction, so that a failure leaves nothing to clean up. */
async function applyAtOnce(client: pg.ClientBase, table: string, file: MigrationFile): Promise<void> {
  refuseTransactionControl(file);
  await client.query('begin');
  try {
    await runScript(client, file);
    await recordApplied(client, table, { name: file.name, checksum: checksum(file.script) });
    await client.query('commit');
  } catch (error) {
    // A lost connection has rolled back already. `error` has the reason.
    await client.query('rollback').catch(() => undefined);
    if (error instanceof MigrationError) throw error;
    throw failed(file, error, file.script);
  }
}

/** Runs the script of a migration in the transaction that is open. */
export async function runScript(client: pg.ClientBase, file: MigrationFile): Promise<void> {
  // Citus forwards the text of some commands to its nodes, which refuse more than one command at once.
  const isOneQuery = !(await hasCitus(client));
  for (const query of isOneQuery ? [file.script] : sqlStatements(file.script)) {
    await client.query(query).catch((error: unknown) => {
      throw failed(file, error, query);
    });
  }
}

function failed({ name }: MigrationFile, error: unknown, sent: string): MigrationError {
  return new MigrationError(`Migration "${name}" failed and was rolled back: ${reason(error, sent)}`, { cause: error });
}

/** Records a migration whose tables exist already. */
export async function recordApplied(
  client: pg.ClientBase,
  table: string,
  { name, checksum }: AppliedMigration,
): Promise<void> {
  await client.query(
    `insert into ${table} (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** A COMMIT in the script would end the transaction that rolls a failed migration back. */
function refuseTransactionControl({ name, script }: MigrationFile): void {
  const control = /^(?:begin|start\s+transaction|commit|abort|prepare\s+transaction|rollback(?!.*\bto\b))\b/is;
  const found = sqlStatements(script).find((statement) => control.test(statement));
  if (found === undefined) return;
  throw new MigrationError(`Migration "${name}" must not contain "${found}": it runs in a transaction as a whole.`);
}

/** Runs each statement separately, outside a transaction. The row counts the finished statements. */
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
      throw new MigrationError(`Migration "${file.name}" failed and is only partly applied: ${text}`, { cause: error });
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

/** The advisory lock of Prisma's `migrate deploy`, so that the two exclude each other. */
const lockKey = 72707369;
const pollMs = 50;

interface LockWait {
  timeoutSeconds: number;
  log: (message: string) => void;
}

/** Runs the work while no other process, ours or Prisma's, migrates this database. */
export async function withMigrationLock<T>(client: pg.ClientBase, wait: LockWait, work: () => Promise<T>): Promise<T> {
  await waitForLock(client, wait);
  try {
    return await work();
  } finally {
    // A lost connection has lost its lock. Report the error of the work instead.
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
  }
}

/**
 * Polls instead of waiting in pg_advisory_lock(): a waiting statement holds a snapshot, and a CREATE INDEX CONCURRENTLY of the
 * lock's holder would wait for that snapshot, which is a deadlock.
 */
async function waitForLock(client: pg.ClientBase, { timeoutSeconds, log }: LockWait): Promise<void> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  for (let attempt = 1; !(await tryLock(client)); attempt += 1) {
    if (attempt === 1) log('another process is migrating the database; waiting for it');
    if (performance.now() >= deadline) throw await lockTimeout(client, timeoutSeconds);
    await sleep(pollMs);
  }
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey]);
  return rows[0]?.locked === true;
}

async function lockTimeout(client: pg.ClientBase, timeoutSeconds: number): Promise<MigrationError> {
  const { rows } = await client.query<{ pid: number; application_name: string | null }>(
    `select l.pid, a.application_name
     from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [lockKey],
  );
  const holders = rows.map((row) => `process ${row.pid} ("${row.application_name ?? ''}")`).join(', ');
  return new MigrationError(
    `The database is locked for migrations since more than ${timeoutSeconds} s${holders && `, by PostgreSQL ${holders}`}. ` +
      'Another node may be at a long migration: start again when it is done.',
  );
}
