import { expect, test } from 'vitest';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import type { Member } from '../../support/factories.ts';
import { type IcsFeed, useIcsServer } from '../../support/ics-server.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { busyIn, connectedCalendar, storedCalendar } from '../../support/stored-calendars.ts';

const app = await useApp();
const server = await useIcsServer();
const ten = march('05T10:00');

const connected = (member: Member, { url }: IcsFeed, busy: Parameters<typeof busyIn>[] = []) =>
  connectedCalendar(app, member, {
    connection: { secret: { kind: 'ICS', url } },
    busy: busy.map((times) => busyIn(...times)),
  });

async function elapsed<Result>(work: Promise<Result>): Promise<{ readonly result: Result; readonly ms: number }> {
  const startedAt = performance.now();
  return { result: await work, ms: performance.now() - startedAt };
}

test('where a calendar answers with an error, what is stored decides', async () => {
  const booking = await bookingIn(app);
  const feed = server.feed();
  feed.manner = 'fails';
  const { connectionId } = await connected(booking.owner, feed, [['05T11:00', '05T12:00']]);
  await booking.booked({ dateTime: ten });
  expect(feed.requests).toBe(1);
  expect((await booking.book({ dateTime: march('05T11:00') })).status).toBe(400);
  // The host is open as long as the last good read is believed.
  const [row] = await app.sql('SELECT "disconnectedAt", "problem" FROM "CalendarConnection" WHERE "id" = $1', [
    connectionId,
  ]);
  expect(row).toEqual({ disconnectedAt: null, problem: null });
});

test('where a calendar stalls, what is stored decides after 3 seconds, though another one has answered', {
  retry: retryWhenSlow,
}, async () => {
  const booking = await bookingIn(app);
  const [stalling, answering] = [server.feed(), server.feed()];
  stalling.manner = 'stalls';
  await connected(booking.owner, stalling);
  await connected(booking.owner, answering);
  const { ms } = await elapsed(booking.booked({ dateTime: ten }));
  expect(ms).toBeGreaterThan(2_900);
  expect(ms).toBeLessThan(3_900);
  await expect.poll(server.stalled).toBe(0);
});

test('of one account a few calendars are asked at the same time', async () => {
  const booking = await bookingIn(app);
  const feed = server.feed();
  feed.manner = 'stalls';
  const { connectionId } = await connected(booking.owner, feed);
  for (let count = 0; count < 5; count++) await storedCalendar(app, booking, { connectionId });
  const booked = booking.booked({ dateTime: ten });
  await expect.poll(server.stalled).toBe(4);
  await booked;
  expect(feed.requests).toBe(4);
});

test('a calendar that is busy is enough: the others are not waited for', { retry: retryWhenSlow }, async () => {
  const booking = await bookingIn(app);
  const [stalling, busy] = [server.feed(), server.feed([busyIn('05T10:00', '05T11:00')])];
  stalling.manner = 'stalls';
  await connected(booking.owner, stalling);
  await connected(booking.owner, busy);
  const { result, ms } = await elapsed(booking.book({ dateTime: ten }));
  expect(result.status).toBe(400);
  expect(ms).toBeLessThan(1_500);
});

test('all hosts of a request share 3 seconds, and after them what is stored decides', {
  retry: retryWhenSlow,
}, async () => {
  const booking = await bookingIn(app);
  const feeds: IcsFeed[] = [];
  for (const priority of [3, 2, 1]) {
    const host = await app.member(booking.workspaceId, 'CLOSER');
    await openAlways(app, host, { eventId: booking.eventId, priority });
    const feed = server.feed([busyIn('05T10:00', '05T11:00')]);
    await connected(host, feed);
    feeds.push(feed);
  }
  const [first, second, third] = feeds as [IcsFeed, IcsFeed, IcsFeed];
  second.manner = 'stalls';
  const { result, ms } = await elapsed(booking.book({ dateTime: ten }));
  expect(result.status).toBe(201);
  expect(ms).toBeLessThan(3_900);
  expect([first, second, third].map(({ requests }) => requests)).toEqual([1, 1, 0]);
});

test('a credential that is refused leaves the host open: what is stored decides, and a read is due that counts the refusal', async () => {
  const booking = await bookingIn(app);
  const { connectionId } = await connected(booking.owner, server.feed(), [['05T11:00', '05T12:00']]);
  // As after a change of SECRET_KEY.
  const sealed = new SealedTexts('another secret key, long enough as well', 'calendar-connections').seal('{}');
  await app.sql('UPDATE "CalendarConnection" SET "secret" = $2 WHERE "id" = $1', [connectionId, sealed]);
  await booking.booked({ dateTime: ten });
  await booking.booked({ dateTime: march('05T12:00') });
  expect((await booking.book({ dateTime: march('05T11:00') })).status).toBe(400);
  const [row] = await app.sql<{ nextReadAt: string }>(
    'SELECT "disconnectedAt", "problem", "refusals", "refusedAt", "nextReadAt" FROM "CalendarConnection" WHERE "id" = $1',
    [connectionId],
  );
  expect(row).toMatchObject({ disconnectedAt: null, problem: null, refusals: 0, refusedAt: null });
  expect(Date.parse(row?.nextReadAt ?? '')).toBe(Date.parse('2026-03-04T12:00:00Z'));
});

test('a provider that refused the credential at the last read is not asked by bookings', async () => {
  const booking = await bookingIn(app);
  const feed = server.feed([busyIn('05T10:00', '05T11:00')]);
  const { connectionId } = await connected(booking.owner, feed);
  await app.sql(
    `UPDATE "CalendarConnection" SET "refusals" = 1, "refusedAt" = '2026-03-04T11:59:00Z' WHERE "id" = $1`,
    [connectionId],
  );
  await booking.booked({ dateTime: ten });
  expect(feed.requests).toBe(0);
});
