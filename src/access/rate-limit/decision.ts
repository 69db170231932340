import { errorTable, type RateDecision } from '#src/domain/errors.ts';

/** The length of the windows of the API's requests. Only the number of points differs between workspaces. */
export const windowSeconds = 1;

export function allow(limit: number, remaining: number, resetAt: number): RateDecision {
  return { allowed: true, limit, remaining, resetAt, retryAfterSeconds: 0 };
}

export function refuse(limit: number, resetAt: number, now: number, remaining = 0): RateDecision {
  const retryAfterSeconds = Math.max(1, Math.ceil((resetAt - now) / 1000));
  return { allowed: false, limit, remaining, resetAt, retryAfterSeconds };
}

/** The headers of every response that consumed a point, including the last one. */
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
