import { execFile, type SpawnOptions } from 'node:child_process';
import { chown, lchown, readdir, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { succeeds } from '../succeeds.ts';
import type { Binaries } from './binaries.ts';
import type { DataDirectory, Owner } from './data-directory.ts';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';
import type { ShutdownSteps } from './postmaster.ts';

const run = promisify(execFile);

export type Log = (message: string, detail?: object, level?: 'error') => void;

/** Settings of PostgreSQL. Of two with the same name, the later counts. */
export type Settings = ReadonlyArray<readonly [name: string, value: string]>;

/** What each step of a start needs to know about the host. */
export interface HostEnvironment {
  readonly directory: DataDirectory;
  readonly binaries: Binaries;
  readonly mayUseNamespaces: boolean;
  readonly shutdownSteps: ShutdownSteps;
  /** Beside those that are always set. */
  readonly settings: Settings;
  readonly log: Log;
  /** A program of PostgreSQL was started, and works without this process for a while. */
  readonly onSpawn: () => void;
}

/** As whom PostgreSQL runs. PostgreSQL refuses to run as root, and initdb refuses a user without a name. */
export interface Identity {
  /** Precedes the command. A namespace changes only the name of the user, so files and pids stay as they are. */
  readonly prefix: readonly string[];
  /** For spawn, where the process has to become another user. */
  readonly switchTo: Owner | undefined;
  /** Who has to own the files. */
  readonly owner: Owner;
}

const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const NOBODY: Owner = process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];

export async function chooseIdentity(host: HostEnvironment): Promise<Identity> {
  const self: Owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (self.uid === 0) return chooseForRoot(host, self);
  const prefix = !hasName() && (await namespacesWork(host, undefined)) ? NAMESPACE : [];
  return { prefix, switchTo: undefined, owner: self };
}

interface PreparedCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>;
}

/** A program of PostgreSQL as that user. It inherits nothing of our environment, such as PGOPTIONS. */
export function commandAs(identity: Identity, { libraryPath }: Binaries, command: readonly string[]): PreparedCommand {
  const [file = '', ...args] = [...identity.prefix, ...command];
  const libraryVariable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return {
    file,
    args,
    options: {
      cwd: '/',
      env: { PATH: SEARCH_PATH, LANG: 'C', ...(libraryPath && { [libraryVariable]: libraryPath }) },
      ...identity.switchTo,
    },
  };
}

/** Gives a tree to the identity's user. The top goes last: while it has the old owner, the work is not done. */
export async function changeOwner(path: string, { owner }: Identity): Promise<void> {
  if ((await stat(path)).uid === owner.uid) return;
  try {
    for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner.uid, owner.gid);
    await chown(path, owner.uid, owner.gid);
  } catch (error) {
    throw new EmbeddedPostgresError(`${path} cannot be given to the user with id ${owner.uid}: ${messageOf(error)}`);
  }
}

/** Tries the cluster's owner, root in a namespace, the owner of a directory that root may not enter, and the user nobody. */
async function chooseForRoot(host: HostEnvironment, root: Owner): Promise<Identity> {
  const clusterOwner = await stat(host.directory.cluster).catch(() => undefined);
  const closed = await firstClosed(host, root);
  const owners = [clusterOwner, root, closed?.owner, NOBODY].filter((owner) => owner !== undefined);
  const obstacles: string[] = [];
  for (const { uid, gid } of owners) {
    const found = await tryIdentity(host, { uid, gid });
    if (typeof found !== 'string') return found;
    if (!obstacles.includes(found)) obstacles.push(found);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, ${obstacles.join(', ')}: start as another user, open that directory, or set DATABASE_URL.`,
  );
}

/** How root can let PostgreSQL run with this owner's rights, or what prevents it. */
async function tryIdentity(host: HostEnvironment, owner: Owner): Promise<Identity | string> {
  const switchTo = owner.uid === 0 ? undefined : owner;
  const inNamespace = await namespacesWork(host, switchTo);
  if (!switchTo && !inNamespace) return 'user namespaces are forbidden';
  const closed = await firstClosed(host, owner);
  if (closed) return `the user with id ${owner.uid} may not enter ${closed.path}`;
  return { prefix: inNamespace ? NAMESPACE : [], switchTo, owner };
}

async function namespacesWork(host: HostEnvironment, as: Owner | undefined): Promise<boolean> {
  if (process.platform !== 'linux' || !host.mayUseNamespaces) return false;
  const [program = '', ...rest] = [...NAMESPACE, 'true'];
  return succeeds(run(program, rest, { env: { PATH: SEARCH_PATH }, cwd: '/', ...as }));
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch (error) {
    return codeOf(error) !== 'ERR_SYSTEM_ERROR';
  }
}

interface ClosedPath {
  readonly path: string;
  readonly owner: Owner;
}

async function firstClosed({ directory, binaries }: HostEnvironment, user: Owner): Promise<ClosedPath | undefined> {
  return (await firstClosedOnWay(directory.root, user)) ?? (await firstClosedOnWay(binaries.postgres, user));
}

/**
 * The first directory on the way to a path that a user without privileges may not enter. In a user namespace root is
 * such a user: it keeps its own files but not the right to ignore permissions.
 */
async function firstClosedOnWay(path: string, user: Owner): Promise<ClosedPath | undefined> {
  for (const step of stepsTo(await realpath(path))) {
    const { uid, gid, mode } = await stat(step);
    if (!mayExecute(user, { uid, gid, mode })) return { path: step, owner: { uid, gid } };
  }
  return undefined;
}

function stepsTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...stepsTo(parent), path];
}

function mayExecute(user: Owner, { uid, gid, mode }: Owner & { mode: number }): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
