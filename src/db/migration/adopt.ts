import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../migrate.ts';
import { recordApplied, runScript, withMigrationLock } from './apply.ts';
import { requireTablesOf } from './compare.ts';
import { type AppliedMigration, type Draft, draftOf, readDraftMigrations } from './drafts.ts';
import { checksum, MigrationError, type MigrationFile, readMigrationFiles } from './files.ts';
import { createTable, type History, identityOf, isApplied, readHistory, refuseUnfinished } from './history.ts';
import { refusePooler } from './pooler.ts';

interface AdoptOptions {
  /** The folder of the migrations of this version. */
  readonly directory: string;
  readonly log?: (message: string) => void;
}

export interface AdoptedDraft {
  /** The last migration of the draft; null if the database was not a draft. */
  readonly draft: string | null;
  /** The migration of this version that replaces those of the draft. */
  readonly recorded: string | null;
  /** The migrations that were applied after it. */
  readonly applied: readonly string[];
}

/**
 * Upgrades a database of an early draft: one transaction turns its tables into those of the first version, and then the later
 * migrations apply as usual. A database of this version is only migrated, so the command may be repeated.
 */
export async function adoptDraft(client: pg.ClientBase, options: AdoptOptions): Promise<AdoptedDraft> {
  const { directory, log = () => undefined } = options;
  await refusePooler(client);
  return withMigrationLock(client, { timeoutSeconds: 60, log }, async () => {
    const history = await readHistory(client);
    refuseUnfinished(history);
    const applied = history.rows.filter(isApplied).map(identityOf);
    const draft = draftOf(await readDraftMigrations(), applied);
    if (!draft) return { draft: null, recorded: null, ...(await migrate(client, { directory, log })) };
    const [first] = await readMigrationFiles(directory);
    if (!first) throw new MigrationError(`There is no migration in ${directory}.`);
    await becomeFirstVersion(client, history, draft, first);
    const later = await migrate(client, { directory, log });
    // Rewritten tables have no visibility map, without which index-only scans also read the rows.
    await client.query('VACUUM (ANALYZE)');
    return { draft: applied.at(-1)?.name ?? null, recorded: first.name, ...later };
  });
}

/** Creates the tables of a draft, and its history, in an empty database. */
export async function makeDraft(
  client: pg.ClientBase,
  draft: Draft,
  migrations: readonly AppliedMigration[],
): Promise<void> {
  const { table, exists } = await readHistory(client);
  await client.query('BEGIN');
  try {
    for (const file of draft.applied) await runScript(client, file);
    if (!exists) await client.query(createTable(table));
    await client.query(`DELETE FROM ${table}`);
    for (const migration of migrations) await recordApplied(client, table, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function becomeFirstVersion(
  client: pg.ClientBase,
  { table }: History,
  draft: Draft,
  first: MigrationFile,
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    await lockTables(client);
    await requireTablesOf(client, draft.applied, 'those of its draft');
    for (const file of draft.missing) await runScript(client, file);
    await requireTablesOf(client, [first], `those of "${first.name}" after the migrations of the draft`);
    await client.query(`DELETE FROM ${table}`);
    await recordApplied(client, table, { name: first.name, checksum: checksum(first.script) });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Prevents inserts and deletes between the comparison and the end. */
async function lockTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS "name" FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  const names = rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  await client.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
}

/** The sessions of this process may need a moment to end. */
const sessionsEndWithinMs = 3000;

/** Throws while a server, worker or command of any version uses the database: those of the draft would fail afterwards. */
export async function refuseOtherSessions(client: pg.ClientBase): Promise<void> {
  const deadline = performance.now() + sessionsEndWithinMs;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'slotline' AND pid <> pg_backend_pid()`,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0) return;
    if (performance.now() >= deadline) {
      throw new MigrationError(
        `Nothing was changed, because a server or a command of this program uses the database (${count} sessions). ` +
          'Stop every server and worker, and run the command again.',
      );
    }
    await sleep(100);
  }
}
