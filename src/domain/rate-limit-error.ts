import { DomainError } from './errors.ts';

interface UsedUp {
  /** The maximum within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** When the next one is allowed. */
  readonly freeAt: Date;
  /** A sentence without its full stop, which replaces the general one. */
  readonly reason: string;
}

/** The error of a limit that is counted in records, such as mails, rather than in requests. */
export function rateLimitError({ limit, windowMs, freeAt, reason }: UsedUp, now: Date): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  const rate = { allowed: false, limit, remaining: 0, windowSeconds: windowMs / 1000, resetAt: freeAt.getTime() };
  return new DomainError('RATE_LIMIT_EXCEEDED', { rate: { ...rate, retryAfterSeconds, reason } });
}
