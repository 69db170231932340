import { pipeline } from 'node:stream/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { shardsOfWorkspaces } from '../is-distributed.ts';
import { migrate } from '../migrate.ts';
import { adoptDraft, makeDraft } from '../migration/adopt.ts';
import { withMigrationLock } from '../migration/apply.ts';
import { readDraftMigrations } from '../migration/drafts.ts';
import { readMigrationNames } from '../migration/files.ts';
import { isApplied, readHistory } from '../migration/history.ts';
import { readAllTables, readPostponed, readTables, readTriggered, type StoredTable } from './catalog.ts';
import type { CheckedBackup } from './check-backup.ts';
import { BackupError, type BackupHeader, readBackup, type TableSum } from './format.ts';
import { columnsOf } from './write-backup.ts';

interface RestoreOptions {
  /** The folder of the migrations. */
  readonly directory: string;
  readonly log: (message: string) => void;
}

interface RestoredBackup {
  readonly sums: readonly TableSum[];
  /** The migrations that are newer than the backup. */
  readonly applied: readonly string[];
}

/**
 * Restores a checked backup into an empty database: creates the tables as they were when it was written, copies the rows in one
 * transaction, and then applies the later migrations.
 */
export async function restoreBackup(
  pool: Pool,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<RestoredBackup> {
  const { directory, log } = options;
  const client = await pool.connect();
  client.on('error', () => undefined);
  let isWhole = false;
  try {
    const result = await withMigrationLock(client, { timeoutSeconds: 60, log }, async () => {
      await clearEmptyDatabase(client, backup, options);
      await makeTables(client, backup, options);
      const sums = await copyAll(client, backup, options);
      const { applied } = await (backup.draft ? adoptDraft : migrate)(client, { directory, log });
      await client.query('ANALYZE');
      return { sums, applied };
    });
    isWhole = true;
    return result;
  } finally {
    client.release(!isWhole);
  }
}

/** Requires an empty database, and drops tables that do not match the backup. The lock prevents inserts in between. */
async function clearEmptyDatabase(client: PoolClient, backup: CheckedBackup, options: RestoreOptions): Promise<void> {
  await client.query('BEGIN');
  try {
    await requireOwnTables(client, options);
    await lockTables(client, await readAllTables(client), 'ACCESS EXCLUSIVE');
    await requireEmpty(client);
    await dropOtherTables(client, backup);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Creates the tables as they were when the backup was written. */
async function makeTables(
  client: PoolClient,
  { header, draft }: CheckedBackup,
  { directory, log }: RestoreOptions,
): Promise<void> {
  if (draft) return makeDraft(client, draft, header.migrations);
  await migrate(client, { directory, log, only: new Set(header.migrations.map(({ name }) => name)) });
}

async function lockTables(client: PoolClient, names: readonly string[], mode: string): Promise<void> {
  if (names.length === 0) return;
  await client.query(`LOCK TABLE ${names.map((name) => pg.escapeIdentifier(name)).join(', ')} IN ${mode} MODE`);
}

/** Throws if this program did not create the tables: other programs may use a migrations table of the same name. */
async function requireOwnTables(client: PoolClient, { directory }: RestoreOptions): Promise<void> {
  const [tables, history] = [await readAllTables(client), await readHistory(client)];
  const drafts = await readDraftMigrations();
  const names = new Set([...(await readMigrationNames(directory)), ...drafts.map(({ name }) => name)]);
  const isOwn = history.rows.length > 0 && history.rows.every((row) => names.has(row.migration_name));
  if (isOwn || (tables.length === 0 && history.rows.length === 0)) return;
  throw new BackupError('The database contains tables of another program. Restore into an empty database.');
}

/** Throws if any table has a row. */
async function requireEmpty(client: PoolClient): Promise<void> {
  for (const name of await readAllTables(client)) {
    const { rowCount } = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new BackupError(
      `The database is not empty: ${name} has rows. Restore into a new database, or with another DATA_DIR.`,
    );
  }
}

/**
 * Drops the tables of an empty database, to be recreated, if they are newer than the backup or distributed: Citus does not drop
 * every foreign key of a distributed table.
 */
async function dropOtherTables(client: PoolClient, { header, draft }: CheckedBackup): Promise<void> {
  const history = await readHistory(client);
  const known = new Set(header.migrations.map(({ name }) => name));
  const isOfBackup = history.rows.every((row) => isApplied(row) && known.has(row.migration_name));
  if (isOfBackup && !draft && (await shardsOfWorkspaces(client)) === undefined) return;
  await client.query(`DO $$
    DECLARE statement text;
    BEGIN
      FOR statement IN
        SELECT format('DROP TABLE %s CASCADE', c.oid::regclass) FROM pg_class c
        WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))
      LOOP EXECUTE statement; END LOOP;
      FOR statement IN
        SELECT format('DROP FUNCTION %s CASCADE', p.oid::regprocedure) FROM pg_proc p
        WHERE p.pronamespace = to_regnamespace(quote_ident(current_schema()))
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      LOOP EXECUTE statement; END LOOP;
      FOR statement IN
        SELECT format('DROP TYPE %s CASCADE', t.oid::regtype) FROM pg_type t
        WHERE t.typtype = 'e' AND t.typnamespace = to_regnamespace(quote_ident(current_schema()))
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
      LOOP EXECUTE statement; END LOOP;
    END $$`);
}

/** Copies all rows in one transaction, which rolls back if the file has changed since the check. */
async function copyAll(
  client: PoolClient,
  { file, header, sha256 }: CheckedBackup,
  { log }: RestoreOptions,
): Promise<readonly TableSum[]> {
  const tables = await readTables(client);
  requireSameTables(header, tables);
  // Citus would read tables over many connections, and then refuse to change them in the same transaction.
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL maintenance_work_mem = '256MB';
    SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
  try {
    await lockTables(
      client,
      tables.map(({ name }) => name),
      'EXCLUSIVE',
    );
    await requireEmpty(client);
    // The backup already contains the rows that triggers would write.
    const triggered = await readTriggered(client);
    await inEachTable(client, triggered, 'DISABLE TRIGGER USER');
    const postponed = await readPostponed(client);
    for (const { drop } of postponed) await client.query(drop);
    const copied = await readBackup(file, async (table, rows) => {
      log(`copying ${table.name}`);
      await pipeline(rows, client.query(copyFrom(`COPY ${columnsOf(table)} FROM STDIN`)));
    });
    if (copied.sha256 !== sha256) throw new BackupError(`${file} was changed after it was checked.`);
    log('building indexes and checking foreign keys');
    // Create indexes before foreign keys, whose check may use them.
    for (const { create } of postponed.reverse()) await client.query(create);
    await inEachTable(client, triggered, 'ENABLE TRIGGER USER');
    for (const [name, value] of Object.entries(header.sequences)) {
      await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), value]);
    }
    await client.query('COMMIT');
    return copied.sums;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function requireSameTables(header: BackupHeader, tables: readonly StoredTable[]): void {
  const text = (all: readonly StoredTable[]) =>
    JSON.stringify(all.map(({ name, columns }) => [name, ...[...columns].sort()]).sort());
  if (text(header.tables) === text(tables)) return;
  throw new BackupError('The tables of the backup do not match its migrations.');
}

async function inEachTable(client: PoolClient, names: readonly string[], action: string): Promise<void> {
  for (const name of names) await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ${action}`);
}
