import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.ts';
import { DataDirInUseError, EmbeddedPostgresError } from './errors.ts';
import { type FileLock, lockWithin, tryLock } from './file-lock.ts';
import { isAlive } from './processes.ts';

export type Role = 'server' | 'command';

const PID_PATIENCE_MS = 1_000;

/**
 * A process's place at the database. Three locks: `server` admits one server at a time, `users` is shared by all who
 * use the database (so that the last one out can know it), `start` is held while the database is started or stopped.
 */
export interface Seat {
  /** To be called under the start lock. Tells whether nobody else uses the database. */
  sit(): { alone: boolean };
  /** To be called under the start lock. Tells whether nobody uses the database any more. */
  rise(): { last: boolean };
  /** Gives up whatever is still held. */
  leave(): Promise<void>;
}

export async function takeSeat(directory: DataDirectory, role: Role): Promise<Seat> {
  const serverLock = role === 'server' ? await claimForServer(directory) : undefined;
  let use: FileLock | undefined;
  const rise = () => {
    use?.release();
    use = undefined;
    return { last: isUnused(directory) };
  };
  return {
    sit: () => {
      const { last: alone } = rise();
      use = tryLock(directory.locks.users, 'shared');
      if (!use) throw new EmbeddedPostgresError(`The lock ${directory.locks.users} is held by a foreign program.`);
      return { alone };
    },
    rise,
    leave: async () => {
      use?.release();
      if (serverLock) await rm(directory.locks.serverPid, { force: true });
      serverLock?.release();
    },
  };
}

/** Runs `work` while no other process can start or stop the database of this directory. */
export async function underStartLock<T>(directory: DataDirectory, patienceMs: number, work: () => Promise<T>) {
  const lock = await lockWithin(directory.locks.start, patienceMs);
  if (!lock) {
    throw new EmbeddedPostgresError(
      `The database in ${directory.root} is still being started or stopped by another process, after ${Math.round(patienceMs / 1000)} s.`,
    );
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function claimForServer(directory: DataDirectory): Promise<FileLock> {
  const lock = tryLock(directory.locks.server, 'exclusive');
  if (!lock) throw new DataDirInUseError(directory.root, await pidOfServer(directory));
  // At once and in the same turn, so that whoever is refused finds the pid.
  writeFileSync(directory.locks.serverPid, `${process.pid}\n`);
  return lock;
}

/** The file may for a moment be missing or name a predecessor that was killed; it is only there for the message. */
async function pidOfServer(directory: DataDirectory): Promise<number | undefined> {
  const deadline = performance.now() + PID_PATIENCE_MS;
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
