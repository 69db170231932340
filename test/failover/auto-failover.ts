import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../bench/environment/server-process.ts';
import { dataDirParent } from '../support/prepared-data-dir.ts';
import { pause } from '../support/waiting.ts';

const program = '/usr/bin/pg_autoctl';
const postgresBin = '/usr/lib/postgresql/15/bin';

export const hasAutoFailover = existsSync(program) && existsSync(postgresBin);

/** For the name of a describe block, so that a skipped run states the reason. */
export const unlessAutoFailover = hasAutoFailover ? '' : ` (skipped: no pg_auto_failover at ${program})`;

/** A failover within about five seconds, so that a test sees many; the defaults take about a minute. */
const monitorSettings = `
pgautofailover.health_check_period = 500
pgautofailover.health_check_timeout = 1000
pgautofailover.health_check_max_retries = 1
pgautofailover.health_check_retry_delay = 300
pgautofailover.node_considered_unhealthy_timeout = 2000
pgautofailover.primary_demote_timeout = 1000
pgautofailover.startup_grace_period = 1000
`;

const withinMs = 60_000;

/** A PostgreSQL with a synchronous standby, of which pg_auto_failover makes one the primary. */
export interface AutoFailover {
  /** Of both, for a client that looks for the primary. */
  readonly url: string;
  /** As `kill -9` of all processes of the primary, the one that would start it again included. */
  killPrimary(): Promise<void>;
  /** Starts what was killed. Resolves when it is the standby, and commits wait for it. */
  revive(): Promise<void>;
  /** Stops all processes of the primary in their tracks: its connections stay open, and nothing answers. */
  freezePrimary(): Promise<void>;
  /** Resolves when what was frozen is the standby. */
  thaw(): Promise<void>;
  /** Lets the standby take over from a primary that works. */
  switchOver(): Promise<void>;
  /** Resolves when the node that was the standby accepts writes. */
  untilPromoted(): Promise<void>;
  stop(): Promise<void>;
}

interface DataNode {
  readonly name: string;
  readonly port: number;
  keeper: ChildProcess;
}

