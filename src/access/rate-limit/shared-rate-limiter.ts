import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateDecision } from '#src/domain/errors.ts';
import { withTimeout } from '#src/lib/timeout.ts';
import { allow, type RateLimiter, refuse, WINDOW_SECONDS } from './limiter.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import { StoreHealth } from './store-health.ts';
import type { WindowStore } from './window-store.ts';

/** A caller waits no longer than this for the shared store before its call is counted on this node. */
const PATIENCE_MS = 1000;
const LOG_EVERY_MS = 60_000;

export interface SharedRateLimiterOptions {
  /** Told at most once a minute that the store does not answer. */
  readonly log: (message: string, error: unknown) => void;
  readonly clock?: () => number;
  /** Of the store, where others ask it as well. */
  readonly health?: StoreHealth;
}

/** A limiter whose windows all nodes share, and that counts on this node alone while the store does not answer. */
export function sharedRateLimiter(store: WindowStore, options: SharedRateLimiterOptions): RateLimiter {
  const clock = options.clock ?? Date.now;
  const shared = sharedWindows(store, clock);
  const local = memoryRateLimiter(clock);
  const report = oncePerMinute((error) => {
    options.log('The rate limit store does not answer: this node counts alone.', error);
  }, clock);
  const health = options.health ?? new StoreHealth(clock);

  return {
    async consume(key, points) {
      if (health.isResting()) return local.consume(key, points);
      try {
        const decision = await withTimeout(shared(key, points), PATIENCE_MS);
        health.answered();
        return decision;
      } catch (error) {
        health.failed();
        report(error);
        return local.consume(key, points);
      }
    },
    close: () => local.close(),
  };
}

/** One library limiter for each number of points, all over the same stored counters; operators choose few numbers. */
function sharedWindows(store: WindowStore, clock: () => number) {
  const limiters = new Map<number, RateLimiterAbstract>();

  function limiterOf(points: number): RateLimiterAbstract {
    const known = limiters.get(points);
    if (known) return known;
    // One that has counted up to its points refuses from this node's memory until the window ends.
    const limiter = store({ points, duration: WINDOW_SECONDS, inMemoryBlockOnConsumed: points });
    limiters.set(points, limiter);
    return limiter;
  }

  return async (key: string, points: number): Promise<RateDecision> => {
    try {
      const result = await limiterOf(points).consume(key);
      return allow(points, result.remainingPoints, clock() + result.msBeforeNext);
    } catch (refusal) {
      // The library rejects with its result when the bucket is empty, and with an error when the store fails.
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const now = clock();
      return refuse(points, now + refusal.msBeforeNext, now);
    }
  };
}

export function oncePerMinute(report: (error: unknown) => void, clock = Date.now): (error: unknown) => void {
  let silentUntil = 0;
  return (error) => {
    const now = clock();
    if (now < silentUntil) return;
    silentUntil = now + LOG_EVERY_MS;
    report(error);
  };
}
