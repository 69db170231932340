import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

const mebibyte = 1024 * 1024;

/** What the server was like while something went on. */
export interface Observed {
  /** The longest that a request for /healthz waited, of those sent every 20 ms. */
  readonly longestWaitMs: number;
  /**
   * The longest that the thread which answers requests computed while such a request waited: what it waited for is at most that,
   * and the rest is other work on the machine.
   */
  readonly longestBusyMs: number;
  /** The most memory of the process of the server. */
  readonly peakMb: number;
  /** The most memory of it, its PostgreSQL and all their children, where shared pages count once. */
  readonly peakOfTreeMb: number;
}

/** Polls a server from outside until it is stopped. */
export function watch(url: string, pids: readonly [server: number, ...others: number[]]): () => Promise<Observed> {
  const agent = new Agent({ connections: 200 });
  const pending = new Set<Promise<void>>();
  let [longestWaitMs, longestBusyMs, peakMb, peakOfTreeMb] = [0, 0, 0, 0];
  const poll = async () => {
    const startedAt = performance.now();
    const before = computedMs(pids[0]);
    const { body } = await request(`${url}/healthz`, { dispatcher: agent });
    await body.dump();
    longestWaitMs = Math.max(longestWaitMs, performance.now() - startedAt);
    longestBusyMs = Math.max(longestBusyMs, computedMs(pids[0]) - before);
  };
  const polls = setInterval(() => {
    // The connections are opened before; a server that stands still is asked no more often than that.
    if (pending.size >= 200) return;
    const polled: Promise<void> = poll()
      .catch(() => undefined)
      .finally(() => pending.delete(polled));
    pending.add(polled);
  }, 20);
  const samples = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pids[0]));
  }, 50);
  const treeSamples = setInterval(() => {
    peakOfTreeMb = Math.max(peakOfTreeMb, residentOfTreeMb(pids));
  }, 500);
  return async () => {
    for (const timer of [polls, samples, treeSamples]) clearInterval(timer);
    await Promise.all(pending);
    await agent.close();
    return { longestWaitMs: Math.round(longestWaitMs), longestBusyMs: Math.round(longestBusyMs), peakMb, peakOfTreeMb };
  };
}

/** The processor time of the main thread of a process. */
function computedMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

export function residentMb(pid: number): number {
  const [, pages = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return Math.round((pages * 4096) / mebibyte);
}

/** Proportional: the shared memory of PostgreSQL, which each of its processes maps, counts once. */
export function residentOfTreeMb(roots: readonly number[]): number {
  const kibibytes = [...roots, ...roots.flatMap(descendants)].map((each) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kibibytes.reduce((sum, each) => sum + each, 0) / 1024);
}

function descendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent !== 0 && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}
