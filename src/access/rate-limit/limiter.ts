import { errorTable, type RateDecision } from '#src/domain/errors.ts';

/** The one window of the service. Only the number of points differs between workspaces. */
export const windowSeconds = 1;
const windowMs = windowSeconds * 1000;

/**
 * Consumes `cost` points, or one, of the bucket `key`, which holds `points` a window. A refused call consumes and
 * prolongs nothing.
 */
export interface RateLimiter {
  consume(key: string, points: number, cost?: number): Promise<RateDecision> | RateDecision;
  /** Returns what a call has consumed in this window. It never rejects. */
  release(key: string, points: number, cost: number): Promise<void> | void;
  /** Forgets what this process counted. A connection to a store is closed by the code that opened it. */
  close(): Promise<void>;
}

export function allow(limit: number, remaining: number, resetAt: number): RateDecision {
  return { allowed: true, limit, remaining, resetAt, retryAfterSeconds: 0 };
}

export function refuse(limit: number, resetAt: number, now: number, remaining = 0): RateDecision {
  const retryAfterSeconds = Math.max(1, Math.ceil((resetAt - now) / 1000));
  return { allowed: false, limit, remaining, resetAt, retryAfterSeconds };
}

/** The headers of every response that consumed a point, also of the one that consumed the last. */
export function rateLimitHeaders(decision: RateDecision): Record<string, string> {
  return {
    'RateLimit-Limit': String(decision.limit),
    'RateLimit-Remaining': String(decision.remaining),
    'RateLimit-Reset': new Date(decision.resetAt).toISOString(),
    ...(!decision.allowed && { 'Retry-After': String(decision.retryAfterSeconds) }),
  };
}

/** The body of a 429, with its keys in the order of the contract. */
export function rateLimitBody(decision: RateDecision) {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    message: errorTable.RATE_LIMIT_EXCEEDED.message,
    retryAfter: decision.retryAfterSeconds,
    limit: { points: decision.limit, windowSec: decision.windowSeconds ?? windowSeconds },
  };
}

interface Window {
  used: number;
  readonly resetAt: number;
}

export interface MemoryRateLimiter extends RateLimiter {
  consume(key: string, points: number, cost?: number): RateDecision;
}

/**
 * The limiter of a single node, and the fallback of the shared one. It replaces RateLimiterMemory, which sets a timer
 * for each key and window and returns a promise, about 3 µs for a call that opens a window. This one returns at once,
 * and stays small without timers.
 */
export function memoryRateLimiter(clock: () => number = Date.now): MemoryRateLimiter {
  // Two generations: when the young one is as old as a window, every window in the old one has ended, so the old map is
  // dropped as a whole. The maps hold only the keys of about the last two seconds.
  let young = new Map<string, Window>();
  let old = new Map<string, Window>();
  let nextReplacementAt = 0;

  function replaceGenerations(now: number): void {
    if (isWithin(nextReplacementAt, now)) return;
    old = young;
    young = new Map();
    nextReplacementAt = now + windowMs;
  }

  function windowOf(key: string, now: number): Window {
    const current = young.get(key) ?? old.get(key);
    if (current && isWithin(current.resetAt, now)) return current;
    const window = { used: 0, resetAt: now + windowMs };
    young.set(key, window);
    return window;
  }

  return {
    consume(key, points, cost = 1) {
      const now = clock();
      replaceGenerations(now);
      const window = windowOf(key, now);
      if (!(window.used + cost <= points))
        return refuse(points, window.resetAt, now, Math.max(points - window.used, 0));
      window.used += cost;
      return allow(points, points - window.used, window.resetAt);
    },
    release(key, _points, cost) {
      const window = windowOf(key, clock());
      window.used = Math.max(window.used - cost, 0);
    },
    async close() {
      young.clear();
      old.clear();
    },
  };
}

/** The lower bound is for a clock that is set back: without it a key would stay refused until the clock is there again. */
function isWithin(resetAt: number, now: number): boolean {
  return now < resetAt && now >= resetAt - windowMs;
}
