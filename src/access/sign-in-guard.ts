import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#src/domain/errors.ts';

const windowSeconds = 900;

/**
 * Makes guessing passwords hopeless without locking an office out: 10 attempts in 15 minutes on one e-mail from one
 * address, 200 from one address in all. An attempt that succeeds gives its point back.
 */
export class SignInGuard {
  readonly #perEmail = new RateLimiterMemory({ points: 10, duration: windowSeconds });
  readonly #perAddress = new RateLimiterMemory({ points: 200, duration: windowSeconds });

  async attempt<Result>(address: string, email: string, signIn: () => Promise<Result>): Promise<Result> {
    const keys = [
      { limiter: this.#perEmail, key: `${address} ${email.toLowerCase()}` },
      { limiter: this.#perAddress, key: address },
    ];
    for (const { limiter, key } of keys) await consume(limiter, key);
    const result = await signIn();
    await Promise.all(keys.map(({ limiter, key }) => limiter.reward(key)));
    return result;
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const resetAt = Date.now() + refusal.msBeforeNext;
    const rate = { allowed: false, limit: limiter.points, remaining: 0, resetAt, retryAfterSeconds, windowSeconds };
    throw new DomainError('RATE_LIMIT_EXCEEDED', { rate });
  }
}
