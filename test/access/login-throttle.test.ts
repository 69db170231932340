import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LoginThrottle } from '#src/access/login-throttle.ts';
import type { MemoryWindows } from '#src/access/rate-limit/memory.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import type { OpenWindows } from '#src/access/rate-limit/window-store.ts';
import { DomainError } from '#src/domain/errors.ts';
import { attemptsOn, memoryThrottle } from '../support/login-throttle.ts';

const office = '203.0.113.1';
let throttle: LoginThrottle;
let attempt: ReturnType<typeof attemptsOn>;

beforeEach(() => {
  throttle = memoryThrottle();
  attempt = attemptsOn(throttle);
});

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const homes = (count: number) => Array.from({ length: count }, (_, place) => `10.0.${place >> 8}.${place & 255}`);
const people = (count: number) => Array.from({ length: count }, (_, place) => `person${place}@example.com`);

describe('attempts on one account from one address', () => {
  test('end with the tenth wrong one, and then not even the right one passes', async () => {
    expect(await attempt.times(10, office, 'ann', 'wrong')).toEqual(Array(10).fill('wrong'));
    expect(await attempt(office, 'ann', 'right')).toBe('refused');
    expect(await attempt(office, 'bob', 'right')).toBe('accepted');
    expect(await attempt('203.0.113.2', 'ann', 'right')).toBe('accepted');
  });

  test('are refused with the rest of the window', async () => {
    await attempt.times(10, office, 'ann', 'wrong');
    const refused = await throttle.attempt({ address: office, account: 'ann' }, async () => 1).catch((error) => error);
    expect(refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', rate: { limit: 10, windowSeconds: 900 } });
    expect(refused.rate.retryAfterSeconds).toBeGreaterThan(890);
    expect(refused.rate.retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  test('are not more when sent all at once', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => attempt(office, 'ann', 'wrong')));
    expect(results.filter((result) => result === 'wrong')).toHaveLength(10);
    expect(results.filter((result) => result === 'refused')).toHaveLength(40);
  });

  test('are counted together for all of what an IPv6 customer has', async () => {
    for (let host = 1; host <= 10; host++) await attempt(`2001:db8:1:2::${host}`, 'ann', 'wrong');
    expect(await attempt('2001:db8:1:2:ffff::1', 'ann', 'right')).toBe('refused');
    expect(await attempt('2001:db8:1:3::1', 'ann', 'right')).toBe('accepted');
  });

  test('of ever new addresses of one /56 or /48 end as well, after twice and four times as many', async () => {
    const tries = (address: string) => attempt(address, 'ann', 'wrong');
    const outcomes = (groups: string[]) => Promise.all(groups.map((group) => tries(`2001:db8:1:${group}::1`)));
    const ofOne56 = await outcomes(numbers(256).map((group) => group.toString(16)));
    expect(ofOne56.filter((outcome) => outcome === 'wrong')).toHaveLength(20);
    const ofOne48 = await outcomes(numbers(2000).map((group) => (group + 256).toString(16)));
    expect(ofOne48.filter((outcome) => outcome === 'wrong')).toHaveLength(20);
    expect(await attempt('2001:db8:1:ffff::1', 'ann', 'right')).toBe('refused');
    expect(await attempt('2001:db8:2::1', 'ann', 'right')).toBe('accepted');
  });

  test('of neighbours in one /48 do not lock an account out where it was let in before', async () => {
    expect(await attempt('2001:db8:1:aaaa::1', 'ann', 'right')).toBe('accepted');
    for (const number of numbers(2000)) await attempt(`2001:db8:1:${number.toString(16)}::1`, 'ann', 'wrong');
    expect(await attempt('2001:db8:1:aaab::1', 'ann', 'right')).toBe('refused');
    expect(await attempt('2001:db8:1:aaaa::2', 'ann', 'right')).toBe('accepted');
  });

  test('count together for an IPv4 address, however it is written', async () => {
    await attempt.times(9, '203.0.113.9', 'ann', 'wrong');
    expect(await attempt('::ffff:203.0.113.9', 'ann', 'wrong')).toBe('wrong');
    expect(await attempt('::ffff:cb00:7109', 'ann', 'right')).toBe('refused');
    expect(await attempt('::ffff:203.0.113.10', 'ann', 'right')).toBe('accepted');
  });

  test('are not counted when they are right, or when something else goes wrong', async () => {
    expect(await attempt.times(30, office, 'ann', 'right')).toEqual(Array(30).fill('accepted'));
    const outage = () =>
      throttle.attempt({ address: office, account: 'ann' }, () => Promise.reject(new Error('outage')));
    for (let count = 0; count < 30; count++) await expect(outage()).rejects.toThrow('outage');
    expect(await attempt(office, 'ann', 'right')).toBe('accepted');
  });

  test('run nothing once they are refused', async () => {
    await attempt.times(10, office, 'ann', 'wrong');
    let ran = false;
    const refused = throttle.attempt({ address: office, account: 'ann' }, async () => {
      ran = true;
    });
    await expect(refused).rejects.toBeInstanceOf(DomainError);
    expect(ran).toBe(false);
  });
});

describe('attempts on one account from everywhere', () => {
  test('end with the hundredth, but for one from each address', async () => {
    const [first = '', second = '', ...others] = homes(52);
    for (const address of others) expect(await attempt.times(2, address, 'ann', 'wrong')).toEqual(['wrong', 'wrong']);
    expect(await attempt.times(2, first, 'ann', 'wrong')).toEqual(['wrong', 'refused']);
    expect(await attempt(second, 'bob', 'wrong')).toBe('wrong');
    expect(await attempt(first, 'bob', 'right')).toBe('accepted');
  });

  test('lock the owner out neither where they were let in before nor at a new place', async () => {
    expect(await attempt(office, 'ann', 'right')).toBe('accepted');
    for (const address of homes(30)) await attempt.times(5, address, 'ann', 'wrong');
    expect(await attempt.times(3, office, 'ann', 'wrong')).toEqual(Array(3).fill('wrong'));
    expect(await attempt(office, 'ann', 'right')).toBe('accepted');
    expect(await attempt('198.51.100.7', 'ann', 'right')).toBe('accepted');
  });
});

describe('attempts from one /48 on an account that everybody attacks', () => {
  beforeEach(async () => {
    for (const address of homes(50)) await attempt.times(2, address, 'ann', 'wrong');
  });

  test('are four a day, however many addresses it has', async () => {
    const addresses = numbers(2000).map((number) => `2001:db8:1:${(number * 32).toString(16)}::1`);
    const tried: string[] = [];
    for (const address of addresses) tried.push(await attempt(address, 'ann', 'wrong'));
    expect(tried.filter((outcome) => outcome === 'wrong')).toHaveLength(4);
    expect(await attempt('2001:db8:2::1', 'ann', 'right')).toBe('accepted');
  });

  test('do not lock the owner out where they were let in before', async () => {
    const home = '2001:db8:1:aaaa::1';
    expect(await attempt(home, 'ann', 'right')).toBe('accepted');
    for (const group of numbers(2000)) await attempt(`2001:db8:1:${group.toString(16)}::1`, 'ann', 'wrong');
    expect(await attempt('2001:db8:1:aaaa::77', 'ann', 'right')).toBe('accepted');
  });
});

describe('attempts from one address on all accounts', () => {
  test('from one /48 end with the four thousandth, however many addresses it has', async () => {
    const outcomes = await Promise.all(
      numbers(5000).map((number) => attempt(`2001:db8:1:${(number * 13).toString(16)}::1`, `person${number}`, 'wrong')),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(4000);
    expect(await attempt('2001:db8:2::1', 'person1', 'right')).toBe('accepted');
  });

  test('lock out no other user of the office, however many mistype', async () => {
    for (const account of people(250)) await attempt.times(3, office, account, 'wrong');
    for (const account of people(250)) expect(await attempt(office, account, 'right')).toBe('accepted');
    expect(await attempt(office, 'newcomer', 'right')).toBe('accepted');
  });

  test('end with the thousandth, but for people who were let in there before', async () => {
    expect(await attempt(office, 'ann', 'right')).toBe('accepted');
    for (const account of people(1000)) await attempt(office, account, 'wrong');
    expect(await attempt(office, 'stranger', 'wrong')).toBe('refused');
    expect(await attempt(office, 'ann', 'right')).toBe('accepted');
    expect(await attempt('203.0.113.2', 'stranger', 'right')).toBe('accepted');
  });

  test('make no keys of made-up accounts once they are refused', async () => {
    const { store, keys } = observedWindows();
    const attacker = attemptsOn(memoryThrottle(store));
    for (const account of people(1000)) await attacker(office, account, 'wrong');
    const before = keys();
    expect(before).toBe(3001);
    const refused = Array.from({ length: 200 }, (_, place) => attacker(office, `made-up-${place}`, 'wrong'));
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['refused']));
    expect(keys()).toBe(before);
  });

  test('count no attempt that was refused for its account', async () => {
    for (let count = 0; count < 1200; count++) await attempt(office, 'ann', 'wrong');
    expect(await attempt(office, 'stranger', 'right')).toBe('accepted');
  });
});

