import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

export interface FileLock {
  release(): void;
}

const STATEMENT = {
  exclusive: 'BEGIN EXCLUSIVE',
  shared: 'BEGIN; SELECT count(*) FROM sqlite_master',
} as const;

const SQLITE_BUSY = 5;
const RETRY_MS = 10;

// A connection that is collected as garbage would close and let go of its lock.
const held = new Set<DatabaseSync>();

/**
 * Takes a lock on a file, or gives nothing when another process (or another caller in this one) is in the way.
 *
 * The kernel holds the lock and lets go of it when the process ends, however it ends, so there is no stale lock to
 * judge by pids and start times. Node has no flock of its own, but the SQLite inside it locks files in just this
 * way; the empty database is never written to. Unlike an abstract socket the lock also counts between containers
 * that share the directory, and no other user can take the name. One thing to mind: the lock is lost if this process
 * opens and closes the file by other means than this.
 */
export function tryLock(path: string, mode: keyof typeof STATEMENT): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(STATEMENT[mode]);
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(database);
  return { release: () => release(database) };
}

/** Takes the lock exclusively as soon as it is free, or gives nothing when patience runs out first. */
export async function lockWithin(path: string, patienceMs: number): Promise<FileLock | undefined> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const lock = tryLock(path, 'exclusive');
    if (lock || performance.now() >= deadline) return lock;
    await pause(RETRY_MS);
  }
}

function release(database: DatabaseSync): void {
  if (held.delete(database)) database.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
