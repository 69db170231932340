import { type MemoryRateLimiter, memoryRateLimiter } from '../../src/access/rate-limit/limiter.ts';

/** A limiter with a new window for each call: for other tests that send many requests from one address. */
export function roomyLimiter(): MemoryRateLimiter {
  let now = 0;
  return memoryRateLimiter(() => {
    now += 10_000;
    return now;
  });
}
