import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, chown, lstat, mkdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';
import type { ShutdownSteps } from './postmaster.ts';
import type { Binaries, Owner } from './programs.ts';

/** The paths below DATA_DIR. */
export interface DataDirectory {
  /** The real path, so that two names of one directory count as the same. */
  readonly root: string;
  readonly cluster: string;
  /** The directory of the socket, or a link to it if the path would be too long for a socket. */
  readonly sockets: string;
  readonly serverLog: string;
  /** Used only if the installed package is read-only and incomplete. */
  readonly libraries: string;
  readonly locks: string;
}

/** The facts about the host that each step of a start needs. */
export interface HostEnvironment {
  readonly directory: DataDirectory;
  readonly binaries: Binaries;
  readonly mayUseNamespaces: boolean;
  readonly shutdownSteps: ShutdownSteps;
  /** Settings in addition to the fixed ones. */
  readonly settings: Settings;
  readonly log: Log;
  /** Called after a PostgreSQL program was started, which works without this process for a while. */
  readonly onSpawn: () => void;
}

export type Log = (message: string, detail?: object, level?: 'error') => void;

/** Settings of PostgreSQL. For duplicate names, the last one counts. */
export type Settings = ReadonlyArray<readonly [name: string, value: string]>;

/** The port is only part of the socket's file name: nothing listens on TCP. */
export const PORT = 5432;
const SOCKET_FILE = `.s.PGSQL.${PORT}`;

/** The kernel's limit is 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 103;

export async function openDataDirectory(dataDir: string): Promise<DataDirectory> {
  const root = await makeWritable(resolve(dataDir));
  return {
    root,
    cluster: clusterOf(root),
    sockets: join(root, 'run'),
    serverLog: join(root, 'postgres.log'),
    libraries: join(root, 'lib'),
    // Private, because every user who can read a lock file can hold a lock on it.
    locks: await makeWritable(join(root, 'locks'), 0o700),
  };
}

/** Returns the path of the database below DATA_DIR. */
export function clusterOf(root: string): string {
  return join(root, 'postgres');
}

async function makeWritable(path: string, mode = 0o777): Promise<string> {
  try {
    await makeDirectory(path, mode);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    throw new EmbeddedPostgresError(reason(path, error));
  }
}

/** Node's own recursion never ends below /proc, where no directory can be created although the parent exists. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  const make = () =>
    mkdir(path, { mode }).catch(async (error) => {
      if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  await make().catch(async (error) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeDirectory(dirname(path), 0o777);
    await make();
  });
}

function reason(path: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data directory ${path} cannot be used: there is a file in its place.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data directory ${path} is not writable for this user (uid ${process.getuid?.() ?? '?'}).`;
    case 'ENOENT':
      return `The data directory ${path} cannot be created: its file system does not allow new folders. Set another DATA_DIR.`;
    default:
      return `The data directory ${path} cannot be used: ${messageOf(error)}`;
  }
}

/**
 * Creates an empty private directory for the socket: `run` in the data directory or, if that path would be too long, a
 * temporary directory that `run` links to. Every process that knows the data directory finds it, even with another TMPDIR. Call
 * it only while no server runs.
 */
export async function makeSocketDirectory({ root, sockets }: DataDirectory, owner: Owner): Promise<string> {
  // Derived from the data directory, so a copy of it does not take over the original's socket directory.
  const name = `slotline-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const path = [sockets, join(tmpdir(), name)].find(fits) ?? join('/tmp', name);
  await rm(sockets, { recursive: true, force: true });
  await makePrivate(path, owner);
  if (path !== sockets) await symlink(path, sockets);
  await Promise.all([SOCKET_FILE, `${SOCKET_FILE}.lock`].map((file) => rm(join(path, file), { force: true })));
  return realpath(path);
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, SOCKET_FILE)) <= MAX_SOCKET_PATH_BYTES;
}

/** Another user can create a temporary directory of this name first. Such a directory is refused. */
async function makePrivate(path: string, owner: Owner): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  if (!found.isDirectory() || ![owner.uid, process.getuid?.()].includes(found.uid)) {
    throw new EmbeddedPostgresError(
      `${path} is needed for the database's socket but belongs to another user: remove it.`,
    );
  }
  await chmod(path, 0o700);
  if (found.uid !== owner.uid) await chown(path, owner.uid, owner.gid);
}

/** Returns true if a process listens on the socket, even in another container. */
export function listensIn(socketDirectory: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createConnection(join(socketDirectory, SOCKET_FILE));
  socket.once('connect', () => resolve(true));
  // A full queue means that a process listens but does not answer.
  socket.once('error', (error) => resolve(codeOf(error) === 'EAGAIN'));
  return promise.finally(() => socket.destroy());
}
