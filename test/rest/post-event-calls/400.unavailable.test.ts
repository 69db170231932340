import { describe, expect, test } from 'vitest';
import { insertCall } from '../../../src/db/writes/event-calls.ts';
import { useApp } from '../../support/app.ts';
import type { EventDraft } from '../../support/bookable-events.ts';
import { allHours, openAlways } from '../../support/bookable-events.ts';
import {
  type Booking,
  bookingIn,
  bookingPath,
  bookingRows,
  march,
  noBookingRows,
  refusedWith,
  unavailable,
} from '../../support/bookings.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';

const app = await useApp();

/** Refused over REST and GraphQL with the next open times, and nothing is written. */
async function refuses(booking: Booking, dateTime: string, next: string[]): Promise<void> {
  const before = await bookingRows(app, booking.workspaceId);
  const { key, eventId } = booking;
  const { status, body } = await booking.book({ dateTime }, key, { 'idempotency-key': crypto.randomUUID() });
  expect({ status, body }).toEqual(refusedWith(unavailable(next), ['POST', bookingPath]));
  const input = { eventId, timeZone: 'UTC', email: 'ira@example.com', dateTime };
  const graph = await changeByGraphQL(app, key, 'createEventCall', input);
  expect([graph.status, graph.body.errors[0].extensions]).toEqual([
    ...[400, { code: 'VALIDATION_FAILED', details: unavailable(next) }],
  ]);
  expect(await bookingRows(app, booking.workspaceId)).toEqual(before);
}

const marches = (...texts: string[]) => texts.map(march);
const after10 = marches('05T11:00', '05T12:00', '05T13:00');

/** An event whose owner takes it on Thursdays from 9 to 12. The clock stands at Wednesday noon. */
async function onThursdays(draft: EventDraft = {}): Promise<Booking> {
  const booking = await bookingIn(app, draft, { hosts: async () => [] });
  const hours = { ...allHours, ...emptyWeek, thursday: [[540, 720]] as [number, number][] };
  await openAlways(app, booking.owner, { eventId: booking.eventId, hours });
  return booking;
}
const emptyWeek = Object.fromEntries(Object.keys(allHours).map((day) => [day, []]));

