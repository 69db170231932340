import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AttemptKeys } from '#src/access/attempt-keys.ts';
import { LoginThrottle } from '#src/access/login-throttle.ts';
import { DomainError } from '#src/domain/errors.ts';
import { attemptsOn, memoryThrottle, openTestWindows } from '../support/login-throttle.ts';

const office = '203.0.113.1';
const homes = (count: number) => Array.from({ length: count }, (_, place) => `10.0.${place >> 8}.${place & 255}`);
let throttle: LoginThrottle;
let attempt: ReturnType<typeof attemptsOn>;

beforeEach(() => {
  throttle = memoryThrottle();
  attempt = attemptsOn(throttle);
});

/** What a check of the limits says: whether the account is known, or the limit that is reached and its window. */
const check = (address = office, account = 'ann') =>
  throttle.requireBelowLimits({ address, account }).then(
    ({ isKnown }) => (isKnown ? 'known' : 'below'),
    ({ code, rate }: DomainError) => {
      expect(code).toBe('RATE_LIMIT_EXCEEDED');
      return [rate?.limit, rate?.windowSeconds];
    },
  );

describe('a check of the limits', () => {
  test('counts nothing', async () => {
    for (let index = 0; index < 20; index++) expect(await check()).toBe('below');
    expect(await attempt.times(10, office, 'ann', 'wrong')).toEqual(Array(10).fill('wrong'));
  });

  test('refuses the account at its address after the tenth wrong attempt', async () => {
    await attempt.times(9, office, 'ann', 'wrong');
    expect(await check()).toBe('below');
    await attempt(office, 'ann', 'wrong');
    expect(await check()).toEqual([10, 900]);
    expect(await check(office, 'bob')).toBe('below');
    expect(await check('203.0.113.2')).toBe('below');
  });

  test('refuses it after the fiftieth of a day, for the rest of the day', async () => {
    vi.useFakeTimers({ now: 0 });
    try {
      for (let quarter = 0; quarter < 5; quarter++) {
        await attempt.times(10, office, 'ann', 'wrong');
        vi.setSystemTime((quarter + 1) * 900_001);
      }
      expect(await check()).toEqual([50, 86_400]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('refuses the address after its thousandth', async () => {
    for (let index = 0; index < 1000; index++) await attempt(office, `person ${index}`, 'wrong');
    expect(await check()).toEqual([1000, 900]);
    expect(await check('203.0.113.2')).toBe('below');
  });

  test('refuses an account that everybody attacks, but for the first attempt of an address', async () => {
    for (const address of homes(50)) await attempt.times(2, address, 'ann', 'wrong');
    expect(await check()).toBe('below');
    await attempt(office, 'ann', 'wrong');
    expect(await check()).toEqual([100, 900]);
    expect(await check(office, 'bob')).toBe('below');
  });

  test('allows a /56 two first attempts, and a /48 four', async () => {
    for (const address of homes(50)) await attempt.times(2, address, 'ann', 'wrong');
    const groups = ['200', '201', '300', '400', '500'].map((group) => `2001:db8:1:${group}::1`);
    const checks: unknown[] = [];
    for (const address of groups) {
      checks.push(await check(address));
      await attempt(address, 'ann', 'wrong');
    }
    expect(checks).toEqual(['below', 'below', 'below', 'below', [100, 900]]);
  });

  test('passes for an account that was let in from the address, whatever others did there', async () => {
    await throttle.remember({ address: office, account: 'ann' });
    for (let index = 0; index < 1000; index++) await attempt(office, `person ${index}`, 'wrong');
    expect(await check()).toBe('known');
    expect(await check(office, 'bob')).toEqual([1000, 900]);
    expect(await check('203.0.113.2')).toBe('below');
  });
});

describe('an account that was let in from an address', () => {
  test('is remembered for fourteen days from the first time', async () => {
    const day = 86_400_000;
    vi.useFakeTimers({ now: 0 });
    try {
      expect(await attempt(office, 'ann', 'right')).toBe('accepted');
      vi.setSystemTime(14 * day - 1);
      expect(await check()).toBe('known');
      vi.setSystemTime(14 * day);
      expect(await check()).toBe('below');
    } finally {
      vi.useRealTimers();
    }
  });

  test('is remembered by the /64 of its address, and not by wider blocks', async () => {
    await throttle.remember({ address: '2001:db8:1:2::1', account: 'ann' });
    expect(await check('2001:db8:1:2::99')).toBe('known');
    expect(await check('2001:db8:1:3::1')).toBe('below');
  });

  test('has its own limit there all the same', async () => {
    await throttle.remember({ address: office, account: 'ann' });
    await attempt.times(10, office, 'ann', 'wrong');
    expect(await attempt(office, 'ann', 'right')).toBe('refused');
  });
});

test('the attempts of two throttles over one store do not count together', async () => {
  const windows = new Map<number, ReturnType<typeof openTestWindows>>();
  const open: typeof openTestWindows = (use, seconds) => {
    const shared = windows.get(seconds) ?? openTestWindows(use, seconds);
    windows.set(seconds, shared);
    return shared;
  };
  const isWrong = (error: unknown) => error instanceof DomainError;
  const [one, same, other] = ['one', 'one', 'other'].map((name) =>
    attemptsOn(new LoginThrottle({ name, isWrong, open })),
  );
  await one?.times(10, office, 'ann', 'wrong');
  expect(await same?.(office, 'ann', 'right')).toBe('refused');
  expect(await other?.(office, 'ann', 'right')).toBe('accepted');
});

test('the keys of all limits differ, and name nobody', () => {
  const keys = new AttemptKeys('signIn', { address: '2001:db8:1:2::1', account: 'ann@example.com' });
  const all = [keys.pair, keys.pairDaily, keys.address, keys.account, keys.known];
  expect(all.map((each) => each.length)).toEqual([3, 3, 3, 1, 1]);
  expect(all.map(([key]) => key?.split(':').slice(0, 2).join(':'))).toEqual([
    ...['attempt:pair', 'attempt:pairDaily', 'attempt:address', 'attempt:account', 'attempt:known'],
  ]);
  expect(new Set(all.flat()).size).toBe(11);
  expect(all.flat().join()).not.toMatch(/ann|2001/);
  const others = [
    new AttemptKeys('signIn', { address: '2001:db8:1:2::1', account: 'bob@example.com' }),
    new AttemptKeys('oauthClient', { address: '2001:db8:1:2::1', account: 'ann@example.com' }),
    new AttemptKeys('signIn', { address: '2001:db9:1:2::1', account: 'ann@example.com' }),
  ];
  for (const other of others) expect(other.pair.filter((key) => keys.pair.includes(key))).toEqual([]);
  for (const other of others) expect(other.known).not.toEqual(keys.known);
});
