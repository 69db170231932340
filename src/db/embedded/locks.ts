import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive, within } from './postmaster.ts';

/** Another server holds this data directory. Two servers would overwrite each other's data. */
export class DataDirInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataDirInUseError';
  readonly dataDir: string;
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another running server' : `a running server (pid ${pid})`;
    super(`The data directory ${dataDir} is in use by ${holder}. Stop it, or start with another DATA_DIR.`);
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

export interface Lock {
  readonly release: () => unknown;
}

/** Takes the lock that only one server can hold. */
export async function lockForServer({ root, locks }: DataDirectory): Promise<Lock> {
  const pidFile = join(locks, 'server.pid');
  const lock = tryLock(join(locks, 'server'), 'exclusive');
  if (!lock) throw new DataDirInUseError(root, await readServerPid(pidFile));
  // Written synchronously, so that a refused process finds the pid.
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => rm(pidFile, { force: true }).finally(lock.release) };
}

/** The file may briefly be missing or name an earlier process that was killed. Only the error message needs it. */
async function readServerPid(pidFile: string): Promise<number | undefined> {
  let pid = 0;
  const isFound = await within(1_000, async () => {
    pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    return isAlive(pid);
  });
  return isFound ? pid : undefined;
}

/** Takes the lock that all users of the database share, so that the last process knows that it is the last. */
export function lockForUse({ locks }: DataDirectory): Lock {
  const path = join(locks, 'users');
  const lock = tryLock(path, 'shared');
  if (!lock) throw new EmbeddedPostgresError(`The lock ${path} is held by another program.`);
  return lock;
}

/** Returns true if any process uses the database. Call it under the start lock. */
export function isInUse({ locks }: DataDirectory): boolean {
  const lock = tryLock(join(locks, 'users'), 'exclusive');
  lock?.release();
  return lock === undefined;
}

/** Runs `work` while no other process can start or stop the database of this directory. */
export async function underStartLock<T>({ root, locks }: DataDirectory, timeoutMs: number, work: () => Promise<T>) {
  let lock: Lock | undefined;
  await within(timeoutMs, () => {
    lock = tryLock(join(locks, 'start'), 'exclusive');
    return lock !== undefined;
  });
  if (!lock) {
    throw new EmbeddedPostgresError(
      `The database in ${root} is still being started or stopped by another process, after ${Math.round(timeoutMs / 1000)} s.`,
    );
  }
  return work().finally(lock.release);
}

const STATEMENT = {
  exclusive: 'BEGIN EXCLUSIVE',
  shared: 'BEGIN; SELECT count(*) FROM sqlite_master',
} as const;

const SQLITE_BUSY = 5;

// Garbage collection would close a connection and release its lock.
const held = new Set<DatabaseSync>();

/**
 * Takes a lock on a file. Returns undefined while another process, or another caller in this one, holds it.
 *
 * The kernel releases the lock when the process ends in any way, so stale locks need not be detected by pids and start times.
 * Node has no flock, but its SQLite locks files in the same way; nothing writes to the empty database. Unlike an abstract
 * socket, the lock also works between containers that share the directory, and no other user can take the name. The lock is
 * lost if this process opens and closes the file by other means.
 */
export function tryLock(path: string, mode: keyof typeof STATEMENT): Lock | undefined {
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
