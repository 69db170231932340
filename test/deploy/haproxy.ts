import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';

/** Debian has it in a folder that is not in the PATH of everybody. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` };
const version = spawnSync('haproxy', ['-v'], { env });
export const hasHaproxy = version.status === 0;

/** For the name of a describe block, so that a skipped run states the reason. */
export const unlessHaproxy = hasHaproxy ? '' : ' (skipped: no haproxy in PATH)';

export const exampleFile = path.join(import.meta.dirname, '../../deploy/haproxy.cfg');

/** Lines of the example without which HAProxy repeats requests only as it does by default. */
const retryLine = /^ *(?:retry-on|option redispatch|http-request disable-l7-retry) .*\n/gm;

/** The example with HAProxy's own defaults for what is repeated. */
export async function withoutRetries(): Promise<string> {
  const example = await readFile(exampleFile, 'utf8');
  expect(example.match(retryLine)).toHaveLength(3);
  return example.replace(retryLine, '');
}

const running = new Set<ChildProcess>();

/** For a test that failed, or whose time was up. */
export function killHaproxies(): void {
  for (const child of running) child.kill('SIGKILL');
}

export interface Haproxy {
  readonly port: number;
  /** The state of each server, such as `UP` or `DOWN`, as HAProxy sees it. */
  states(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts it in front of the two nodes, with a configuration of which only the addresses are set here. */
export async function startHaproxy(
  { port, nodes }: { port: number; nodes: readonly [number, number] },
  configuration?: string,
): Promise<Haproxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotline-haproxy-'));
  const file = configuration === undefined ? exampleFile : path.join(folder, 'haproxy.cfg');
  if (configuration !== undefined) await writeFile(file, configuration);
  const socket = path.join(folder, 'stats.sock');
  const observed = path.join(folder, 'observed.cfg');
  await writeFile(observed, `global\n    stats socket ${socket} mode 600\n`);
  const [first, second] = nodes.map((each) => `127.0.0.1:${each}`);
  const child = spawn('haproxy', ['-q', '-db', '-f', file, '-f', observed], {
    env: { ...env, LISTEN: `127.0.0.1:${port}`, NODE1: first, NODE2: second },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'close').finally(() => running.delete(child));
  const states = async () => {
    const client = connect(socket);
    client.end('show stat\n');
    const [head = '', ...rows] = (await text(client)).trim().split('\n');
    const columns = head.replace(/^# /, '').split(',');
    const cells = rows.map((row) => row.split(','));
    const at = (name: string) => columns.indexOf(name);
    const servers = cells.filter((row) => row[at('pxname')] === 'nodes' && row[at('svname')] !== 'BACKEND');
    return Object.fromEntries(servers.map((row) => [row[at('svname')], row[at('status')]]));
  };
  await expect.poll(() => states().catch(() => ({}))).toEqual({ node1: 'UP', node2: 'UP' });
  return {
    port,
    states,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
