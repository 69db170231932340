import { AsyncLocalStorage } from 'node:async_hooks';
import { HostError, NoHostError } from './errors.ts';

/** When a search ends, by the clock of `performance`. A pool makes its clients itself, so no argument reaches them. */
const searchEnd = new AsyncLocalStorage<number>();

/** How long a connection may take to open: `limitMs`, or what the hosts before it have left of that. */
export function msForHost(limitMs: number): number {
  const leftMs = (searchEnd.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
  // A pool may open the connection later, for another request: then the search of this one is over.
  return leftMs > 0 ? Math.min(limitMs, leftMs) : limitMs;
}

/** Connects to one host after the other until one serves. Throws a NoHostError when none does, or when the time is over. */
export async function toFirstHost<Result>(connect: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const errors: HostError[] = [];
  let attempt = connect;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const { hosts, limitMs } = error.tried;
      const endsAt = startedAt + limitMs;
      if (errors.push(error) === hosts || performance.now() >= endsAt) throw new NoHostError(errors);
      attempt = () => searchEnd.run(endsAt, connect);
    }
  }
}
