import { type MemoryWindows, memoryWindows } from '../../src/access/rate-limit/memory.ts';

/** A limiter with a new window for each call: for other tests that send many requests from one address. */
export function roomyLimiter(): MemoryWindows {
  let now = 0;
  return memoryWindows(() => {
    now += 10_000;
    return now;
  });
}
