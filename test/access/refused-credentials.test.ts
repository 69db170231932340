import { describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { isRefusedCredential, UnknownCredentials } from '#src/access/unknown-credentials.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';

const address = '203.0.113.1';
const principal = { userId: 7 } as Principal;
const invalid = () => Promise.reject(new DomainError('INVALID_API_KEY'));
const broken = () => Promise.reject(new Error('outage'));
const exists = async () => true;
const absent = async () => false;

/** Credentials of which the database says what a test says, by a clock that stands still. */
function credentialsAt(now: number) {
  const time = { now };
  let refused = 0;
  const credentials = new UnknownCredentials(
    () => refused++,
    memoryWindows(() => time.now),
  );
  const asked: string[] = [];
  const resolve = (
    token: string,
    find: () => Promise<Principal>,
    { from = address, exists: searched = absent }: { from?: string; exists?: () => Promise<boolean> } = {},
  ) => {
    const lookups = {
      find: () => {
        asked.push(`find ${token}`);
        return find();
      },
      exists: () => {
        asked.push(`search ${token}`);
        return searched();
      },
    };
    return credentials
      .resolve(token, () => from, lookups)
      .then(
        ({ userId }) => `user ${userId}`,
        (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
      );
  };
  /** Uses up what the address has in this second. */
  const flood = async (count: number, from = address) => {
    const answers: string[] = [];
    for (let index = 0; index < count; index++) answers.push(await resolve(`flood ${index}`, invalid, { from }));
    asked.length = 0;
    return answers;
  };
  return { time, resolve, flood, asked, refused: () => refused };
}

const valid = async () => principal;

describe('credentials that are refused', () => {
  test('are looked up twenty times a second, and searched beyond that', async () => {
    const { resolve, flood, asked, refused, time } = credentialsAt(5_000);
    expect(await flood(20)).toEqual(Array(20).fill('INVALID_API_KEY'));
    expect(refused()).toBe(0);
    expect(await resolve('absent', invalid)).toBe('RATE_LIMIT_EXCEEDED');
    expect([asked, refused()]).toEqual([['search absent'], 1]);
    time.now += 1_000;
    expect(await resolve('absent', invalid)).toBe('INVALID_API_KEY');
  });

  test('count for their address alone', async () => {
    const { resolve, flood } = credentialsAt(5_000);
    await flood(20);
    expect(await resolve('other', invalid, { from: '203.0.113.2' })).toBe('INVALID_API_KEY');
  });

  test('that are in no row are not searched again within a second', { retry: retryWhenSlow }, async () => {
    const { resolve, flood, asked } = credentialsAt(5_000);
    await flood(20);
    const began = performance.now();
    expect(await resolve('absent', invalid)).toBe('RATE_LIMIT_EXCEEDED');
    expect(await resolve('absent', invalid)).toBe('RATE_LIMIT_EXCEEDED');
    if (performance.now() - began >= 1000) throw new Error('The second refusal takes longer than a second here');
    expect(asked).toEqual(['search absent']);
  });

  test('that are in a row but have ended are looked up, and are refused beyond the limit', async () => {
    const { resolve, flood, asked, refused } = credentialsAt(5_000);
    await flood(20);
    expect(await resolve('ended', invalid, { exists })).toBe('RATE_LIMIT_EXCEEDED');
    expect(await resolve('ended', invalid, { exists })).toBe('RATE_LIMIT_EXCEEDED');
    expect(asked).toEqual(['search ended', 'find ended', 'search ended', 'find ended']);
    expect(refused()).toBe(2);
  });
});

describe('credentials that are valid', () => {
  test('do not count, and are looked up at once from then on', async () => {
    const { resolve, flood, asked } = credentialsAt(5_000);
    for (let index = 0; index < 40; index++) expect(await resolve(`valid ${index}`, valid)).toBe('user 7');
    expect(await flood(20)).toEqual(Array(20).fill('INVALID_API_KEY'));
    expect(await resolve('valid 1', valid)).toBe('user 7');
    expect(asked).toEqual(['find valid 1']);
  });

  test('are found beyond the limit by one search, and by none from then on', async () => {
    const { resolve, flood, asked } = credentialsAt(5_000);
    await flood(20);
    expect(await resolve('valid', valid, { exists })).toBe('user 7');
    expect(await resolve('valid', valid, { exists })).toBe('user 7');
    expect(asked).toEqual(['search valid', 'find valid', 'find valid']);
  });

  test('that end count at once, and are searched as others then', async () => {
    const { resolve, flood, asked } = credentialsAt(5_000);
    await resolve('valid', valid);
    expect(await resolve('valid', invalid)).toBe('INVALID_API_KEY');
    // The refusal has used up one point.
    expect(await flood(20)).toEqual([...Array(19).fill('INVALID_API_KEY'), 'RATE_LIMIT_EXCEEDED']);
    expect(await resolve('valid', invalid, { exists })).toBe('RATE_LIMIT_EXCEEDED');
    expect(asked).toEqual(['search valid', 'find valid']);
  });
});

describe('an outage', () => {
  test('is no refusal: it does not count, and a valid credential stays known', async () => {
    const { resolve, flood, asked } = credentialsAt(5_000);
    await resolve('valid', valid);
    expect(await resolve('valid', broken)).toBe('Error: outage');
    for (let index = 0; index < 40; index++) expect(await resolve(`new ${index}`, broken)).toBe('Error: outage');
    expect(await flood(20)).toEqual(Array(20).fill('INVALID_API_KEY'));
    expect(await resolve('valid', valid)).toBe('user 7');
    expect(asked).toEqual(['find valid']);
  });

  test('beyond the limit is the answer, whether the search or the lookup fails', async () => {
    const { resolve, flood, refused } = credentialsAt(5_000);
    await flood(20);
    const searchFails = () => Promise.reject(new Error('outage'));
    expect(await resolve('one', invalid, { exists: searchFails })).toBe('Error: outage');
    expect(await resolve('two', broken, { exists })).toBe('Error: outage');
    expect(refused()).toBe(0);
  });
});

test('two hundred of a customer wait at once, from all addresses of a /48, and as many again when these are over', async () => {
  const { resolve, refused } = credentialsAt(5_000);
  const addressOf = (index: number) => `2001:db8:1:${(index % 100).toString(16)}00::1`;
  const never = Promise.withResolvers<boolean>();
  const rest = { exists: () => never.promise };
  // A /48 has four times twenty lookups.
  for (let index = 0; index < 80; index++) await resolve(`looked up ${index}`, invalid, { from: addressOf(index) });
  const waiting = Array.from({ length: 200 }, (_, index) =>
    resolve(`waiting ${index}`, invalid, { from: addressOf(index), ...rest }),
  );
  expect(refused()).toBe(0);
  expect(await resolve('too many', invalid, { from: addressOf(0), ...rest })).toBe('RATE_LIMIT_EXCEEDED');
  expect(refused()).toBe(1);
  never.resolve(false);
  expect(await Promise.all(waiting)).toEqual(Array(200).fill('RATE_LIMIT_EXCEEDED'));
  expect(refused()).toBe(201);
  expect(await resolve('again', valid, { from: addressOf(0), exists })).toBe('user 7');
});

test('a request goes on without a credential where the credential itself is refused, within the limit and beyond it', async () => {
  const credentials = new UnknownCredentials(
    undefined,
    memoryWindows(() => 5_000),
  );
  const errorOf = (find: () => Promise<Principal>) =>
    credentials.resolve(String(find), () => address, { find, exists: absent }).catch((error: unknown) => error);
  const errors: unknown[] = [];
  for (let index = 0; index < 21; index++) errors.push(await errorOf(() => invalid()));
  expect(errors.at(-1)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  expect(errors.map(isRefusedCredential)).toEqual(Array(21).fill(true));
  const others = [new DomainError('RATE_LIMIT_EXCEEDED'), new DomainError('FORBIDDEN'), new Error('outage'), undefined];
  expect(others.map(isRefusedCredential)).toEqual([false, false, false, false]);
});
