import { RateLimiterRes } from 'rate-limiter-flexible';
import type { RateDecision } from '#src/domain/errors.ts';
import { oncePerMinute } from '#src/lib/once-per-minute.ts';
import { withTimeout } from '#src/lib/timeout.ts';
import { allow, memoryRateLimiter, type RateLimiter, refuse, windowSeconds } from './limiter.ts';
import type { SharedWindowStore, SharedWindows } from './windows.ts';

/** A call that the shared store has not answered by then is counted on this node. */
export const storeTimeoutMs = 1000;
/** After so many failures in a row only one call a second tries the store, so that an outage does not delay every request. */
const failuresBeforePause = 5;
const pauseMs = 1000;

/** Whether a store answers. All limiters of a store share one, so that each learns from the failures of the others. */
export class StoreHealth {
  readonly #clock: () => number;
  #failuresInARow = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = 0;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Whether to skip the store. During an outage it returns false to one caller a second, which then tries the store. */
  isPaused(): boolean {
    if (this.#failuresInARow < failuresBeforePause) return false;
    const now = this.#clock();
    if (now < this.#pausedUntil) return true;
    this.#pausedUntil = now + pauseMs;
    return false;
  }

  /** For work of several steps: only its first step waits for a store that does not answer. */
  hasJustFailed(): boolean {
    return this.#failuresInARow > 0 && this.#clock() < this.#failedAt + pauseMs;
  }

  answered(): void {
    this.#failuresInARow = 0;
  }

  failed(): void {
    this.#failuresInARow += 1;
    this.#failedAt = this.#clock();
  }
}

export interface SharedRateLimiterOptions {
  /** Called at most once a minute while the store does not answer. */
  readonly log: (message: string, error: unknown) => void;
  readonly clock?: () => number;
  /** The health of the store, if others use the store too. */
  readonly health?: StoreHealth;
}

/** A limiter whose windows all nodes share, and that counts on this node alone while the store does not answer. */
export function sharedRateLimiter(
  store: SharedWindowStore,
  { log, clock = Date.now, health = new StoreHealth(clock) }: SharedRateLimiterOptions,
): RateLimiter {
  const shared = sharedWindows(store, clock);
  const local = memoryRateLimiter(clock);
  const report = oncePerMinute(
    (error) => log('The rate limit store does not answer: this node counts alone.', error),
    clock,
  );
  return {
    async consume(key, points, cost = 1) {
      if (health.isPaused()) return local.consume(key, points, cost);
      try {
        const decision = await withTimeout(shared.consume(key, points, cost), storeTimeoutMs);
        health.answered();
        return decision;
      } catch (error) {
        health.failed();
        report(error);
        return local.consume(key, points, cost);
      }
    },
    async release(key, points, cost) {
      if (health.hasJustFailed()) return local.release(key, points, cost);
      // What could not be returned ends with the window.
      await withTimeout(shared.release(key, points, cost), storeTimeoutMs).catch(report);
    },
    close: () => local.close(),
  };
}

/** One library limiter for each number of points, all over the same stored counters; operators choose few numbers. */
function sharedWindows(store: SharedWindowStore, clock: () => number) {
  const limiters = new Map<number, SharedWindows>();

  function limiterOf(points: number): SharedWindows {
    const known = limiters.get(points);
    if (known) return known;
    // Once a key has consumed all its points, the library refuses it from this node's memory until the window ends.
    const limiter = store({ points, duration: windowSeconds, inMemoryBlockOnConsumed: points });
    limiters.set(points, limiter);
    return limiter;
  }

  /** The library would count a refused call of several points, so that a cheaper one after it would be refused too. */
  async function consumeWhole(key: string, points: number, cost: number): Promise<RateDecision> {
    const { isAllowed, consumedPoints, msBeforeEnd } = await limiterOf(points).consumeWhole(key, cost);
    const now = clock();
    const remaining = Math.max(points - consumedPoints, 0);
    const resetAt = now + msBeforeEnd;
    return isAllowed ? allow(points, remaining, resetAt) : refuse(points, resetAt, now, remaining);
  }

  return {
    async consume(key: string, points: number, cost: number): Promise<RateDecision> {
      if (cost !== 1) return consumeWhole(key, points, cost);
      try {
        const result = await limiterOf(points).consume(key);
        return allow(points, result.remainingPoints, clock() + result.msBeforeNext);
      } catch (refusal) {
        // The library rejects with its result when the bucket is empty, and with an error when the store fails.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const now = clock();
        return refuse(points, now + refusal.msBeforeNext, now);
      }
    },
    /** Where the window has ended meanwhile, the library would begin one with too many points. */
    async release(key: string, points: number, cost: number): Promise<void> {
      const { consumedPoints } = await limiterOf(points).reward(key, cost);
      if (consumedPoints <= 0) await limiterOf(points).deleteEmpty(key);
    },
  };
}
