import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.ts';
import { DataDirInUseError, EmbeddedPostgresError } from './errors.ts';
import { isAlive } from './postmaster.ts';

export type Role = 'server' | 'command';

/**
 * A process's lease of the database. It rests on three locks: one server at a time holds `server`; all processes that
 * use the database share `users`, so that the last one can see that it is the last; `start` is held while the database
 * is started or stopped.
 */
export interface Lease {
  /** Call it under the start lock. `alone`: no other process uses the database. */
  acquire(): { alone: boolean };
  /** Call it under the start lock. `last`: no process uses the database any more. */
  release(): { last: boolean };
  /** Gives up every lock that is still held. */
  close(): Promise<void>;
}

const SERVER_PID_TIMEOUT_MS = 1_000;

export async function takeLease(directory: DataDirectory, role: Role): Promise<Lease> {
  const serverLock = role === 'server' ? await lockForServer(directory) : undefined;
  let use: FileLock | undefined;
  const release = () => {
    use?.release();
    use = undefined;
    return { last: isUnused(directory) };
  };
  return {
    acquire: () => {
      const { last: alone } = release();
      use = tryLock(directory.locks.users, 'shared');
      if (!use) throw new EmbeddedPostgresError(`The lock ${directory.locks.users} is held by a foreign program.`);
      return { alone };
    },
    release,
    close: async () => {
      use?.release();
      if (serverLock) await rm(directory.locks.serverPid, { force: true });
      serverLock?.release();
    },
  };
}

/** Runs `work` while no other process can start or stop the database of this directory. */
export async function underStartLock<T>(directory: DataDirectory, timeoutMs: number, work: () => Promise<T>) {
  const lock = await lockWithin(directory.locks.start, timeoutMs);
  if (!lock) {
    throw new EmbeddedPostgresError(
      `The database in ${directory.root} is still being started or stopped by another process, after ${Math.round(timeoutMs / 1000)} s.`,
    );
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function lockForServer(directory: DataDirectory): Promise<FileLock> {
  const lock = tryLock(directory.locks.server, 'exclusive');
  if (!lock) throw new DataDirInUseError(directory.root, await pidOfServer(directory));
  // In the same turn of the event loop, so that a process that is refused finds the pid.
  writeFileSync(directory.locks.serverPid, `${process.pid}\n`);
  return lock;
}

/** The file may for a moment be missing or name a predecessor that was killed. Only the message needs it. */
async function pidOfServer(directory: DataDirectory): Promise<number | undefined> {
  const deadline = performance.now() + SERVER_PID_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const pid = Number.parseInt(await readFile(directory.locks.serverPid, 'utf8').catch(() => ''), 10);
    if (isAlive(pid)) return pid;
    await pause(20);
  }
  return undefined;
}

function isUnused(directory: DataDirectory): boolean {
  const lock = tryLock(directory.locks.users, 'exclusive');
  lock?.release();
  return lock !== undefined;
}

interface FileLock {
  release(): void;
}

const STATEMENT = {
  exclusive: 'BEGIN EXCLUSIVE',
  shared: 'BEGIN; SELECT count(*) FROM sqlite_master',
} as const;

const SQLITE_BUSY = 5;
const RETRY_MS = 10;

// A connection that is collected as garbage closes and loses its lock.
const held = new Set<DatabaseSync>();

/**
 * Takes a lock on a file. Returns undefined while another process, or another caller in this one, holds it.
 *
 * The kernel holds the lock and frees it when the process ends, however it ends, so no stale lock has to be judged by
 * pids and start times. Node has no flock, but the SQLite inside it locks files in just this way; the empty database
 * is never written to. Unlike an abstract socket the lock also counts between containers that share the directory,
 * and no other user can take the name. The lock is lost if this process opens and closes the file by other means.
 */
export function tryLock(path: string, mode: keyof typeof STATEMENT): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(STATEMENT[mode]);
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      if (held.delete(database)) database.close();
    },
  };
}

async function lockWithin(path: string, timeoutMs: number): Promise<FileLock | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(path, 'exclusive');
    if (lock || performance.now() >= deadline) return lock;
    await pause(RETRY_MS);
  }
}
