import { expect } from 'vitest';
import { type MemoryWindows, memoryWindows } from '../../src/access/rate-limit/memory.ts';

let currentTest: string | undefined;
let now = 0;

/**
 * A limiter whose time stands still during a test and moves on before the next: a slow machine ends no window within a
 * test, and a fast one does not fill a window with the requests of several tests.
 */
export function windowPerTest(): MemoryWindows {
  return memoryWindows(() => {
    const { currentTestName } = expect.getState();
    if (currentTestName !== currentTest) {
      currentTest = currentTestName;
      now += 10_000;
    }
    return now;
  });
}
