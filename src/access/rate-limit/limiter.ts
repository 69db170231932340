import type { RateDecision } from '#src/domain/errors.ts';

/** The one window of the service. Only the number of points differs, from workspace to workspace. */
export const WINDOW_SECONDS = 1;
export const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Takes one point from the bucket `key`, which holds `points` a window. A refused call takes nothing and prolongs nothing. */
export interface RateLimiter {
  consume(key: string, points: number): Promise<RateDecision> | RateDecision;
  /** Forgets what this process counted. Connections belong to whoever opened them. */
  close(): Promise<void>;
}

export function allow(limit: number, remaining: number, resetAt: number): RateDecision {
  return { allowed: true, limit, remaining, resetAt, retryAfterSeconds: 0 };
}

export function refuse(limit: number, resetAt: number, now: number): RateDecision {
  const retryAfterSeconds = Math.max(1, Math.ceil((resetAt - now) / 1000));
  return { allowed: false, limit, remaining: 0, resetAt, retryAfterSeconds };
}
