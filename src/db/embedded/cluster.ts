import { spawn } from 'node:child_process';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { commandAs } from './command.ts';
import { hasCluster } from './data-directory.ts';
import { EmbeddedPostgresError, messageOf } from './errors.ts';
import { handOver, type Identity } from './identity.ts';
import { OWNER } from './session.ts';
import type { Site } from './site.ts';

const DRAFT = 'postgres.new-';

/**
 * Characters belong to their classes in the collation and also in the C library's view: with LC_CTYPE=C pg_trgm finds
 * no trigram in a name such as "Жук". Sorting is by code point everywhere, which no update of a library changes.
 */
const LOCALE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
];

const ACCESS = [`--username=${OWNER}`, '--auth-local=trust', '--auth-host=reject'];

/**
 * Makes the cluster if there is none. It grows under another name and is renamed when it is whole and on the disk, so
 * one that was interrupted is never taken for a database: its draft is thrown away by the next start.
 */
export async function ensureCluster(site: Site, identity: Identity): Promise<void> {
  const { root, cluster } = site.directory;
  await removeDrafts(root);
  if (await hasCluster(site.directory, site.binaries.majorVersion)) return handOver(cluster, identity);
  const draft = await mkdtemp(join(root, DRAFT));
  try {
    await handOver(draft, identity);
    await initdb(site, identity, draft);
    await rename(draft, cluster);
    await sync(root);
    // The data directory itself may be new; its parent may be none of ours to read.
    await sync(dirname(root)).catch(() => {});
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

async function initdb(site: Site, identity: Identity, directory: string): Promise<void> {
  const args = ['--pgdata', directory, ...ACCESS, ...LOCALE, '--no-instructions'];
  const { file, args: allArgs, options } = commandAs(identity, site.binaries, [site.binaries.initdb, ...args]);
  // In the terminal's process group, other than the server: Ctrl-C is to end it.
  const child = spawn(file, allArgs, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(messageOf(error)));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `ended with ${signal ?? `code ${code}`}`));
  });
  const [failure, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (failure === '') return;
  throw new EmbeddedPostgresError(
    `The database could not be created in ${site.directory.root}: initdb ${failure}. ${lastLines(`${output}\n${errors}`, 5)}`,
  );
}

/** The last lines that say something, as one line. */
export function lastLines(output: string, count: number): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-count).join(' | ');
}

/** An initdb may have survived its parent and still write into its draft; then the rest stays until the next time. */
async function removeDrafts(root: string): Promise<void> {
  const drafts = (await readdir(root)).filter((name) => name.startsWith(DRAFT));
  await Promise.all(drafts.map((name) => rm(join(root, name), { recursive: true, force: true }).catch(() => {})));
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
