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

/** The lock of the one server. */
export async function lockForServer({ root, locks }: DataDirectory): Promise<Lock> {
  const pidFile = join(locks, 'server.pid');
  const lock = tryLock(join(locks, 'server'), 'exclusive');
  if (!lock) throw new DataDirInUseError(root, await readServerPid(pidFile));
  // In the same turn of the event loop, so that a process that is refused finds the pid.
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => rm(pidFile, { force: true }).finally(lock.release) };
}

/** The file may for a moment be missing or name a predecessor that was killed. Only the message needs it. */
async function readServerPid(pidFile: string): Promise<number | undefined> {
  let pid = 0;
  const isFound = await within(1_000, async () => {
    pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    return isAlive(pid);
  });
  return isFound ? pid : undefined;
}

/** The lock that all processes that use the database share, so that the last one can see that it is the last. */
export function lockForUse({ locks }: DataDirectory): Lock {
  const path = join(locks, 'users');
  const lock = tryLock(path, 'shared');
  if (!lock) throw new EmbeddedPostgresError(`The lock ${path} is held by a foreign program.`);
  return lock;
}

/** Whether any process uses the database. Call it under the start lock. */
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
