import { withTimeout } from '#src/lib/timeout.ts';
import { pendingMigrations } from './migrate.ts';
import type { Queryable } from './migration/history.ts';

/** Longer than a database that is fit to serve ever takes, shorter than whoever asks is used to wait. */
const patienceMs = 2000;

/**
 * Asks whether the database answers and has every migration, and rejects where not. Of a database that hangs nothing
 * more is asked until it has answered the last question.
 */
export function readiness(client: Queryable, migrationsDirectory: string): () => Promise<void> {
  let asking: Promise<void> | undefined;
  return () => {
    asking ??= requireMigrations(client, migrationsDirectory).finally(() => {
      asking = undefined;
    });
    return withTimeout(asking, patienceMs);
  };
}

async function requireMigrations(client: Queryable, directory: string): Promise<void> {
  const pending = await pendingMigrations(client, directory);
  if (pending.length > 0) throw new Error(`Migrations are pending: ${pending.join(', ')}`);
}