export async function startAutoFailover(): Promise<AutoFailover> {
  const folder = await mkdtemp(path.join(await dataDirParent(), 'slotline-failover-'));
  const owner = plainUser();
  if (owner) await chown(folder, owner.uid, owner.gid);
  const env = {
    PATH: `${postgresBin}:/usr/bin:/bin`,
    LC_ALL: 'C.UTF-8',
    HOME: folder,
    TMPDIR: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XDG_DATA_HOME: path.join(folder, 'share'),
    // Where PostgreSQL makes its sockets, and the program looks for them.
    PG_REGRESS_SOCK_DIR: folder,
    PGHOST: folder,
  };
  const options = { ...owner, env, cwd: folder };
  const run = async (...words: string[]) => {
    await promisify(execFile)(program, words, options);
  };
  const dataOf = (name: string) => ['--pgdata', path.join(folder, name)];
  const start = (name: string) => spawn(program, ['run', ...dataOf(name)], { ...options, stdio: 'ignore' });
  const local = ['--hostname', '127.0.0.1', '--auth', 'trust', '--no-ssl'];

  const monitorPort = await freePort();
  await run('create', 'monitor', ...dataOf('monitor'), '--pgport', `${monitorPort}`, ...local);
  await appendFile(path.join(folder, 'monitor/postgresql.conf'), monitorSettings);
  await run('config', 'set', ...dataOf('monitor'), 'postgresql.listen_addresses', '127.0.0.1');
  const monitor = start('monitor');
  const monitorUrl = `postgres://autoctl_node@127.0.0.1:${monitorPort}/pg_auto_failover`;
  await until('the monitor answers', () => isWritable(monitorUrl));

  const nodes: DataNode[] = [];
  for (const name of ['a', 'b']) {
    const port = await freePort();
    const place = ['--pgport', `${port}`, '--listen', '127.0.0.1', '--pghost', folder, '--name', name];
    const cluster = ['--monitor', monitorUrl, '--dbname', 'slotline', '--replication-quorum', 'true'];
    await run('create', 'postgres', ...dataOf(name), ...place, ...local, ...cluster);
    nodes.push({ name, port, keeper: start(name) });
  }
  const user = owner ? plainUserName : execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  const urlOf = ({ port }: DataNode) => `postgresql://${user}@127.0.0.1:${port}/slotline`;
  /** What each node does, as the monitor has decided and the node has reported. */
  const states = async () => {
    const { rows } = await query<{ name: string; state: string }>(
      monitorUrl,
      `SELECT nodename AS "name", CASE WHEN reportedstate = goalstate THEN reportedstate::text END AS "state"
       FROM pgautofailover.node`,
    );
    return new Map(rows.map(({ name, state }) => [name, state]));
  };
  const isWhole = async () => [...(await states()).values()].sort().join() === 'primary,secondary';
  const nodeIn = async (state: string) => {
    const found = await states();
    const node = nodes.find(({ name }) => found.get(name) === state);
    if (!node) throw new Error(`No node is ${state}: ${JSON.stringify([...found])}`);
    return node;
  };
  /**
   * Resolves when commits wait for the standby. The monitor reports that as soon as the primary has the setting, but commits
   * begin to wait only when the checkpointer has read it, which may be in the middle of a slow checkpoint: once a second
   * checkpoint has ended, it has.
   */
  const untilWhole = async (what: string) => {
    await until(what, isWhole);
    const primary = urlOf(await nodeIn('primary'));
    for (const _ of [1, 2]) await query(primary, 'CHECKPOINT', withinMs);
  };
  await untilWhole('the standby is synchronous');

  let killed: DataNode | undefined;
  let frozen: DataNode | undefined;
  let standby: DataNode | undefined;
  return {
    url: `postgresql://${user}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/slotline?target_session_attrs=read-write`,
    async killPrimary() {
      standby = await nodeIn('secondary');
      killed = await nodeIn('primary');
      await signalTree(killed.keeper, 'SIGKILL');
    },
    async freezePrimary() {
      standby = await nodeIn('secondary');
      frozen = await nodeIn('primary');
      await signalTree(frozen.keeper, 'SIGSTOP');
    },
    async thaw() {
      if (!frozen) throw new Error('No node is frozen.');
      await signalTree(frozen.keeper, 'SIGCONT');
      await untilWhole('the frozen node is the standby');
    },
    async revive() {
      if (!killed) throw new Error('No node is killed.');
      killed.keeper = start(killed.name);
      await untilWhole('the killed node is the standby');
    },
    async switchOver() {
      standby = await nodeIn('secondary');
      await run('perform', 'switchover', ...dataOf('monitor'));
      await untilWhole('the old primary is the standby');
    },
    async untilPromoted() {
      const node = standby;
      if (!node) throw new Error('Nothing was to be promoted.');
      await until('the standby is promoted', () => isWritable(urlOf(node)));
    },
    async stop() {
      for (const each of [...nodes.map(({ keeper }) => keeper), monitor]) await stop(each);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const plainUserName = 'postgres';

/** PostgreSQL does not run as root. Debian's packages of PostgreSQL bring this user. */
function plainUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, plainUserName], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  timeoutMs = 1000,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000, query_timeout: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query<Row>(text);
  } finally {
    client.connection.stream.destroy();
  }
}

function isWritable(url: string): Promise<boolean> {
  return query<{ transaction_read_only: string }>(url, 'SHOW transaction_read_only').then(
    ({ rows }) => rows[0]?.transaction_read_only === 'off',
    () => false,
  );
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`);
    await pause(20);
  }
}

/** The sessions of PostgreSQL are in process groups of their own, so the group is not enough. */
async function signalTree({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  for (const each of await withDescendants(pid)) {
    try {
      process.kill(each, signal);
    } catch {
      // It ended by itself, as a session does when its client leaves.
    }
  }
}

async function withDescendants(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // The name of the program is in parentheses, and may hold any character.
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(entry), Number(parent));
  }
  const tree = [root];
  for (const pid of tree) tree.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

async function stop(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  keeper.kill('SIGTERM');
  await Promise.race([ended, pause(10_000, undefined, { ref: false })]);
  if (keeper.exitCode === null && keeper.signalCode === null) await signalTree(keeper, 'SIGKILL');
}
