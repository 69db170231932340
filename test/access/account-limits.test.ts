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
