import { AsyncLocalStorage } from 'node:async_hooks';
import { HostError, NoHostError } from './errors.ts';

/** The deadline of a search, by the clock of `performance`. A pool creates its clients itself, so it cannot be an argument. */
const searchEnd = new AsyncLocalStorage<number>();

/** Returns the timeout for one host: `limitMs`, or what the earlier hosts left of it. */
export function msForHost(limitMs: number): number {
  const leftMs = (searchEnd.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
  // A pool may open the connection later, for another request, after the deadline of this search.
  return leftMs > 0 ? Math.min(limitMs, leftMs) : limitMs;
}

/** Tries one host after the other until one accepts the connection. Throws a NoHostError if none does in time. */
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
