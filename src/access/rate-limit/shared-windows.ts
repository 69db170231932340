import { RateLimiterRes } from 'rate-limiter-flexible';
import type { RateDecision } from '#src/domain/errors.ts';
import { oncePerMinute } from '#src/lib/time/once-per-minute.ts';
import { withTimeout } from '#src/lib/time/timeout.ts';
import { allow, refuse } from './decision.ts';
import type { LibraryWindows, SharedStore } from './library-windows.ts';
import { memoryWindows } from './memory.ts';
import type { OpenWindows, WindowStore, WindowUse } from './window-store.ts';

/** A call that the shared store has not answered within this time is counted on this node. */
const storeTimeoutMs = 1000;
/** After this many failures in a row, only one call a second tries the store: an outage must not delay every request. */
const failuresBeforePause = 5;
const pauseMs = 1000;

/** Tracks if a store answers. All its windows share one tracker, so that each learns from the failures of the others. */
class StoreHealth {
  readonly #clock: () => number;
  #failuresInARow = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** True to skip the store. During an outage it returns false to one caller a second, which then tries the store. */
  isPaused(): boolean {
    if (this.#failuresInARow < failuresBeforePause) return false;
    const now = this.#clock();
    if (now < this.#pausedUntil) return true;
    this.#pausedUntil = now + pauseMs;
    return false;
  }

  /** Work of several steps uses this: only its first step waits for a store that does not answer. */
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

export interface SharedWindowsOptions {
  /** Called at most once a minute for each use while the store does not answer. */
  readonly log: (message: string, error: unknown) => void;
  readonly clock?: () => number;
}

/** Windows that all nodes share, and that this node counts alone while the store does not answer. */
export function openSharedWindows(store: SharedStore, { log, clock = Date.now }: SharedWindowsOptions): OpenWindows {
  const health = new StoreHealth(clock);
  const reporter = (name: string) =>
    oncePerMinute((error) => log(`${name} does not respond: this node counts on its own.`, error), clock);
  const reports: Readonly<Record<WindowUse, (error: unknown) => void>> = {
    requests: reporter('The rate limit store'),
    attempts: reporter('The store of login attempts, of accounts and of invitees'),
  };
  return (use, seconds) => {
    const shared = sharedWindows(store, use, seconds, clock);
    const local = memoryWindows(clock, seconds);
    /** Does the work in the store, or on this node if the store fails or is skipped. */
    async function attempt<Result>(
      isSkipped: boolean,
      work: (windows: WindowStore) => Promise<Result> | Result,
    ): Promise<Result> {
      if (isSkipped || health.isPaused()) return work(local);
      try {
        const result = await withTimeout(Promise.resolve(work(shared)), storeTimeoutMs);
        health.answered();
        return result;
      } catch (error) {
        health.failed();
        reports[use](error);
        return work(local);
      }
    }
    const isLaterStep = () => use === 'attempts' && health.hasJustFailed();
    return {
      consume: (key, points, cost) => attempt(isLaterStep(), (windows) => windows.consume(key, points, cost)),
      peek: (key, points) => attempt(isLaterStep(), (windows) => windows.peek(key, points)),
      // Points that could not be returned expire with the window.
      release: (key, points, part) => attempt(health.hasJustFailed(), (windows) => windows.release(key, points, part)),
      close: () => local.close(),
    };
  };
}

/** One library limiter for each number of points, all over the same stored counters; operators choose few numbers. */
function sharedWindows(store: SharedStore, use: WindowUse, seconds: number, clock: () => number): WindowStore {
  const limiters = new Map<number, LibraryWindows>();

  function limiterOf(points: number): LibraryWindows {
    const known = limiters.get(points);
    if (known) return known;
    const options = { points, duration: seconds };
    // Once a key has consumed all its points, the library refuses it from this node's memory until the window ends.
    const limiter = store(use === 'requests' ? { ...options, inMemoryBlockOnConsumed: points } : options);
    limiters.set(points, limiter);
    return limiter;
  }

  /** The library would count a refused call too, which must affect neither a cheaper call after it nor a released key. */
  async function consumeWhole(key: string, points: number, cost: number): Promise<RateDecision> {
    const { isAllowed, consumedPoints, msBeforeEnd } = await limiterOf(points).consumeWhole(key, cost);
    return decisionOf(isAllowed, points, consumedPoints, msBeforeEnd);
  }

  function decisionOf(isAllowed: boolean, points: number, consumed: number, msBeforeEnd: number): RateDecision {
    const now = clock();
    const remaining = Math.max(points - consumed, 0);
    return isAllowed ? allow(points, remaining, now + msBeforeEnd) : refuse(points, now + msBeforeEnd, now, remaining);
  }

  return {
    async consume(key, points, cost) {
      if (use === 'attempts' || cost !== undefined) return consumeWhole(key, points, cost ?? 1);
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
    async peek(key, points) {
      const found = await limiterOf(points).get(key);
      const isOpen = found !== null && found.msBeforeNext > 0;
      const used = isOpen ? found.consumedPoints : 0;
      return decisionOf(used < points, points, used, isOpen ? found.msBeforeNext : seconds * 1000);
    },
    /** If the window has ended meanwhile, the library would begin one with too many points. */
    async release(key, points, part) {
      if (part && clock() >= part.until) return;
      const { consumedPoints } = await limiterOf(points).reward(key, part?.cost ?? 1);
      if (consumedPoints <= 0) await limiterOf(points).deleteEmpty(key);
    },
    close: async () => undefined,
  };
}
