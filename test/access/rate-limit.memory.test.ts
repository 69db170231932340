import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { burst, passed } from './rate-limit.support.ts';

function limiterAt(start: number) {
  const time = { now: start };
  return { time, limiter: memoryWindows(() => time.now) };
}

test('exactly the points of a window pass, out of 200 calls at once', async () => {
  expect(passed(await burst([memoryWindows()], 200, 20))).toBe(20);
});

test('counts down to zero and then refuses with the seconds to wait', () => {
  const { limiter } = limiterAt(5_000);
  const decisions = [1, 2, 3].map(() => limiter.consume('7:eventCalls', 2));
  expect(decisions).toEqual([
    { allowed: true, limit: 2, remaining: 1, resetAt: 6_000, retryAfterSeconds: 0 },
    { allowed: true, limit: 2, remaining: 0, resetAt: 6_000, retryAfterSeconds: 0 },
    { allowed: false, limit: 2, remaining: 0, resetAt: 6_000, retryAfterSeconds: 1 },
  ]);
});

test('a refused call does not extend the window', () => {
  const { time, limiter } = limiterAt(5_000);
  limiter.consume('7:eventCalls', 1);
  time.now = 5_999;
  expect(limiter.consume('7:eventCalls', 1)).toMatchObject({ allowed: false, resetAt: 6_000 });
  time.now = 6_000;
  expect(limiter.consume('7:eventCalls', 1)).toMatchObject({ allowed: true, resetAt: 7_000 });
});

test('workspaces and actions have buckets of their own', () => {
  const { limiter } = limiterAt(0);
  const keys = ['7:eventCalls', '7:userAvailabilities', '8:eventCalls'];
  expect(keys.map((key) => limiter.consume(key, 1).allowed)).toEqual([true, true, true]);
  expect(keys.map((key) => limiter.consume(key, 1).allowed)).toEqual([false, false, false]);
});

test('points raised within a window leave what was consumed counted', () => {
  const { limiter } = limiterAt(0);
  limiter.consume('7:eventCalls', 1);
  expect(limiter.consume('7:eventCalls', 3)).toMatchObject({ allowed: true, limit: 3, remaining: 1 });
});

test.each([0, -1, Number.NaN])('a limit of %s points lets nothing pass', (points) => {
  expect(memoryWindows().consume('7:eventCalls', points).allowed).toBe(false);
});

test('a clock that is set back an hour does not keep a key refused for an hour', () => {
  const { time, limiter } = limiterAt(3_600_000);
  limiter.consume('7:eventCalls', 1);
  time.now = 0;
  expect(limiter.consume('7:eventCalls', 1)).toMatchObject({ allowed: true, resetAt: 1_000 });
  expect(limiter.consume('7:eventCalls', 1).allowed).toBe(false);
});

test('forgets everything when closed', async () => {
  const { limiter } = limiterAt(0);
  limiter.consume('7:eventCalls', 1);
  await limiter.close();
  expect(limiter.consume('7:eventCalls', 1).allowed).toBe(true);
});

test('decides as a limiter that never forgets, whatever the calls and their times', () => {
  const call = fc.record({ key: fc.constantFrom('a', 'b', 'c'), waitMs: fc.constantFrom(0, 1, 300, 999, 1000, 2500) });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      const { time, limiter } = limiterAt(10_000);
      const windows = new Map<string, { used: number; resetAt: number }>();
      for (const { key, waitMs } of calls) {
        time.now += waitMs;
        const known = windows.get(key);
        const window = known && time.now < known.resetAt ? known : { used: 0, resetAt: time.now + 1000 };
        windows.set(key, window);
        window.used += 1;
        const { allowed, resetAt } = limiter.consume(key, 2);
        expect({ allowed, resetAt }).toEqual({ allowed: window.used <= 2, resetAt: window.resetAt });
      }
    }),
  );
});