describe('a time that cannot be booked, and the next ones that can', () => {
  test('taken by a call of the event', async () => {
    const booking = await bookingIn(app);
    await booking.booked({ dateTime: march('05T10:00') });
    await refuses(booking, march('05T10:00'), after10);
  });

  test('between two slots', async () => {
    const booking = await bookingIn(app);
    await refuses(booking, march('05T10:30'), after10);
    await refuses(booking, '2026-03-05T10:00:01.000Z', after10);
    await refuses(booking, '2026-03-05T10:00:00.001Z', after10);
  });

  test('outside the hours of the schedule', async () => {
    const booking = await onThursdays();
    const next = marches('12T09:00', '12T10:00', '12T11:00');
    await refuses(booking, march('05T12:00'), next);
    await refuses(booking, march('06T10:00'), next);
    await refuses(booking, march('05T08:00'), marches('05T09:00', '05T10:00', '05T11:00'));
    // Two slots in two weeks, so that the third is looked for later.
    await app.call(booking.owner, { dateTime: march('12T10:00'), duration: 120 });
    await refuses(booking, march('06T10:00'), marches('12T09:00', '19T09:00', '19T10:00'));
  });

  test('within the minimum notice', async () => {
    const booking = await bookingIn(app, { minimumNotice: 180 });
    await refuses(booking, march('04T14:00'), marches('04T15:00', '04T16:00', '04T17:00'));
    await booking.booked({ dateTime: march('04T15:00') });
  });

  test('beyond the booking window', async () => {
    const booking = await bookingIn(app, { bookingWindow: 1 });
    await refuses(booking, march('06T00:00'), []);
    await refuses(booking, march('05T22:30'), marches('05T23:00'));
    await booking.booked({ dateTime: march('05T23:00') });
  });

  test('closed by an override, or by time off', async () => {
    const booking = await bookingIn(app);
    const { workspaceId, userId } = booking.owner;
    const [schedule] = await app.sql<{ id: number }>('SELECT "id" FROM "Schedule" WHERE "userId" = $1', [userId]);
    const closed = { date: '2026-03-05', startMinutes: [], endMinutes: [] };
    await app.insert('ScheduleOverride', { workspaceId, scheduleId: schedule?.id, ...closed });
    const [startTime, endTime] = [march('06T00:30'), march('06T02:00')];
    await app.insert('TimeOff', { workspaceId, userId, startTime, endTime });
    await refuses(booking, march('05T10:00'), marches('06T02:00', '06T03:00', '06T04:00'));
    await refuses(booking, march('06T00:00'), marches('06T02:00', '06T03:00', '06T04:00'));
  });

  test('never again', async () => {
    const booking = await bookingIn(app, {}, { hosts: async () => [] });
    await openAlways(app, booking.owner, { eventId: booking.eventId, hours: emptyWeek });
    await refuses(booking, march('05T10:00'), []);
    await refuses(booking, '2999-12-31T23:59:59.999Z', []);
  });

  test('of the year 2999 comes after one of that year, and is booked itself', async () => {
    const booking = await bookingIn(app, {}, { timeZone: 'America/Santiago', hosts: async () => [] });
    await openAlways(app, booking.owner, { eventId: booking.eventId, timeZone: 'Europe/Lisbon' });
    expect((await booking.book({ dateTime: '2999-06-01T10:00:00Z' })).status).toBe(201);
    await refuses(
      booking,
      '2999-06-01T10:30:00Z',
      ['11', '12', '13'].map((hour) => `2999-06-01T${hour}:00:00.000Z`),
    );
  });
});

test('a refused booking leaves the contact that it would have been for as it is', async () => {
  const booking = await bookingIn(app);
  await app.call(booking.owner, { dateTime: march('05T10:00'), duration: 60 });
  const rows = await bookingRows(app, booking.workspaceId);
  const input = { dateTime: march('05T10:00'), email: 'new@example.com', firstName: 'Noa' };
  expect((await booking.book(input)).status).toBe(400);
  expect(await bookingRows(app, booking.workspaceId)).toEqual(rows);
  expect(rows).toEqual({ ...noBookingRows, EventCall: 1, Contact: 1 });
});

test('a call that another program writes while the booking runs is never overlapped', async () => {
  const booking = await bookingIn(app);
  const client = await app.context.db.pool.connect();
  try {
    const contactId = await app.contact(booking.workspaceId);
    const { workspaceId, eventId, owner } = booking;
    await client.query('BEGIN');
    await insertCall(client, {
      ...{ workspaceId, eventId, contactId, userId: owner.userId, setterId: null, callType: 'STRATEGY_EVENT' },
      ...{ dateTime: march('05T10:30'), duration: 60, timeZone: 'UTC', language: 'en', notes: null, utm: [] },
      ...{ inviteeName: 'Ira', inviteeEmail: null, phoneNumber: null, location: 'ZOOM', locationLink: null },
      guests: [],
    });
    const answer = booking.book({ dateTime: march('05T10:00') });
    await expect.poll(waitingInserts).toBe(1);
    await client.query('COMMIT');
    const { status, body } = await answer;
    expect({ status, body }).toEqual(refusedWith(unavailable([]), ['POST', bookingPath]));
    const written = { EventCall: 1, Contact: 1 };
    expect(await bookingRows(app, booking.workspaceId)).toEqual({ ...noBookingRows, ...written });
  } finally {
    client.release();
  }
});

async function waitingInserts(): Promise<number | undefined> {
  const [row] = await app.sql<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO "EventCall"%'`,
  );
  return row?.count;
}
