import { describe, expect, test } from 'vitest';
import {
  blockWindows,
  consumeInProcess,
  consumeOfAddress,
  releaseOfAddress,
} from '#src/access/rate-limit/address-blocks.ts';
import { refuse } from '#src/access/rate-limit/decision.ts';
import { memoryWindows, openMemoryWindows } from '#src/access/rate-limit/memory.ts';
import { hashedKey, limitReached } from '#src/access/rate-limit/window-store.ts';

function windowsAt(start: number, seconds?: number) {
  const time = { now: start };
  return { time, windows: memoryWindows(() => time.now, seconds) };
}

const allowed = (limit: number, remaining: number, resetAt: number) => ({
  ...{ allowed: true, limit, remaining, resetAt, retryAfterSeconds: 0 },
});

describe('a look at a window', () => {
  test('consumes nothing, creates no key and says what one more would be told', () => {
    const { windows } = windowsAt(5_000);
    expect(windows.peek('key', 2)).toEqual(allowed(2, 2, 6_000));
    expect(windows.size()).toBe(0);
    windows.consume('key', 2);
    expect(windows.peek('key', 2)).toEqual(allowed(2, 1, 6_000));
    windows.consume('key', 2);
    expect(windows.peek('key', 2)).toEqual({ ...allowed(2, 0, 6_000), allowed: false, retryAfterSeconds: 1 });
    expect(windows.peek('key', 3)).toEqual(allowed(3, 1, 6_000));
  });

  test('of one that has ended is one of a new window', () => {
    const { time, windows } = windowsAt(5_000, 10);
    windows.consume('key', 1);
    time.now = 14_999;
    expect(windows.peek('key', 1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    time.now = 15_000;
    expect(windows.peek('key', 1)).toEqual(allowed(1, 1, 25_000));
  });

  test('of a clock that was set back before its begin is one of a new window as well', () => {
    const { time, windows } = windowsAt(5_000);
    windows.consume('key', 1);
    time.now = 4_999;
    expect(windows.peek('key', 1)).toMatchObject({ allowed: true });
  });
});

describe('a call that costs several points', () => {
  test('consumes all of them or none', () => {
    const { windows } = windowsAt(5_000);
    expect(windows.consume('key', 5, 3)).toEqual(allowed(5, 2, 6_000));
    expect(windows.consume('key', 5, 3)).toEqual({ ...allowed(5, 2, 6_000), allowed: false, retryAfterSeconds: 1 });
    expect(windows.consume('key', 5, 2)).toEqual(allowed(5, 0, 6_000));
    expect(windows.consume('key', 3, 1)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test('of no point passes where nothing is left', () => {
    const { windows } = windowsAt(5_000);
    windows.consume('key', 1);
    expect(windows.consume('key', 1, 0)).toMatchObject({ allowed: true, remaining: 0 });
  });
});

describe('a point that is returned', () => {
  test('is free again, and a key that counts nothing is forgotten', () => {
    const { windows } = windowsAt(5_000);
    windows.consume('key', 2);
    windows.consume('key', 2);
    windows.release('key', 2);
    expect([windows.size(), windows.peek('key', 2)]).toEqual([1, allowed(2, 1, 6_000)]);
    windows.release('key', 2);
    expect(windows.size()).toBe(0);
    windows.release('key', 2);
    expect(windows.peek('key', 2)).toEqual(allowed(2, 2, 6_000));
  });

  test('is forgotten in the older half of the keys too', () => {
    const { time, windows } = windowsAt(5_000);
    windows.consume('other', 2);
    time.now = 5_500;
    windows.consume('key', 2);
    time.now = 6_000;
    windows.consume('other', 2);
    expect(windows.size()).toBe(3);
    windows.release('key', 2);
    expect(windows.size()).toBe(2);
  });

  test('is as much as it cost, in the window in which it was consumed', () => {
    const { time, windows } = windowsAt(5_000);
    windows.consume('key', 9, 5);
    windows.release('key', 9, { cost: 3, until: 6_000 });
    expect(windows.peek('key', 9)).toEqual(allowed(9, 7, 6_000));
    windows.release('key', 9, { cost: 1, until: 5_999 });
    expect(windows.peek('key', 9)).toEqual(allowed(9, 7, 6_000));
    time.now = 6_000;
    windows.consume('key', 9, 5);
    windows.release('key', 9, { cost: 3, until: 6_000 });
    expect(windows.peek('key', 9)).toEqual(allowed(9, 4, 7_000));
  });

  test('is none where the window has ended', () => {
    const { time, windows } = windowsAt(5_000);
    windows.consume('key', 2);
    time.now = 6_000;
    windows.release('key', 2);
    windows.consume('key', 2);
    expect(windows.peek('key', 2)).toEqual(allowed(2, 1, 7_000));
  });
});

test('keys are kept for about two windows', () => {
  const { time, windows } = windowsAt(5_000);
  for (const key of ['a', 'b', 'c']) windows.consume(key, 1);
  time.now = 5_999;
  windows.consume('d', 1);
  expect(windows.size()).toBe(4);
  time.now = 6_000;
  windows.consume('e', 1);
  expect(windows.size()).toBe(5);
  expect(windows.consume('d', 1).allowed).toBe(false);
  time.now = 7_000;
  windows.consume('f', 1);
  expect(windows.size()).toBe(2);
});

test('closing forgets the older half of the keys too', async () => {
  const { time, windows } = windowsAt(5_000);
  windows.consume('other', 1);
  time.now = 5_500;
  windows.consume('key', 1);
  time.now = 6_000;
  windows.consume('other', 1);
  expect(windows.consume('key', 1).allowed).toBe(false);
  await windows.close();
  expect(windows.consume('key', 1).allowed).toBe(true);
});

test('windows of the server have the length that is asked for', () => {
  const windows = openMemoryWindows('attempts', 900);
  expect(windows.consume('key', 1)).toMatchObject({ allowed: true, remaining: 0 });
  expect(windows.consume('key', 1)).toMatchObject({ allowed: false, retryAfterSeconds: 900 });
});

describe('the blocks of an address', () => {
  const limit = { points: 2, keyOf: (block: string) => `key ${block}` };
  const home = '2001:db8:1:2aa::1';

  test('have twice and four times as much, the narrowest first', () => {
    expect(blockWindows('203.0.113.7', limit)).toEqual([{ key: 'key 203.0.113.7', points: 2 }]);
    expect(blockWindows(home, limit)).toEqual([
      { key: 'key 2001:db8:1:2aa::/64', points: 2 },
      { key: 'key 2001:db8:1:200::/56', points: 4 },
      { key: 'key 2001:db8:1::/48', points: 8 },
    ]);
  });

  test.each([
    ['as attempts', consumeOfAddress],
    ['in the process', consumeInProcess],
  ])('%s: the narrowest answers, the first refusal decides and counts in no wider one', async (_, consume) => {
    const { windows } = windowsAt(5_000);
    expect([await consume(windows, home, limit), await consume(windows, home, limit)]).toEqual([
      allowed(2, 1, 6_000),
      allowed(2, 0, 6_000),
    ]);
    expect(await consume(windows, home, limit)).toMatchObject({ allowed: false, limit: 2 });
    expect(windows.peek('key 2001:db8:1:200::/56', 4)).toMatchObject({ remaining: 2 });
    // The neighbours have what the customer of the wider block has left.
    for (const group of ['2ab', '2ac']) await consume(windows, `2001:db8:1:${group}::1`, limit);
    expect(await consume(windows, '2001:db8:1:2ad::1', limit)).toMatchObject({ allowed: false, limit: 4 });
    expect(windows.peek('key 2001:db8:1::/48', 8)).toMatchObject({ remaining: 4 });
  });

  test('consume several points at once, and give back one each', async () => {
    const { windows } = windowsAt(5_000);
    expect(consumeInProcess(windows, home, { ...limit, cost: 2 })).toEqual(allowed(2, 0, 6_000));
    expect(windows.peek('key 2001:db8:1::/48', 8)).toMatchObject({ remaining: 6 });
    await releaseOfAddress(windows, home, limit);
    const left = await Promise.all(blockWindows(home, limit).map(({ key, points }) => windows.peek(key, points)));
    expect(left.map(({ remaining }) => remaining)).toEqual([1, 3, 7]);
  });
});

test.each([
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [0, 1],
  [-5_000, 1],
])('%i milliseconds before the end of a window, a retry is %i seconds away', (left, seconds) => {
  expect(refuse(5, 10_000 + left, 10_000)).toEqual({
    ...{ allowed: false, limit: 5, remaining: 0, resetAt: 10_000 + left, retryAfterSeconds: seconds },
  });
});

test('the error of a limit has its decision and the length of its window', () => {
  const decision = refuse(5, 11_000, 10_000);
  expect(limitReached(decision, 900)).toMatchObject({
    ...{ code: 'RATE_LIMIT_EXCEEDED', rate: { ...decision, windowSeconds: 900 } },
  });
});

test('a key tells its kind, and neither its parts nor where one of them ends', () => {
  expect(hashedKey('account', 'a', 'b')).toMatch(/^account:[\w-]{43}$/);
  expect(hashedKey('account', 'a', 'b')).toBe(hashedKey('account', 'a', 'b'));
  const others = [hashedKey('account', 'ab'), hashedKey('account', 'b', 'a'), hashedKey('other', 'a', 'b')];
  expect(others).not.toContain(hashedKey('account', 'a', 'b'));
});
