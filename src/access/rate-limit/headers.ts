import { type RateDecision, WINDOW_SECONDS } from './limiter.ts';

export const RATE_LIMIT_MESSAGE = 'Too many requests, please try again later.';

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
export function rateLimitBody(decision: RateDecision): RateLimitBody {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    message: RATE_LIMIT_MESSAGE,
    retryAfter: decision.retryAfterSeconds,
    limit: { points: decision.limit, windowSec: WINDOW_SECONDS },
  };
}
