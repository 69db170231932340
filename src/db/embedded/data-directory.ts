import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';

/** The paths below DATA_DIR. */
export interface DataDirectory {
  /** The real path, so that two names of one directory are one directory. */
  readonly root: string;
  readonly cluster: string;
  /** The directory of the socket, or a link to it where the path would be too long for a socket. */
  readonly sockets: string;
  readonly serverLog: string;
  /** Used only where the installed package is read-only and incomplete. */
  readonly libraries: string;
  readonly locks: {
    readonly start: string;
    readonly server: string;
    readonly users: string;
    readonly serverPid: string;
  };
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The port is a part of the socket's file name only: nothing listens on TCP. */
export const PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${PORT}`;

/** The kernel's limit is 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 103;

export async function openDataDirectory(dataDir: string): Promise<DataDirectory> {
  const root = await makeWritable(resolve(dataDir));
  // Private, because every user who can read a lock file can hold a lock on it.
  const locks = await makeWritable(join(root, 'locks'), 0o700);
  return {
    root,
    cluster: join(root, 'postgres'),
    sockets: join(root, 'run'),
    serverLog: join(root, 'postgres.log'),
    libraries: join(root, 'lib'),
    locks: {
      start: join(locks, 'start'),
      server: join(locks, 'server'),
      users: join(locks, 'users'),
      serverPid: join(locks, 'server.pid'),
    },
  };
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

/** Node's own recursion never ends below /proc, where nothing can be made although its folder exists. */
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
      return `The data directory ${path} cannot be made: that file system takes no folders. Set another DATA_DIR.`;
    default:
      return `The data directory ${path} cannot be used: ${messageOf(error)}`;
  }
}

/** Whether there is a cluster that these binaries can run. Anything else in its place is an error. */
export async function hasCluster(directory: DataDirectory, majorVersion: string): Promise<boolean> {
  const { cluster } = directory;
  const entries = await readdir(cluster).catch((error) => explainUnreadable(cluster, error));
  if (entries.length === 0) return false;
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (found === '') throw new EmbeddedPostgresError(`${cluster} holds files but no PostgreSQL database.`);
  if (found !== majorVersion) {
    throw new EmbeddedPostgresError(
      `${cluster} was made by PostgreSQL ${found}, but this is PostgreSQL ${majorVersion}: dump it there and restore it here, or start with another DATA_DIR.`,
    );
  }
  await closeToOthers(cluster);
  return true;
}

function explainUnreadable(cluster: string, error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return [];
  if (codeOf(error) === 'EACCES') {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to another user: start as that user, or with another DATA_DIR.`,
    );
  }
  throw new EmbeddedPostgresError(`${cluster} cannot be read: ${messageOf(error)}`);
}

/** A copied directory may be readable for other users. PostgreSQL refuses to start on it. */
async function closeToOthers(cluster: string): Promise<void> {
  const { mode, uid } = await stat(cluster);
  const self = process.getuid?.();
  if (self !== 0 && uid !== self) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to the user with id ${uid}: start as that user, or with another DATA_DIR.`,
    );
  }
  if ((mode & 0o077) !== 0) await chmod(cluster, 0o700);
}

/**
 * Makes an empty private directory for the socket: `run` in the data directory or, where that path would be too long
 * for a socket, a directory among the temporary files that `run` links to. Every process that knows the data directory
 * finds it, even with another TMPDIR. Call it only while no server runs.
 */
export async function makeSocketDirectory({ root, sockets }: DataDirectory, owner: Owner): Promise<string> {
  const short = fits(sockets) ? undefined : await chooseShortPath(root, sockets);
  await removeUnlessDirectory(sockets, short === undefined);
  const path = short ?? sockets;
  await makePrivate(path, owner);
  if (short) await symlink(short, sockets);
  await Promise.all([SOCKET_FILE, `${SOCKET_FILE}.lock`].map((file) => rm(join(path, file), { force: true })));
  return realpath(path);
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, SOCKET_FILE)) <= MAX_SOCKET_PATH_BYTES;
}

/** The name is derived from the data directory, so a copied data directory does not take over the original's link. */
async function chooseShortPath(root: string, link: string): Promise<string> {
  const name = `slotline-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const linked = await readlink(link).catch(() => '');
  if (basename(linked) === name) return linked;
  const inTemporaryFiles = join(tmpdir(), name);
  return fits(inTemporaryFiles) ? inTemporaryFiles : join('/tmp', name);
}

async function removeUnlessDirectory(path: string, mayBeDirectory: boolean): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !(found.isDirectory() && mayBeDirectory)) await rm(path, { recursive: true });
}

/** Another user can make a directory of this name among the temporary files first. Such a directory is refused. */
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
