import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterTheRun } from './after-the-run.ts';
import { dataDirParent } from './prepared-data-dir.ts';

const run = promisify(execFile);

/** A coordinator of Citus and its workers, each as the URL of a database in it. */
export interface CitusCluster {
  readonly coordinator: string;
  readonly workers: readonly string[];
  /** The data directories of the workers; none of a cluster that is there already. */
  readonly folders: readonly string[];
  stop(): Promise<void>;
}

const postgres15 = { programs: '/usr/lib/postgresql/15', files: '/usr/share/postgresql/15' };
const { TEST_CITUS_URL, CITUS_BUILD } = process.env;
const archive = path.join(CITUS_BUILD ?? path.join(import.meta.dirname, '../../../shared/scale'), 'citus-pg15.tar.gz');

export const hasCitus = TEST_CITUS_URL !== undefined || (existsSync(archive) && existsSync(postgres15.programs));

/** For the name of a describe block, so that a skipped run states the reason. */
export const unlessCitus = hasCitus ? '' : ' (skipped: no Citus; set TEST_CITUS_URL to its coordinator)';

/** The cluster of TEST_CITUS_URL, or one of this run: a coordinator and three workers on ports of their own. */
export async function citusCluster(): Promise<CitusCluster> {
  if (TEST_CITUS_URL !== undefined) return existingCluster(TEST_CITUS_URL);
  return startCluster(['coordinator', 'worker1', 'worker2', 'worker3']);
}

async function existingCluster(coordinator: string): Promise<CitusCluster> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  try {
    const { rows } = await client.query<{ nodename: string; nodeport: number }>(
      `SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' ORDER BY groupid`,
    );
    if (rows.length < 2) throw new Error('TEST_CITUS_URL: the tests need a coordinator with at least two workers.');
    const workers = rows.map(({ nodename, nodeport }) => {
      const url = new URL(coordinator);
      url.host = `${nodename}:${nodeport}`;
      return url.href;
    });
    return { coordinator, workers, folders: [], stop: async () => undefined };
  } finally {
    await client.end();
  }
}

/** What is safe to lose is not synced, since the cluster is thrown away with the run. */
const settings = (port: number, folder: string) => [
  `port = ${port}`,
  `listen_addresses = '127.0.0.1'`,
  `unix_socket_directories = '${folder}'`,
  `shared_preload_libraries = 'citus'`,
  `citus.node_conninfo = 'sslmode=disable'`,
  'citus.enable_statistics_collection = off',
  'max_connections = 300',
  'max_prepared_transactions = 300',
  // Each database has a daemon of Citus, and the moves of shards need workers of replication.
  'max_worker_processes = 64',
  'max_logical_replication_workers = 16',
  'wal_level = logical',
  'shared_buffers = 128MB',
  'random_page_cost = 1.1',
  'jit = off',
  'fsync = off',
  'full_page_writes = off',
];

/**
 * Citus is unpacked over a copy of PostgreSQL 15, which finds its files relative to its programs, so that nothing
 * remains on the machine.
 */
async function startCluster(names: readonly string[]): Promise<CitusCluster> {
  const parent = await mkdtemp(path.join(await dataDirParent(), 'slotline-citus-'));
  const owner = await ownerOf(parent);
  const programs = path.join(parent, 'usr/lib/postgresql/15/bin');
  const as = (program: string, ...args: string[]) => owner.run(path.join(programs, program), args);
  const folderOf = (name: string) => path.join(parent, name);
  const asOwner = process.getuid?.() === 0 ? 'runuser -u postgres -- ' : '';
  const stop = afterTheRun(
    parent,
    names.map((name) => `${asOwner}${programs}/pg_ctl -D ${folderOf(name)} -m immediate stop`),
  );
  try {
    await copyPrograms(parent);
    const [first = '', ...others] = names.map(folderOf);
    await as('initdb', '-D', first, '-U', 'slotline', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
    for (const folder of others) await owner.run('cp', ['-a', first, folder]);
    const ports = await freePorts(names.length);
    const started = names.map(async (name, index) => {
      const folder = folderOf(name);
      await appendFile(path.join(folder, 'postgresql.conf'), `${settings(ports[index] ?? 0, folder).join('\n')}\n`);
      await startServer(folder, owner);
      return `postgresql://slotline@127.0.0.1:${ports[index]}/postgres`;
    });
    const [coordinator = '', ...workers] = await Promise.all(started);
    return { coordinator, workers, folders: others, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(folder: string, owner: Owner): Promise<void> {
  const program = path.join(folder, '../usr/lib/postgresql/15/bin/pg_ctl');
  await owner.run(program, ['-D', folder, '-l', path.join(folder, 'server.log'), '-w', 'start']);
}

/** As `kill -9` of all of its processes. */
export async function killServer(folder: string): Promise<void> {
  const [pid] = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  const children = await run('ps', ['--ppid', String(pid), '-o', 'pid=']);
  for (const each of [String(pid), ...children.stdout.trim().split(/\s+/)]) process.kill(Number(each), 'SIGKILL');
}

/** Starts a server again that was killed. */
export async function restartServer(folder: string): Promise<void> {
  await startServer(folder, await ownerOf(path.dirname(folder)));
}

async function copyPrograms(parent: string): Promise<void> {
  for (const folder of Object.values(postgres15)) {
    const copy = path.join(parent, folder);
    await mkdir(path.dirname(copy), { recursive: true });
    await run('cp', ['-a', folder, copy]);
  }
  await run('tar', ['--extract', '--gzip', '--file', archive, '--directory', parent, '--no-same-owner']);
  await chmod(parent, 0o755);
}

interface Owner {
  run(program: string, args: readonly string[]): Promise<unknown>;
}

/** PostgreSQL refuses to run as root, so root hands the folder to the user that Debian's package made. */
async function ownerOf(parent: string): Promise<Owner> {
  if (process.getuid?.() !== 0) return { run: (program, args) => run(program, args) };
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  await chown(parent, uid ?? 0, gid ?? 0);
  return { run: (program, args) => run('runuser', ['-u', 'postgres', '--', program, ...args], { cwd: parent }) };
}

/** All are held until the last is found, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
