import { execFile } from 'node:child_process';
import { chown, lchown, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';
import { firstClosedTo, type Owner } from './reach.ts';
import type { Site } from './site.ts';

const run = promisify(execFile);

export const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
export const NOBODY: Owner = process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };

/** As whom PostgreSQL runs. It refuses to run as root, and initdb refuses a user who has no name. */
export interface Identity {
  /** Put before the command. A namespace changes the name of the user only, so files and pids stay as they are. */
  readonly prefix: readonly string[];
  /** Handed to spawn, where the process has to become another user. */
  readonly switchTo: Owner | undefined;
  /** Who has to own the files. */
  readonly owner: Owner;
}

const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];

export async function chooseIdentity(site: Site): Promise<Identity> {
  const self: Owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (self.uid === 0) return chooseForRoot(site, self);
  const prefix = !hasName() && (await namespacesWork(site, undefined)) ? NAMESPACE : [];
  return { prefix, switchTo: undefined, owner: self };
}

/** Gives a tree to the identity's user. The top comes last: while it has the old owner, the work is not done. */
export async function handOver(path: string, { owner }: Identity): Promise<void> {
  if ((await stat(path)).uid === owner.uid) return;
  try {
    for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner.uid, owner.gid);
    await chown(path, owner.uid, owner.gid);
  } catch (error) {
    throw new EmbeddedPostgresError(`${path} cannot be given to the user with id ${owner.uid}: ${messageOf(error)}`);
  }
}

/** As the cluster's owner, else as root under another name, else as whoever shut root's way, else as nobody. */
async function chooseForRoot(site: Site, root: Owner): Promise<Identity> {
  const clusterOwner = await stat(site.directory.cluster).catch(() => undefined);
  const closed = await firstClosed(site, root);
  const owners = [clusterOwner, root, closed?.owner, NOBODY].filter((owner) => owner !== undefined);
  const obstacles: string[] = [];
  for (const { uid, gid } of owners) {
    const found = await tryIdentity(site, { uid, gid });
    if (typeof found !== 'string') return found;
    if (!obstacles.includes(found)) obstacles.push(found);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, ${obstacles.join(', ')}: start as another user, open that directory, or set DATABASE_URL.`,
  );
}

/** How root can let PostgreSQL run with this owner's rights, or what stands against it. */
async function tryIdentity(site: Site, owner: Owner): Promise<Identity | string> {
  const switchTo = owner.uid === 0 ? undefined : owner;
  const inNamespace = await namespacesWork(site, switchTo);
  if (!switchTo && !inNamespace) return 'user namespaces are forbidden';
  const closed = await firstClosed(site, owner);
  if (closed) return `the user with id ${owner.uid} may not enter ${closed.path}`;
  return { prefix: inNamespace ? NAMESPACE : [], switchTo, owner };
}

async function firstClosed(site: Site, owner: Owner) {
  return (await firstClosedTo(owner, site.directory.root)) ?? (await firstClosedTo(owner, site.binaries.postgres));
}

async function namespacesWork(site: Site, as: Owner | undefined): Promise<boolean> {
  if (process.platform !== 'linux' || !site.mayUseNamespaces) return false;
  const [program = '', ...rest] = [...NAMESPACE, 'true'];
  return run(program, rest, { env: { PATH: SEARCH_PATH }, cwd: '/', ...as }).then(
    () => true,
    () => false,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch (error) {
    return codeOf(error) !== 'ERR_SYSTEM_ERROR';
  }
}
