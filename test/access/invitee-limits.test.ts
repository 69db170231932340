import { describe, expect, test } from 'vitest';
import type { BookingLimit } from '#src/services/event-calls/hold-booking.ts';
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
  test('lets one address book 200 times a minute, over all events', async () => {
    const sources = times(210, (index) => ({ address: '203.0.113.7', event: `a/${index}` }));
    const { count, retryAfterSeconds } = await passed(memoryInviteeLimits(), 'write', sources);
    expect(count).toBe(200);
    expect(retryAfterSeconds).toBeGreaterThan(50);
  });

  test.each([
    ['/64', 200, (index: number) => `2001:db8:1:2::${index}`],
    ['/56', 400, (index: number) => `2001:db8:1:${(index % 250).toString(16)}::1`],
    ['/48', 800, (index: number) => `2001:db8:1:${((index % 250) * 256).toString(16)}::1`],
  ])('counts an IPv6 customer with a %s once: %i a minute', async (_block, expected, addressOf) => {
    const sources = times(900, (index) => ({ address: addressOf(index), event: `a/${index}` }));
    expect((await passed(memoryInviteeLimits(), 'write', sources)).count).toBe(expected);
  });

  test('returns the points of every block that a request for a full event has consumed', async () => {
    const limits = memoryInviteeLimits();
    const addresses = times(120, (index) => ({ address: `198.51.100.${index}`, event: 'full/event' }));
    await passed(limits, 'write', addresses);
    const neighbours = times(200, (index) => ({ address: `2001:db8:1:${index.toString(16)}::1`, event: 'full/event' }));
    expect((await passed(limits, 'write', neighbours)).count).toBe(0);
    const other = times(500, (index) => ({
      address: `2001:db8:1:${(index % 250).toString(16)}::1`,
      event: `a/${index}`,
    }));
    expect((await passed(limits, 'write', other)).count).toBe(400);
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
    const others = times(201, (index) => ({ address: '203.0.113.9', event: `other/${index}` }));
    expect((await passed(limits, 'write', others)).count).toBe(200);
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
    for (let index = 0; index < 200; index++) {
      await expect(limits.run('write', source, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken');
    }
    expect((await passed(limits, 'write', [source])).count).toBe(0);
  });

  test('counts reads apart, by ten seconds', async () => {
    const limits = memoryInviteeLimits();
    const source = { address: '203.0.113.7', event: 'a/b' };
    await passed(
      limits,
      'write',
      times(201, () => source),
    );
    const { count } = await passed(
      limits,
      'read',
      times(310, () => source),
    );
    expect(count).toBe(300);
  });

  test('lets all addresses together look at one event 2,000 times in ten seconds', async () => {
    const time = { now: 0 };
    const limits = memoryInviteeLimits(() => time.now);
    const sources = times(2_010, (index) => ({ address: `10.0.${index >> 8}.${index % 256}`, event: 'a/b' }));
    expect(await passed(limits, 'read', sources)).toEqual({ count: 2_000, retryAfterSeconds: 10 });
    time.now += 10_000;
    expect((await passed(limits, 'read', sources)).count).toBe(2_000);
  });
});

describe('the bookings of a network with a workspace', () => {
  /** What becomes of so many bookings at once; `fails` says which of them end with an error. */
  async function booked(
    limit: BookingLimit,
    count: number,
    {
      workspaceId = 1,
      recipients = 1,
      fails = () => false,
    }: { workspaceId?: number; recipients?: number; fails?: (number: number) => boolean } = {},
  ) {
    const outcomes = await Promise.all(
      times(count, (number) =>
        limit(
          { workspaceId, recipients },
          async (isHeld) => {
            if (fails(number)) throw new Error('taken');
            return isHeld ? 'held' : 'booked';
          },
          () => true,
        ).catch((error: { code?: string; message: string }) => error.code ?? error.message),
      ),
    );
    return Object.fromEntries(
      [...new Set(outcomes)].map((each) => [each, outcomes.filter((one) => one === each).length]),
    );
  }
  const mail = { sendsMail: true };

  test('are made up to 10, held up to 300 more, and refused then', async () => {
    const limit = memoryInviteeLimits().ofNetwork('203.0.113.7', mail);
    expect(await booked(limit, 400)).toEqual({ booked: 10, held: 300, RATE_LIMIT_EXCEEDED: 90 });
  });

  test('are held up to 1,000 of one network by the events of all workspaces', async () => {
    const limit = memoryInviteeLimits().ofNetwork('203.0.113.7', mail);
    for (const workspaceId of [1, 2, 3]) {
      expect(await booked(limit, 310, { workspaceId })).toEqual({ booked: 10, held: 300 });
    }
    expect(await booked(limit, 200, { workspaceId: 4 })).toEqual({ booked: 10, held: 100, RATE_LIMIT_EXCEEDED: 90 });
  });

  test('are made up to 30 and refused then where no mail is sent', async () => {
    const limit = memoryInviteeLimits().ofNetwork('203.0.113.7', { sendsMail: false });
    expect(await booked(limit, 50)).toEqual({ booked: 30, RATE_LIMIT_EXCEEDED: 20 });
  });

  test('count with each of their guests where mail is sent', async () => {
    const limit = memoryInviteeLimits().ofNetwork('203.0.113.7', mail);
    expect(await booked(limit, 3, { recipients: 4 })).toEqual({ booked: 2, held: 1 });
    expect(await booked(limit, 40, { recipients: 11 })).toEqual({ held: 26, RATE_LIMIT_EXCEEDED: 14 });
    const failed = memoryInviteeLimits().ofNetwork('203.0.113.7', mail);
    expect(await booked(failed, 2, { recipients: 10, fails: (number) => number === 0 })).toEqual({ taken: 1, held: 1 });
    expect(await booked(failed, 1, { recipients: 10 })).toEqual({ booked: 1 });
    const silent = memoryInviteeLimits().ofNetwork('203.0.113.7', { sendsMail: false });
    expect(await booked(silent, 50, { recipients: 11 })).toEqual({ booked: 30, RATE_LIMIT_EXCEEDED: 20 });
  });

  test('count together for a /24 and a /56, and apart for other networks and workspaces', async () => {
    const limits = memoryInviteeLimits();
    const of = (address: string) => limits.ofNetwork(address, mail);
    await booked(of('203.0.113.7'), 10);
    expect(await booked(of('203.0.113.250'), 1)).toEqual({ held: 1 });
    expect(await booked(of('::ffff:203.0.113.9'), 1)).toEqual({ held: 1 });
    expect(await booked(of('203.0.112.7'), 1)).toEqual({ booked: 1 });
    expect(await booked(of('203.0.113.7'), 1, { workspaceId: 2 })).toEqual({ booked: 1 });
    await booked(of('2001:db8:1:2ab::1'), 10);
    expect(await booked(of('2001:db8:1:2ff::1'), 1)).toEqual({ held: 1 });
    expect(await booked(of('2001:db8:1:3ab::1'), 1)).toEqual({ booked: 1 });
  });

  test('do not count where they fail or are said not to count', async () => {
    const limit = memoryInviteeLimits().ofNetwork('203.0.113.7', mail);
    expect(await booked(limit, 10, { fails: (number) => number % 2 === 0 })).toEqual({ taken: 5, booked: 5 });
    await limit(
      { workspaceId: 1, recipients: 1 },
      async () => 'a lead who is not booked',
      () => false,
    );
    expect(await booked(limit, 6)).toEqual({ booked: 5, held: 1 });
  });
});
