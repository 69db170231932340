import { withTimeout } from '#src/lib/time/timeout.ts';
import { pendingMigrations } from './migrate.ts';
import type { Queryable } from './migration/history.ts';

const timeoutMs = 2000;
/** Anonymous callers may request it without limit, so the database is queried at most once in this time. */
const resultLastsMs = 1000;

/**
 * Checks that the database answers, has every migration and accepts writes, and rejects otherwise. A database that hangs gets
 * no second query until it has answered the first.
 */
export function readiness(client: Queryable, migrationsDirectory: string): () => Promise<void> {
  let check: Promise<void> | undefined;
  const expire = () => {
    check = undefined;
  };
  return () => {
    check ??= requireReady(client, migrationsDirectory).finally(() => setTimeout(expire, resultLastsMs).unref());
    return withTimeout(check, timeoutMs);
  };
}

async function requireReady(client: Queryable, directory: string): Promise<void> {
  const pending = await pendingMigrations(client, directory);
  if (pending.length > 0) throw new Error(`Migrations are pending: ${pending.join(', ')}`);
  await client.query(writeStatements);
}

/**
 * One transaction that fails if writes fail, and waits for no locks of others:
 * - A standby, and a database that an operator made read-only, refuse an UPDATE even of no rows.
 * - With a full disk, PostgreSQL can still change rows in existing pages; only new pages fail. A result beyond work_mem is
 *   written to a new file, and leaves nothing behind.
 * - The commit waits until the write-ahead log (WAL) has the message, on disk and on synchronous standbys.
 */
const writeStatements = `
  UPDATE _prisma_migrations SET logs = logs WHERE false;
  SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true);
  SELECT count(*) FROM generate_series(1, 5000);
  SELECT pg_logical_emit_message(true, 'slotline', 'readiness')`;
