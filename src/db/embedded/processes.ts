import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a process of this number exists, whatever it is. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether this process belongs to the PostgreSQL server of this cluster. A number alone proves nothing: after a
 * crash it may have gone to another program, and in a container dead processes can stay as zombies.
 */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  return process.platform === 'linux' ? hasItsHomeIn(pid, cluster) : isStartedOn(pid, cluster);
}

/** All processes of the cluster's server, so also those that outlived their postmaster. Known on Linux only. */
export async function processesServing(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const served = await Promise.all(pids.map((pid) => hasItsHomeIn(pid, cluster)));
  return pids.filter((_, index) => served[index]);
}

/** Every PostgreSQL process lives in its cluster's directory; so may an operator's shell, hence the name. */
async function hasItsHomeIn(pid: number, cluster: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false;
    const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return basename(program).startsWith('postgres');
  } catch {
    return false; // gone, a zombie, or somebody else's
  }
}

async function isStartedOn(pid: number, cluster: string): Promise<boolean> {
  try {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(cluster);
  } catch {
    return false;
  }
}
