import { type ExecFileException, execFile } from 'node:child_process';
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type HostEnvironment, PORT, type Settings } from './data-directory.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { changeOwner, commandAs, type Runner } from './programs.ts';

/** The PostgreSQL superuser. */
export const SUPERUSER = 'slotline';

const DRAFT = 'postgres.new-';
const MEBIBYTE = 1024 * 1024;

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--auth-local=trust',
  '--auth-host=reject',
  // Both the collation and the C library must know the character classes: with LC_CTYPE=C pg_trgm finds no trigram in a name
  // such as "Жук". Sorting is by code point, which no library update changes.
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  '--no-instructions',
];

/** Returns true if there is a cluster that this version of PostgreSQL can run. Throws if anything else is in its place. */
export async function hasCluster(cluster: string, majorVersion: string): Promise<boolean> {
  const found = await stat(cluster).catch(() => undefined);
  if (!found) return false;
  const self = process.getuid?.();
  if (self !== 0 && found.uid !== self) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to another user: start as that user, or with another DATA_DIR.`,
    );
  }
  if (found.isDirectory() && (await readdir(cluster)).length === 0) return false;
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === '') throw new EmbeddedPostgresError(`${cluster} contains files but no PostgreSQL database.`);
  if (version !== majorVersion) {
    throw new EmbeddedPostgresError(
      `${cluster} was created by PostgreSQL ${version}, but this is PostgreSQL ${majorVersion}: dump it there and restore it here, or start with another DATA_DIR.`,
    );
  }
  // A copied directory may be readable for other users. PostgreSQL refuses to start on it.
  if ((found.mode & 0o077) !== 0) await chmod(cluster, 0o700);
  return true;
}

/**
 * Creates the cluster if there is none, under a temporary name that is changed once it is complete and on disk. So an
 * interrupted draft is never taken for a database. The next start deletes the draft, even if an initdb that survived its parent
 * still writes into it.
 */
export async function ensureCluster({ directory, binaries, onSpawn }: HostEnvironment, runner: Runner): Promise<void> {
  const { root, cluster } = directory;
  const drafts = (await readdir(root)).filter((name) => name.startsWith(DRAFT));
  await Promise.all(drafts.map((name) => rm(join(root, name), { recursive: true, force: true }).catch(() => {})));
  if (await hasCluster(cluster, binaries.majorVersion)) return changeOwner(cluster, runner.owner);
  const draft = await mkdtemp(join(root, DRAFT));
  try {
    await changeOwner(draft, runner.owner);
    // Unlike the server it stays in the terminal's process group, so that Ctrl-C ends it.
    const { file, args, options } = commandAs(runner, [binaries.initdb, '--pgdata', draft, ...INITDB_OPTIONS]);
    const ended = promisify(execFile)(file, args, options);
    onSpawn();
    await ended.catch((error) => {
      throw new EmbeddedPostgresError(`The database could not be created in ${root}: ${failureOf(error)}`);
    });
    await rename(draft, cluster);
    await sync(root);
    // The data directory itself may be new. The user may not be allowed to read its parent.
    await sync(dirname(root)).catch(() => {});
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

function failureOf({ code, signal, message, stdout, stderr }: ExecFileException): string {
  const status = signal ?? (typeof code === 'number' && `code ${code}`);
  return `initdb ${status ? `ended with ${status}` : message}. ${lastLines(`${stdout}\n${stderr}`)}`;
}

/** The last lines that are not blank, as one line. */
export function lastLines(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-5).join(' | ');
}

async function sync(directory: string): Promise<void> {
  await using handle = await open(directory, 'r');
  await handle.sync();
}

/**
 * Every setting that differs from PostgreSQL's defaults. They are passed on the command line, so a change here takes effect at
 * the next start, and no file of the cluster can override it.
 */
export function settingsFor(socketDirectory: string): Settings {
  return [
    // Only the owner can connect, because there are no passwords.
    ['listen_addresses', ''],
    ['port', String(PORT)],
    // A comma-separated list. A quoted item may contain commas and spaces.
    ['unix_socket_directories', `"${socketDirectory.replaceAll('"', '""')}"`],
    ['unix_socket_permissions', '0700'],
    ['max_connections', '100'],

    // A committed transaction is on disk. The first three are the defaults, stated because durability depends on them.
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['wal_compression', 'on'],
    ['max_wal_size', '1GB'],
    ['checkpoint_timeout', '10min'],

    // Tuned for many short statements over a working set that fits into memory, on a disk without seek times.
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

/** Returns an eighth of the memory, between 32 and 256 MB: the page cache of the system does the rest. */
export function sharedBuffersMebibytes(memoryBytes: number): number {
  return Math.min(256, Math.max(32, Math.floor(memoryBytes / 8 / MEBIBYTE)));
}
