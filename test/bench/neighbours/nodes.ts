import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { resetPeak, residentMemory } from '../bulk/memory.ts';
import { freePort, startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';

const configuration = path.join(import.meta.dirname, '../../../deploy/haproxy.cfg');
/** Debian has HAProxy in a folder that is not in the PATH of everybody. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` };
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const startTimeoutMs = 10_000;

export interface Nodes {
  /** Where callers reach them. */
  readonly port: number;
  resetPeaks(): Promise<void>;
  /** The peak of the resident memory of a node since then, in bytes. */
  peakMemory(): Promise<number>;
}

/** Throws where the machine lacks what so many nodes need. */
export async function requireWhatNodesNeed(count: number): Promise<void> {
  if (count === 1) return;
  if (count !== 2) throw new Error('--nodes must be 1 or 2: deploy/haproxy.cfg has two nodes.');
  if (spawnSync('haproxy', ['-v'], { env }).status !== 0) {
    throw new Error('--nodes 2 needs HAProxy, and there is no haproxy in PATH: install it, on Debian as haproxy.');
  }
  const { hostname, port } = new URL(redisUrl);
  const socket = connect({ host: hostname, port: Number(port || 6379) });
  await once(socket, 'connect').catch(() => {
    throw new Error(`--nodes 2 needs a Redis for the rate limits, and none answers at ${redisUrl}: set REDIS_URL.`);
  });
  socket.destroy();
}

/** One node by itself, or two behind HAProxy with the configuration of `deploy`. */
export async function startNodes(databaseUrl: string, count: number, stack: AsyncDisposableStack): Promise<Nodes> {
  const kind = ours(databaseUrl);
  const shared = count > 1 && { NODES: String(count), RATE_LIMIT_STORE: 'redis', REDIS_URL: redisUrl };
  const node = { ...kind, env: { ...kind.env, OUTGOING_LOOPBACK: 'on', ...shared } };
  const servers = await Promise.all(Array.from({ length: count }, () => startServerProcess(node)));
  for (const server of servers) stack.defer(() => server.stop());
  const [first, second] = servers.map(({ port }) => port);
  const port = second === undefined ? (first as number) : await startHaproxy([first as number, second], stack);
  return {
    port,
    resetPeaks: async () => void (await Promise.all(servers.map(({ pid }) => resetPeak(pid)))),
    async peakMemory() {
      return Math.max(...(await Promise.all(servers.map(async ({ pid }) => (await residentMemory(pid)).peak))));
    },
  };
}

async function startHaproxy(nodes: readonly [number, number], stack: AsyncDisposableStack): Promise<number> {
  const port = await freePort();
  const [first, second] = nodes.map((each) => `127.0.0.1:${each}`);
  const child = spawn('haproxy', ['-q', '-db', '-f', configuration], {
    env: { ...env, LISTEN: `127.0.0.1:${port}`, NODE1: first, NODE2: second },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'close');
  stack.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for (const start = performance.now(); performance.now() - start < startTimeoutMs; await pause(50)) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with code ${child.exitCode}.`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return port;
  }
  throw new Error(`HAProxy did not pass on requests within ${startTimeoutMs / 1000} s.`);
}
