import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** USER_HZ, which is 100 on every Linux platform that Node supports. */
const ticksPerSecond = 100;

/** Processor seconds, user and system, by process id. */
export type CpuTimes = ReadonlyMap<number, number>;

export async function cpuTimes(pids: readonly number[]): Promise<CpuTimes> {
  const times = await Promise.all(pids.map(async (pid) => [pid, await cpuSeconds(pid)] as const));
  return new Map(times.filter((entry): entry is [number, number] => entry[1] !== undefined));
}

/** The PostgreSQL backends of the connections with this application_name. */
export async function backendPids(client: pg.Client, applicationName: string): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [
    applicationName,
  ]);
  return rows.map(({ pid }) => pid);
}

/** Processor seconds between two samples. A process that only the second has started in between, so all of its time counts. */
export function spentSeconds(before: CpuTimes, after: CpuTimes): number {
  let seconds = 0;
  for (const [pid, total] of after) seconds += total - (before.get(pid) ?? 0);
  return seconds;
}

async function cpuSeconds(pid: number): Promise<number | undefined> {
  return (await processStat(pid))?.seconds;
}

export interface ProcessStat {
  readonly parent: number;
  readonly seconds: number;
  /** Of the children that have ended and were waited for. */
  readonly endedChildrenSeconds: number;
}

/** Fields 4 and 14 to 17 of proc_pid_stat(5); undefined once the process has ended. Field 2, the name, may contain spaces and brackets. */
export async function processStat(pid: number): Promise<ProcessStat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond;
  return { parent: Number(fields[1]), seconds: seconds(11), endedChildrenSeconds: seconds(13) };
}
