import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, EmbeddedPostgresError } from './errors.ts';

/** The signals for fast shutdown, immediate shutdown and kill, each with the time to wait before the next. */
export type ShutdownSteps = readonly (readonly [signal: NodeJS.Signals, timeoutMs: number])[];

export const SHUTDOWN_STEPS: ShutdownSteps = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 4_000],
  ['SIGKILL', 4_000],
];

const LEFTOVER_TIMEOUT_MS = 5_000;

/** Reads the pid that PostgreSQL's main process left in the cluster. That process may be long dead. */
export async function readPostmasterPid(cluster: string): Promise<number | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  return Number.parseInt(file, 10) || undefined;
}

/** Stops a postmaster, with the mildest signal first. Returns the signal that ended it. */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  steps: ShutdownSteps,
): Promise<NodeJS.Signals | undefined> {
  for (const [signal, timeoutMs] of steps) {
    sendSignal(pid, signal);
    if (await within(timeoutMs, async () => !(await servesCluster(pid, cluster)))) return signal;
  }
  return undefined;
}

/**
 * Cleans up after a dead postmaster. Its children notice its death and exit. Until then they may write to shared memory, so a
 * new server must wait. Children that do not exit in time are killed. Then the pid file is deleted, because PostgreSQL trusts
 * it as long as any process, even a zombie or an unrelated one, has that pid.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const noneLeft = async () => (await processesServing(cluster)).length === 0;
  if (!(await within(LEFTOVER_TIMEOUT_MS, noneLeft))) {
    for (const pid of await processesServing(cluster)) sendSignal(pid, 'SIGKILL');
    if (!(await within(LEFTOVER_TIMEOUT_MS, noneLeft))) {
      throw new EmbeddedPostgresError(
        `Processes of an earlier PostgreSQL are still running on ${cluster} and cannot be stopped.`,
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

/** Returns true if the condition becomes true within that time. */
export async function within(timeoutMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() >= deadline) return false;
    await pause(5);
  }
  return true;
}

/** Returns true if any process has this pid. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Returns true if this process belongs to the PostgreSQL server of this cluster. A pid alone proves nothing: after a crash
 * another program may have it, and in a container dead processes can stay as zombies. Every PostgreSQL process runs in its
 * cluster's directory, but so may the shell of an operator: check the program's name too.
 */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
      return stdout.includes('postgres') && stdout.includes(cluster);
    }
    if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false;
    const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return basename(program).startsWith('postgres');
  } catch {
    return false; // The process has ended, is a zombie, or belongs to another user.
  }
}

/** Lists all processes of the cluster's server, including those that outlived their postmaster. Works on Linux only. */
export async function processesServing(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const served = await Promise.all(pids.map((pid) => servesCluster(pid, cluster)));
  return pids.filter((_, index) => served[index]);
}
