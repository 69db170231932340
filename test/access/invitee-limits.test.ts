import { describe, expect, test } from 'vitest';
import { memoryInviteeLimits } from '../support/login-throttle.ts';

type Limits = ReturnType<typeof memoryInviteeLimits>;

/** How many of these requests pass, one after another. */
async function passed(
  limits: Limits,
  action: 'read' | 'write',
  sources: readonly { address: string; event: string }[],
) {
  let count = 0;
  let retryAfterSeconds = 0;
  for (const source of sources) {
    try {
      await limits.run(action, source, async () => undefined);
      count++;
    } catch (error) {
      const { code, rate } = error as { code: string; rate: { retryAfterSeconds: number } };
      expect(code).toBe('RATE_LIMIT_EXCEEDED');
      retryAfterSeconds = rate.retryAfterSeconds;
    }
  }
  return { count, retryAfterSeconds };
}

const times = <Item>(length: number, make: (index: number) => Item) =>
  Array.from({ length }, (_, index) => make(index));

describe('InviteeLimits', () => {
  test('lets one address book 30 times a minute, over all events', async () => {
    const sources = times(40, (index) => ({ address: '203.0.113.7', event: `a/${index}` }));
    const { count, retryAfterSeconds } = await passed(memoryInviteeLimits(), 'write', sources);
    expect(count).toBe(30);
    expect(retryAfterSeconds).toBeGreaterThan(50);
  });

  test.each([
    ['/64', 30, (index: number) => `2001:db8:1:2::${index}`],
    ['/56', 60, (index: number) => `2001:db8:1:${(index % 250).toString(16)}::1`],
    ['/48', 120, (index: number) => `2001:db8:1:${(index * 256).toString(16)}::1`],
  ])('counts an IPv6 customer with a %s once: %i a minute', async (_block, expected, addressOf) => {
    const sources = times(200, (index) => ({ address: addressOf(index), event: `a/${index}` }));
    expect((await passed(memoryInviteeLimits(), 'write', sources)).count).toBe(expected);
  });

  test('returns the points of every block that a request for a full event has consumed', async () => {
    const limits = memoryInviteeLimits();
    const addresses = times(120, (index) => ({ address: `198.51.100.${index}`, event: 'full/event' }));
    await passed(limits, 'write', addresses);
    const neighbours = times(200, (index) => ({ address: `2001:db8:1:${index.toString(16)}::1`, event: 'full/event' }));
    expect((await passed(limits, 'write', neighbours)).count).toBe(0);
    const other = times(200, (index) => ({ address: `2001:db8:1:${index.toString(16)}::1`, event: `a/${index}` }));
    expect((await passed(limits, 'write', other)).count).toBe(60);
  });

  test('counts for the event only what is said to count', async () => {
    const limits = memoryInviteeLimits();
    for (let index = 0; index < 150; index++) {
      const source = { address: `203.0.113.${index}`, event: 'a/b' };
      await limits.run(
        'write',
        source,
        async () => 'not booked',
        (result) => result !== 'not booked',
      );
    }
    const bookings = times(150, (index) => ({ address: `198.51.100.${index}`, event: 'a/b' }));
    expect((await passed(limits, 'write', bookings)).count).toBe(120);
  });

  test('lets all addresses together book one event 120 times a minute', async () => {
    const limits = memoryInviteeLimits();
    const sources = times(150, (index) => ({ address: `203.0.113.${index}`, event: 'a/b' }));
    expect((await passed(limits, 'write', sources)).count).toBe(120);
    expect((await passed(limits, 'write', [{ address: '203.0.113.200', event: 'a/c' }])).count).toBe(1);
  });

  test('does not count what it refuses: an address at the limit of one event may book another', async () => {
    const limits = memoryInviteeLimits();
    await passed(
      limits,
      'write',
      times(120, (index) => ({ address: `198.51.100.${index}`, event: 'full/event' })),
    );
    const refused = times(50, () => ({ address: '203.0.113.9', event: 'full/event' }));
    expect((await passed(limits, 'write', refused)).count).toBe(0);
    const others = times(31, (index) => ({ address: '203.0.113.9', event: `other/${index}` }));
    expect((await passed(limits, 'write', others)).count).toBe(30);
  });

  test('does not count failed bookings against the event, so that a few addresses cannot close its page', async () => {
    const limits = memoryInviteeLimits();
    const fail = () => Promise.reject(new Error('taken'));
    for (let index = 0; index < 150; index++) {
      const source = { address: `198.51.100.${index}`, event: 'a/b' };
      await expect(limits.run('write', source, fail)).rejects.toThrow('taken');
    }
    expect((await passed(limits, 'write', [{ address: '203.0.113.9', event: 'a/b' }])).count).toBe(1);
  });

  test('counts failed bookings against the address', async () => {
    const limits = memoryInviteeLimits();
    const source = { address: '203.0.113.9', event: 'a/b' };
    for (let index = 0; index < 30; index++) {
      await expect(limits.run('write', source, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken');
    }
    expect((await passed(limits, 'write', [source])).count).toBe(0);
  });

  test('counts reads apart, by the second', async () => {
    const limits = memoryInviteeLimits();
    const source = { address: '203.0.113.7', event: 'a/b' };
    await passed(
      limits,
      'write',
      times(31, () => source),
    );
    const { count } = await passed(
      limits,
      'read',
      times(25, () => source),
    );
    expect(count).toBe(20);
  });
});
