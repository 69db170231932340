import { readFile, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { processesServing, servesCluster } from './processes.ts';
import { SOCKET_FILE } from './settings.ts';

/** How long each signal may take before the next, harsher one: fast shutdown, immediate shutdown, death. */
export type Patience = readonly (readonly [signal: NodeJS.Signals, milliseconds: number])[];

export const PATIENCE: Patience = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 4_000],
  ['SIGKILL', 4_000],
];

const REMAINS_PATIENCE_MS = 5_000;
const POLL_MS = 5;

/** The pid that PostgreSQL's main process left in the cluster; it may be long dead. */
export async function readPostmasterPid(cluster: string): Promise<number | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const pid = Number.parseInt(file, 10);
  return Number.isInteger(pid) ? pid : undefined;
}

/** Whether somebody listens on the socket, which the kernel also knows about a server in another container. */
export function listensIn(socketDirectory: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createConnection(join(socketDirectory, SOCKET_FILE));
  socket.once('connect', () => resolve(true));
  // A full queue means that somebody is there and does not answer.
  socket.once('error', (error) => resolve(codeOf(error) === 'EAGAIN'));
  return promise.finally(() => socket.destroy());
}

/** Stops a postmaster, the gentle way first, and tells which signal it took. */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  patience: Patience,
): Promise<NodeJS.Signals | undefined> {
  for (const [signal, milliseconds] of patience) {
    sendSignal(pid, signal);
    if (await within(milliseconds, async () => !(await servesCluster(pid, cluster)))) return signal;
  }
  return undefined;
}

/**
 * Removes what a dead postmaster leaves. Its children see its death and end by themselves; until then they may still
 * write to the shared memory. Only then is its pid file worthless, and it must go: PostgreSQL would believe in it as
 * long as any process, be it a zombie or a stranger, has that number.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const nobodyLeft = async () => (await processesServing(cluster)).length === 0;
  if (!(await within(REMAINS_PATIENCE_MS, nobodyLeft))) {
    for (const pid of await processesServing(cluster)) sendSignal(pid, 'SIGKILL');
    if (!(await within(REMAINS_PATIENCE_MS, nobodyLeft))) {
      throw new EmbeddedPostgresError(
        `Processes of an earlier PostgreSQL still run on ${cluster} and cannot be ended.`,
      );
    }
  }
  if (process.platform === 'linux') await rm(join(cluster, 'postmaster.pid'), { force: true });
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function within(milliseconds: number, condition: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() >= deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}
