import { expect, test } from 'vitest';
import { packBusy, unpackBusy } from '#src/domain/calendars/busy.ts';
import { checkHost } from '#src/services/calendars/check-host.ts';
import { type TestApp, useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { type Booking, bookingIn, hoursOf, march } from '../../support/bookings.ts';
import { during, type Sql } from '../../support/during.ts';
import type { Member } from '../../support/factories.ts';
import { type IcsFeed, useIcsServer } from '../../support/ics-server.ts';
import { busyIn, connectedCalendar, storedCalendar, storedConnection } from '../../support/stored-calendars.ts';

const app = await useApp();
const server = await useIcsServer();
const ten = march('05T10:00');

const connected = (member: Member, { url }: IcsFeed) =>
  connectedCalendar(app, member, { connection: { secret: { kind: 'ICS', url } } });

async function storedBusy({ sql }: TestApp, calendarId: number) {
  const [row] = await sql<{ busy: Buffer }>('SELECT "busy" FROM "Calendar" WHERE "id" = $1', [calendarId]);
  return unpackBusy(row?.busy ?? Buffer.alloc(0));
}

async function withColleague(booking: Booking): Promise<Member> {
  const colleague = await app.member(booking.workspaceId, 'CLOSER');
  await openAlways(app, colleague, { eventId: booking.eventId, priority: -1 });
  return colleague;
}

test('a time that became busy since the last read is not booked, and is stored', async () => {
  const booking = await bookingIn(app);
  const feed = server.feed([busyIn('05T09:30', '05T10:01')]);
  const { connectionId, calendarId } = await connected(booking.owner, feed);
  // A read is under way, which was due a minute ago and may have begun before.
  await app.sql(`UPDATE "CalendarConnection" SET "nextReadAt" = '2026-03-04T11:59:00Z' WHERE "id" = $1`, [
    connectionId,
  ]);
  expect(hoursOf(await booking.dates())).toContain('05T10:00');
  const { status, body } = await booking.book({ dateTime: ten });
  expect([status, body.message.details.fieldErrors]).toEqual([400, { dateTime: ['This time is not available'] }]);
  expect(body.message.details.nextAvailable).toEqual([11, 12, 13].map((hour) => march(`05T${hour}:00`)));
  expect(feed.requests).toBe(1);
  expect(await storedBusy(app, calendarId)).toEqual([busyIn('05T09:30', '05T10:01')]);
  expect(hoursOf(await booking.dates())).not.toContain('05T10:00');
  // It is read once more, and from the beginning.
  const [connection] = await app.sql<{ isDue: boolean }>(
    `SELECT "nextReadAt" = '2026-03-04T12:00:00Z' AS "isDue" FROM "CalendarConnection" WHERE "id" = $1`,
    [connectionId],
  );
  expect(connection?.isDue).toBe(true);
});

test('a time that is free there is booked after one request to each calendar that counts as busy', async () => {
  const booking = await bookingIn(app);
  const [work, family, holidays] = [server.feed([busyIn('05T11:00', '05T12:00')]), server.feed(), server.feed()];
  const { calendarId } = await connected(booking.owner, work);
  await connected(booking.owner, family);
  const connectionId = await storedConnection(app, booking.owner, { secret: { kind: 'ICS', url: holidays.url } });
  await storedCalendar(app, booking, { connectionId, countsAsBusy: false });
  await booking.booked({ dateTime: ten });
  expect([work, family, holidays].map(({ requests }) => requests)).toEqual([1, 1, 0]);
  expect(await storedBusy(app, calendarId)).toEqual([]);
});

test('what is stored as busy stays, whatever the calendar says when a call is booked', async () => {
  const booking = await bookingIn(app);
  const feed = server.feed([busyIn('05T10:00', '05T10:30'), busyIn('05T10:45', '05T11:30')]);
  const { calendarId } = await connected(booking.owner, feed);
  await app.sql('UPDATE "Calendar" SET "busy" = $2 WHERE "id" = $1', [
    calendarId,
    packBusy([busyIn('05T14:00', '05T15:00')]),
  ]);
  expect((await booking.book({ dateTime: ten })).status).toBe(400);
  expect(await storedBusy(app, calendarId)).toEqual([
    ...[busyIn('05T10:00', '05T10:30'), busyIn('05T10:45', '05T11:30'), busyIn('05T14:00', '05T15:00')],
  ]);
});

test('a busy time that cannot be stored before the deadline is busy all the same', async () => {
  const { owner } = await bookingIn(app);
  const { connectionId, calendarId } = await connected(owner, server.feed([busyIn('05T10:00', '05T11:00')]));
  const deadline = new AbortController();
  const check = async () => {
    const checked = checkHost(app.context, { ...owner, ...busyIn('05T10:00', '05T11:00') }, deadline.signal);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => app.sql(waiting)).toHaveLength(1);
    deadline.abort();
    return checked;
  };
  const lock = (sql: Sql) => sql('SELECT FROM "CalendarConnection" WHERE "id" = $1 FOR UPDATE', [connectionId]);
  // More sessions than wait, so that the lock lasts until the check is over.
  expect(await during(app, lock, check, 2)).toBe(true);
  await expect.poll(() => storedBusy(app, calendarId)).toHaveLength(1);
});

