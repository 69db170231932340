import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';

/** Where everything lies below DATA_DIR. */
export interface DataDirectory {
  /** The real path, so that two names of one directory are one directory. */
  readonly root: string;
  readonly cluster: string;
  /** Directory of the socket, or a link to it where the path would be too long for one. */
  readonly sockets: string;
  readonly serverLog: string;
  /** Used only where the installed package cannot be completed in its own place. */
  readonly libraries: string;
  readonly locks: {
    readonly start: string;
    readonly server: string;
    readonly users: string;
    readonly serverPid: string;
  };
}

export async function openDataDirectory(dataDir: string): Promise<DataDirectory> {
  const root = await makeWritable(resolve(dataDir));
  // Closed, because whoever can read a lock file can hold a lock on it.
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

/** Whether there is a cluster that these binaries can run; anything else that stands in its place is an error. */
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

/** PostgreSQL does not start on a directory that others may read, which is what a careless copy makes. */
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

async function makeWritable(path: string, mode = 0o777): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    throw new EmbeddedPostgresError(reason(path, error));
  }
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
    default:
      return `The data directory ${path} cannot be used: ${messageOf(error)}`;
  }
}
