import { spawn } from 'node:child_process';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasCluster, PORT } from './data-directory.ts';
import { EmbeddedPostgresError, messageOf } from './errors.ts';
import { changeOwner, commandAs, type HostEnvironment, type Identity, type Settings } from './identity.ts';
import { OWNER } from './session.ts';

const DRAFT = 'postgres.new-';
const MEBIBYTE = 1024 * 1024;

/**
 * The collation and the C library both have to know the classes of characters: with LC_CTYPE=C pg_trgm finds no
 * trigram in a name such as "Жук". Sorting is by code point, which no update of a library changes.
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
 * an interrupted draft is never taken for a database. The next start throws the draft away.
 */
export async function ensureCluster(host: HostEnvironment, identity: Identity): Promise<void> {
  const { root, cluster } = host.directory;
  await removeDrafts(root);
  if (await hasCluster(host.directory, host.binaries.majorVersion)) return changeOwner(cluster, identity);
  const draft = await mkdtemp(join(root, DRAFT));
  try {
    await changeOwner(draft, identity);
    await initdb(host, identity, draft);
    await rename(draft, cluster);
    await sync(root);
    // The data directory itself may be new. This user may not be allowed to read its parent.
    await sync(dirname(root)).catch(() => {});
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

async function initdb(host: HostEnvironment, identity: Identity, directory: string): Promise<void> {
  const args = ['--pgdata', directory, ...ACCESS, ...LOCALE, '--no-instructions'];
  const { file, args: allArgs, options } = commandAs(identity, host.binaries, [host.binaries.initdb, ...args]);
  // Unlike the server it stays in the terminal's process group, so that Ctrl-C ends it.
  const child = spawn(file, allArgs, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  host.onSpawn();
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(messageOf(error)));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `ended with ${signal ?? `code ${code}`}`));
  });
  const [failure, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (failure === '') return;
  throw new EmbeddedPostgresError(
    `The database could not be created in ${host.directory.root}: initdb ${failure}. ${lastLines(`${output}\n${errors}`, 5)}`,
  );
}

/** The last lines that are not blank, as one line. */
export function lastLines(output: string, count: number): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-count).join(' | ');
}

/** An initdb that survived its parent may still write into its draft. What it leaves goes at the next start. */
async function removeDrafts(root: string): Promise<void> {
  const drafts = (await readdir(root)).filter((name) => name.startsWith(DRAFT));
  await Promise.all(drafts.map((name) => rm(join(root, name), { recursive: true, force: true }).catch(() => {})));
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Every setting that differs from PostgreSQL's defaults. They go onto the command line, so a change here holds from
 * the next start and nothing in the cluster's own files can contradict it.
 */
export function settingsFor(socketDirectory: string): Settings {
  return [
    // Only the owner can connect, because there are no passwords.
    ['listen_addresses', ''],
    ['port', String(PORT)],
    ['unix_socket_directories', quoteListItem(socketDirectory)],
    ['unix_socket_permissions', '0700'],
    ['max_connections', '100'],

    // A committed transaction is on the disk. The first three are the defaults, written down because all rests on them.
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['wal_compression', 'on'],
    ['max_wal_size', '1GB'],
    ['checkpoint_timeout', '10min'],

    // Many short statements over a working set that fits into memory, on a disk without seek times.
    ['shared_buffers', `${sharedBuffersMebibytes(totalmem())}MB`],
    ['effective_cache_size', `${Math.max(64, Math.floor(totalmem() / 2 / MEBIBYTE))}MB`],
    ['work_mem', '8MB'],
    ['maintenance_work_mem', '64MB'],
    ['random_page_cost', '1.1'],
    ['jit', 'off'],

    ['timezone', 'UTC'],
    ['log_timezone', 'UTC'],
    ['log_line_prefix', '%m [%p] '],
    ['log_checkpoints', 'off'],
    ['cluster_name', 'slotline'],
  ];
}

/** An eighth of a small machine, at most 256 MB: the system's page cache does the rest. */
export function sharedBuffersMebibytes(memoryBytes: number): number {
  return Math.min(256, Math.max(32, Math.floor(memoryBytes / 8 / MEBIBYTE)));
}

/** The setting is a list divided by commas. A quoted item may hold commas and spaces. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