test('the next host is chosen, and checked too', async () => {
  const booking = await bookingIn(app);
  const colleague = await withColleague(booking);
  const [own, others] = [server.feed([busyIn('05T10:00', '05T11:00')]), server.feed()];
  await connected(booking.owner, own);
  await connected(colleague, others);
  expect((await booking.booked({ dateTime: ten })).userId).toBe(colleague.userId);
  expect([own.requests, others.requests]).toEqual([1, 1]);
  others.entries = [busyIn('05T10:00', '05T13:00')];
  own.entries = others.entries;
  expect((await booking.book({ dateTime: march('05T12:00') })).status).toBe(400);
});

test('a host who is asked for by name is checked as well, and no other is booked instead', async () => {
  const booking = await bookingIn(app);
  await withColleague(booking);
  await connected(booking.owner, server.feed([busyIn('05T10:00', '05T11:00')]));
  expect((await booking.book({ dateTime: ten, userId: booking.owner.userId })).status).toBe(400);
  expect((await booking.book({ dateTime: ten })).status).toBe(201);
});

test('a call is not moved to a time that became busy, and the entry of the call itself keeps it from nothing', async () => {
  const booking = await bookingIn(app);
  const feed = server.feed();
  await connected(booking.owner, feed);
  const { id, previewId } = await booking.booked({ dateTime: ten });
  feed.entries = [{ ...busyIn('05T10:00', '05T11:00'), uid: `${previewId}@api.test` }, busyIn('05T15:00', '05T16:00')];
  await app.sql('UPDATE "Event" SET "slotInterval" = 15 WHERE "id" = $1', [booking.eventId]);
  const refused = await booking.reschedule({ id, dateTime: march('05T15:30'), timeZone: 'UTC' });
  expect([refused.status, refused.body.message.details.fieldErrors]).toEqual([
    400,
    { dateTime: ['This time is not available'] },
  ]);
  const moved = await booking.reschedule({ id, dateTime: march('05T10:15'), timeZone: 'UTC' });
  expect([moved.status, moved.body.data.dateTime]).toEqual([200, march('05T10:15')]);
});

test('an entry with a UID of ours is busy unless it is a call of the host at its own time', async () => {
  const booking = await bookingIn(app);
  const colleague = await withColleague(booking);
  const elsewhere = await bookingIn(app);
  const uidOf = ({ previewId }: { previewId: string }) => `${previewId}@api.test`;
  const own = await booking.booked({ dateTime: ten, userId: booking.owner.userId });
  const invited = await booking.booked({ dateTime: march('05T12:00'), userId: colleague.userId });
  const ofOther = await elsewhere.booked({ dateTime: march('05T14:00') });
  const feed = server.feed([
    { ...busyIn('05T18:00', '05T19:00'), uid: uidOf(own) },
    { ...busyIn('05T12:00', '05T13:00'), uid: uidOf(invited) },
    { ...busyIn('05T14:00', '05T15:00'), uid: uidOf(ofOther) },
    { ...busyIn('05T16:00', '05T17:00'), uid: `call_${'a'.repeat(22)}@api.test` },
  ]);
  const { calendarId } = await connected(booking.owner, feed);
  const book = async (hour: number) =>
    (await booking.book({ dateTime: march(`05T${hour}:00`), userId: booking.owner.userId })).status;
  const statuses: number[] = [];
  for (const hour of [12, 14, 16, 18, 20]) statuses.push(await book(hour));
  expect(statuses).toEqual([400, 400, 400, 400, 201]);
  expect(await storedBusy(app, calendarId)).toEqual(
    [12, 14, 16, 18].map((hour) => busyIn(`05T${hour}:00`, `05T${hour + 1}:00`)),
  );
});

test('a call is moved to another host where the calendar of its host became busy', async () => {
  const booking = await bookingIn(app);
  const feed = server.feed();
  await connected(booking.owner, feed);
  const { id, userId } = await booking.booked({ dateTime: ten });
  expect(userId).toBe(booking.owner.userId);
  const colleague = await withColleague(booking);
  feed.entries = [busyIn('05T15:00', '05T16:00')];
  const { body } = await booking.reschedule({ id, dateTime: march('05T15:00'), timeZone: 'UTC' });
  expect(body.data.userId).toBe(colleague.userId);
});

test('an invitee is refused a time that became busy', async () => {
  const booking = await bookingIn(app, { linkPrefix: 'ada/checked' });
  await connected(booking.owner, server.feed([busyIn('05T10:00', '05T11:00')]));
  const mutation = `mutation ($input: CreatePublicBookingInput!) {
    createPublicBooking(input: $input) { booking { dateTime } }
  }`;
  const book = async (dateTime: string) => {
    const input = { linkPrefix: 'ada/checked', dateTime, timeZone: 'UTC', email: 'ira@example.com' };
    return (await app.graphql(mutation, undefined, { input })).body;
  };
  expect((await book(ten)).errors[0].extensions.code).toBe('VALIDATION_FAILED');
  expect((await book(march('05T11:00'))).data.createPublicBooking.booking.dateTime).toBe(march('05T11:00'));
});
