import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import type { Identity } from './identity.ts';
import { SOCKET_FILE } from './settings.ts';

/** The kernel's limit is 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_PATH = 103;

/**
 * An empty private directory for the socket: `run` in the data directory or, where that path would be too long for a
 * socket, a directory among the temporary files that `run` is a link to. So whoever knows the data directory finds
 * it, also with another TMPDIR. To be called only while no server runs.
 */
export async function makeSocketDirectory({ root, sockets }: DataDirectory, identity: Identity): Promise<string> {
  const short = fits(sockets) ? undefined : await chooseShortPath(root, sockets);
  await removeUnlessDirectory(sockets, short === undefined);
  const path = short ?? sockets;
  await makePrivate(path, identity);
  if (short) await symlink(short, sockets);
  await Promise.all([SOCKET_FILE, `${SOCKET_FILE}.lock`].map((file) => rm(join(path, file), { force: true })));
  return realpath(path);
}

/** The name says whose directory it is, so a copied data directory does not take over the original's link. */
async function chooseShortPath(root: string, link: string): Promise<string> {
  const name = `slotline-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const linked = await readlink(link).catch(() => '');
  if (basename(linked) === name) return linked;
  const inTemporaryFiles = join(tmpdir(), name);
  return fits(inTemporaryFiles) ? inTemporaryFiles : join('/tmp', name);
}

async function removeUnlessDirectory(path: string, directoryWanted: boolean): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !(found.isDirectory() && directoryWanted)) await rm(path, { recursive: true });
}

/** Anyone can make a directory of this name among the temporary files first: only one of our own will do. */
async function makePrivate(path: string, { owner }: Identity): Promise<void> {
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

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, SOCKET_FILE)) <= LONGEST_SOCKET_PATH;
}