test('a successful attempt stores nothing but its success', async () => {
  const { store, keys } = observedWindows();
  expect(await attemptsOn(memoryThrottle(store)).times(3, office, 'ann', 'right')).toEqual(Array(3).fill('accepted'));
  expect(keys()).toBe(1);
});

test('a check of the limits reads each key once', async () => {
  const read: string[] = [];
  const checked = memoryThrottle((_use, seconds) => {
    const windows = memoryWindows(Date.now, seconds);
    return {
      ...windows,
      peek: (key, points) => {
        read.push(key);
        return windows.peek(key, points);
      },
    };
  });
  await checked.requireBelowLimits({ address: '2001:db8:1:2::1', account: 'ann' });
  // Whether the account is known, the account, and three limits of three blocks.
  expect(read).toHaveLength(2 + 3 * 3);
  expect(new Set(read).size).toBe(read.length);
});

function observedWindows(): { store: OpenWindows; keys: () => number } {
  const all: MemoryWindows[] = [];
  const store: OpenWindows = (_use, seconds) => {
    const windows = memoryWindows(Date.now, seconds);
    all.push(windows);
    return windows;
  };
  return { store, keys: () => all.reduce((sum, windows) => sum + windows.size(), 0) };
}

test('a day has no more than fifty attempts on an account from an address', async () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const results: string[] = [];
    for (let quarter = 0; quarter < 8; quarter++) {
      results.push(...(await attempt.times(10, office, 'ann', 'wrong')));
      vi.setSystemTime((quarter + 1) * 900_001);
    }
    expect(results.filter((result) => result === 'wrong')).toHaveLength(50);
    expect(results.slice(50)).toEqual(Array(30).fill('refused'));
    vi.setSystemTime(86_400_001);
    expect(await attempt(office, 'ann', 'right')).toBe('accepted');
  } finally {
    vi.useRealTimers();
  }
});
