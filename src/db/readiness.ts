import { withTimeout } from '#src/lib/time/timeout.ts';
import { pendingMigrations } from './migrate.ts';
import type { Queryable } from './migration/history.ts';

const timeoutMs = 2000;
/** Strangers may ask as often as they like: the database is asked once in this time. */
const resultLastsMs = 1000;

/**
 * Checks whether the database answers, has every migration and takes writes, and rejects where it does not. A database
 * that hangs is sent no second query until it has answered the first.
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
 * One transaction that fails where writes do, and waits for no lock that others hold:
 * - A standby, and a database that an operator made read-only, refuse to change even no row.
 * - PostgreSQL goes on changing rows in pages that it has after its disk is full; what needs a new page fails. A result beyond
 *   work_mem is written to a new file, and leaves nothing behind.
 * - The commit waits until the log of PostgreSQL (WAL) has the message, on its disk and on synchronous standbys.
 */
const writeStatements = `
  UPDATE _prisma_migrations SET logs = logs WHERE false;
  SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true);
  SELECT count(*) FROM generate_series(1, 5000);
  SELECT pg_logical_emit_message(true, 'slotline', 'readiness')`;
