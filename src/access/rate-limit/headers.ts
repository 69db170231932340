import { errorTable, type RateDecision } from '#src/domain/errors.ts';
import { WINDOW_SECONDS } from './limiter.ts';

export interface RateLimitBody {
  readonly code: 'RATE_LIMIT_EXCEEDED';
  readonly message: string;
  readonly retryAfter: number;
  readonly limit: { readonly points: number; readonly windowSec: number };
}

/** The headers of every answer that drew from a bucket, also of one that emptied it. */
export function rateLimitHeaders(decision: RateDecision): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Limit': String(decision.limit),
    'RateLimit-Remaining': String(decision.remaining),
    'RateLimit-Reset': new Date(decision.resetAt).toISOString(),
  };
  if (!decision.allowed) headers['Retry-After'] = String(decision.retryAfterSeconds);
  return headers;
}

/** The body of a 429, its keys in the order the contract shows them. */
export function rateLimitBody(decision: RateDecision & { readonly windowSeconds?: number }): RateLimitBody {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    message: errorTable.RATE_LIMIT_EXCEEDED.message,
    retryAfter: decision.retryAfterSeconds,
    limit: { points: decision.limit, windowSec: decision.windowSeconds ?? WINDOW_SECONDS },
  };
}
