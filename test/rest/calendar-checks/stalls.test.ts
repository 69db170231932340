import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { type IcsFeed, useIcsServer } from '../../support/ics-server.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { connectedCalendar } from '../../support/stored-calendars.ts';

const app = await useApp({ isServing: true });
const server = await useIcsServer();

let popular: Booking;
let feed: IcsFeed;
beforeEach(async () => {
  popular = await bookingIn(app);
  feed = server.feed();
  await connectedCalendar(app, popular.owner, { connection: { secret: { kind: 'ICS', url: feed.url } } });
});

async function elapsed<Result>(work: Promise<Result>): Promise<{ readonly result: Result; readonly ms: number }> {
  const startedAt = performance.now();
  return { result: await work, ms: performance.now() - startedAt };
}

/** What waits for a check waits 3 s at least. */
const withoutWaitMs = 1_500;

/** Of both pools of a test's server. */
const connections = 8;

const keyed = (key: string) => ({ 'idempotency-key': key });

describe.each([
  ['without a key', () => undefined],
  ['with an Idempotency-Key', (number: number) => keyed(`stalled-${number}`)],
])('while a calendar stalls, bookings %s', { retry: retryWhenSlow }, (_, headersOf) => {
  const book = (number: number, hour: number) =>
    popular.book(
      { dateTime: march(`06T${hour}:00`), email: `ira-${number}@example.com` },
      undefined,
      headersOf(number),
    );

  test('lock no host: another one of the same host goes through', async () => {
    feed.manner = 'stalls';
    const stalled = elapsed(book(1, 10));
    await expect.poll(server.stalled).toBe(1);
    feed.manner = 'answers';
    const { result, ms } = await elapsed(book(2, 11));
    expect(result.status).toBe(201);
    expect(ms).toBeLessThan(withoutWaitMs);
    const { result: first, ms: waited } = await stalled;
    expect(first.status).toBe(201);
    expect(waited).toBeLessThan(4_500);
  });

  test('wait 3 seconds each, and nothing else waits, though they are more than the connections', async () => {
    const quiet = await bookingIn(app);
    feed.manner = 'stalls';
    const count = 24;
    // Two for each hour: one of them is refused.
    const stalled = Array.from({ length: count }, (_, number) => elapsed(book(number, 10 + (number >> 1))));
    // A busy machine may answer the first before it asks for the last.
    await expect.poll(server.stalled).toBeGreaterThan(connections);
    for (const { dates, book } of [popular, quiet]) {
      const read = await elapsed(dates());
      expect(read.result.status).toBe(200);
      expect(read.ms).toBeLessThan(withoutWaitMs);
      if (book !== popular.book) {
        const booked = await elapsed(book({ dateTime: march('05T10:00') }));
        expect(booked.result.status).toBe(201);
        expect(booked.ms).toBeLessThan(withoutWaitMs);
      }
    }
    const answers = await Promise.all(stalled);
    for (const { ms } of answers) expect(ms).toBeLessThan(5_000);
    const statuses = answers.map(({ result }) => result.status).sort();
    expect(statuses).toEqual([...Array(count / 2).fill(201), ...Array(count / 2).fill(400)]);
    expect(feed.requests).toBe(count);
  });
});

describe('an Idempotency-Key', () => {
  const input = () => ({ dateTime: march('06T10:00') });

  test('books once, and is replayed without another check', async () => {
    const first = await popular.book(input(), undefined, keyed('once'));
    const again = await popular.book(input(), undefined, keyed('once'));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(feed.requests).toBe(1);
  });

  test('that is sent again during a check books once', async () => {
    feed.manner = 'stalls';
    const first = popular.book(input(), undefined, keyed('twice'));
    await expect.poll(server.stalled).toBe(1);
    feed.manner = 'answers';
    const second = await popular.book(input(), undefined, keyed('twice'));
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const { status, headers, body } = await first;
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(body).toEqual(second.body);
    const [row] = await app.sql<{ count: string }>(
      'SELECT count(*)::int AS "count" FROM "EventCall" WHERE "workspaceId" = $1',
      [popular.workspaceId],
    );
    expect(row?.count).toBe(1);
  });

  test('that is refused because the calendar became busy is free again', async () => {
    const { start, end } = { start: Date.parse(march('06T10:00')), end: Date.parse(march('06T11:00')) };
    feed.entries = [{ start, end }];
    expect((await popular.book(input(), undefined, keyed('busy'))).status).toBe(400);
    const { status } = await popular.book({ dateTime: march('06T11:00') }, undefined, keyed('busy'));
    expect(status).toBe(201);
  });
});
