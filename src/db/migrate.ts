import type pg from 'pg';
import { type ConnectionConfig, connect } from './connection.ts';
import { applyMigration, withMigrationLock } from './migration/apply.ts';
import { type MigrationFile, readMigrationFiles, readMigrationNames } from './migration/files.ts';
import {
  createTable,
  isApplied,
  isUnfinished,
  pendingFiles,
  type Queryable,
  readHistory,
  refuseUnfinished,
} from './migration/history.ts';
import { refusePooler } from './migration/pooler.ts';
import { sessionOptions } from './types.ts';

interface MigrateOptions {
  /** The folder that holds one folder `<timestamp>_<name>` for each migration. */
  directory: string;
  log?: (message: string) => void;
  /** Applies only these migrations, to create the tables of an earlier version. */
  only?: ReadonlySet<string>;
  /** How long to wait for another process that migrates the same database. */
  lockTimeoutSeconds?: number;
}

/**
 * Brings the database to the schema that this version of the code expects. Two reads suffice if it is up to date. Any number of
 * nodes may call it at once. A client passed as the target must not be in a transaction, and loses its SETs. Throws a
 * MigrationError with a message for the operator if it cannot.
 */
export async function migrate(
  target: pg.ClientBase | ConnectionConfig,
  { directory, log = () => undefined, only, lockTimeoutSeconds: timeoutSeconds = 60 }: MigrateOptions,
): Promise<{ applied: string[] }> {
  const files = (await readMigrationFiles(directory)).filter(({ name }) => only?.has(name) ?? true);
  return withClient(target, async (client) => {
    if (await isUpToDate(client, files)) return { applied: [] };
    await refusePooler(client);
    return withMigrationLock(client, { timeoutSeconds, log }, () => applyPending(client, files, log));
  });
}

/** The names of the migrations that this version has and the database lacks. */
export async function pendingMigrations(client: Queryable, directory: string): Promise<string[]> {
  const [names, { rows }] = await Promise.all([readMigrationNames(directory), readHistory(client)]);
  const applied = new Set(rows.filter(isApplied).map((row) => row.migration_name));
  return names.filter((name) => !applied.has(name));
}

async function isUpToDate(client: pg.ClientBase, files: MigrationFile[]): Promise<boolean> {
  const { rows } = await readHistory(client);
  return (await pendingFiles(files, rows)).length === 0 && !rows.some(isUnfinished);
}

/** Reads the history again, since another process may have migrated while this one waited for the lock. */
async function applyPending(
  client: pg.ClientBase,
  files: MigrationFile[],
  log: (message: string) => void,
): Promise<{ applied: string[] }> {
  const history = await readHistory(client);
  refuseUnfinished(history);
  const pending = await pendingFiles(files, history.rows);
  if (!history.exists) await client.query(createTable(history.table));
  for (const file of pending) {
    const start = performance.now();
    await applyMigration(client, history.table, file);
    log(`migration "${file.name}" applied in ${Math.round(performance.now() - start)} ms`);
  }
  await client.query('reset all');
  return { applied: pending.map((file) => file.name) };
}

/** Runs the work on this client, or on a dedicated session. */
export async function withClient<T>(
  target: pg.ClientBase | ConnectionConfig,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  if ('query' in target) return work(target);
  const session = { options: sessionOptions, query_timeout: 0 };
  const client = await connect({ application_name: 'slotline migrate', ...target, ...session });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
