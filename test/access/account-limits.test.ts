import { expect, test } from 'vitest';
import { memoryAccountLimits } from '../support/login-throttle.ts';

/** How many of so many requests pass, each from the next address and for an e-mail address of its own. */
async function passed(requests: number, addressOf: (index: number) => string): Promise<number> {
  const limits = memoryAccountLimits();
  let count = 0;
  for (let index = 0; index < requests; index++) {
    const request = { address: addressOf(index), email: `person-${index}@example.com` };
    await limits.count(request).then(
      () => count++,
      (error: unknown) => expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' }),
    );
  }
  return count;
}

test.each([
  ['one IPv4 address', 30, () => '203.0.113.7'],
  ['a /64 of IPv6', 30, (index: number) => `2001:db8:1:2::${(index + 1).toString(16)}`],
  ['a /56 of IPv6', 60, (index: number) => `2001:db8:1:${(index % 250).toString(16)}::1`],
  ['a /48 of IPv6', 120, (index: number) => `2001:db8:1:${(index * 256).toString(16)}::1`],
  ['addresses of many customers', 200, (index: number) => `198.51.${index}.1`],
])('of 200 requests from %s, %i an hour pass', async (_name, expected, addressOf) => {
  expect(await passed(200, addressOf)).toBe(expected);
});

test.each([
  ['addresses of one mailbox', (index: number) => ({ email: `${index % 2 ? 'i.ra' : 'IRA'}+${index}@gmail.com` })],
  ['one member', () => ({ member: '1 7' })],
])('of 20 requests for %s, 5 an hour pass', async (_name, request) => {
  const limits = memoryAccountLimits();
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => limits.count(request(index))));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

const refusalOf = (limits: ReturnType<typeof memoryAccountLimits>, request: Parameters<typeof limits.count>[0]) =>
  limits.count(request).then(
    () => undefined,
    ({ code, rate }) => ({ code, limit: rate.limit, windowSeconds: rate.windowSeconds }),
  );

test.each([
  ['address', { address: '203.0.113.7' }, 30],
  ['workspace', { workspace: '7' }, 100],
  ['member', { member: '1 7' }, 5],
  ['email', { email: 'ira@example.com' }, 5],
] as const)('the limit of one %s is counted for itself, in an hour', async (_name, request, points) => {
  const limits = memoryAccountLimits();
  for (let index = 0; index < points; index++) expect(await refusalOf(limits, request)).toBeUndefined();
  expect(await refusalOf(limits, request)).toEqual({
    ...{ code: 'RATE_LIMIT_EXCEEDED', limit: points, windowSeconds: 3600 },
  });
  const [value] = Object.values(request);
  const others = [{ address: value }, { workspace: value }, { member: value }, { email: value }];
  for (const other of others.filter((each) => !((Object.keys(request)[0] as string) in each))) {
    expect(await refusalOf(limits, other)).toBeUndefined();
  }
});

test.each([
  ['address', { address: '203.0.113.7' }, 30],
  ['workspace', { workspace: '7' }, 100],
  ['member', { member: '1 7' }, 5],
] as const)('what the limit of the %s refuses does not fill the mailbox', async (_name, request, points) => {
  const limits = memoryAccountLimits();
  for (let index = 0; index < points; index++) await limits.count(request);
  for (let index = 0; index < 5; index++) {
    expect(await refusalOf(limits, { ...request, email: 'ira@example.com' })).toMatchObject({ limit: points });
  }
  for (let index = 0; index < 5; index++) expect(await refusalOf(limits, { email: 'ira@example.com' })).toBeUndefined();
});

test('what the limit of the workspace refuses does not count for the member', async () => {
  const limits = memoryAccountLimits();
  for (let index = 0; index < 100; index++) await limits.count({ workspace: '7' });
  for (let index = 0; index < 5; index++) await refusalOf(limits, { workspace: '7', member: '7 1' });
  expect(await refusalOf(limits, { member: '7 1' })).toBeUndefined();
});
