import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import { bookingIn, hoursOf, march } from '../../support/bookings.ts';
import type { Member } from '../../support/factories.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const dateTime = march('05T10:00');
const later = march('06T15:00');

/** An event of the owner and a closer, with a call of the owner on the 5th at 10:00. */
async function ofTwo() {
  let closer: Member | undefined;
  const hosts = async (owner: Member) => {
    closer = await app.member(owner.workspaceId, 'CLOSER');
    return [closer, owner];
  };
  const booking = await bookingIn(app, {}, { hosts });
  const call = await booking.booked({ dateTime, userId: booking.owner.userId });
  return { ...booking, closer: closer as Member, call };
}

describe('PUT /v1/eventCalls/reschedule', () => {
  test('moves a call, and returns the whole call exactly', async () => {
    const booking = await bookingIn(app);
    const call = await booking.booked({ dateTime, timeZone: 'Asia/Tokyo' });
    const change = { timeZone: 'Europe/Berlin', rescheduleReason: 'Größer, 成長' };
    const { status, body } = await booking.reschedule({ id: call.id, dateTime: '2026-03-06T15:00:00Z', ...change });
    const { updatedAt } = body.data;
    const moved = { status: 'RESCHEDULED', dateTime: later, endTime: march('06T16:00'), ...change, updatedAt };
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { ...call, ...moved } }));
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(call.updatedAt));
    expect((await app.get('/v1/eventCalls', booking.key)).body.data).toEqual({ eventCalls: [body.data], count: 1 });
  });

  test('writes the event call.rescheduled, with the call as it was returned, and all that was different before', async () => {
    const { workspaceId, owner, closer, call, ...booking } = await ofTwo();
    await app.call(owner, { dateTime: later, duration: 60 });
    const { body } = await booking.reschedule({ id: call.id, dateTime: later });
    expect(body.data.userId).toBe(closer.userId);
    const previous = {
      status: 'SCHEDULED',
      dateTime,
      endTime: call.endTime,
      userId: owner.userId,
      closer: call.closer,
    };
    const events = (await eventsOf(app, workspaceId)).slice(2);
    expect(events).toEqual([{ kind: 'call.rescheduled', payload: body.data, previous }]);
  });

  test('takes back the outcome of the earlier time, with its reason and objection, and the event says what they were', async () => {
    const { workspaceId, ...booking } = await bookingIn(app);
    const { id } = await booking.booked({ dateTime, notes: 'Seen' });
    const outcome = { outcome: 'NO_SALE', noSaleReason: 'NO_SHOW', objectionKind: 'MONEY', objection: 'Too dear' };
    await booking.setOutcome({ eventCallId: id, ...outcome });
    const { body } = await booking.reschedule({ id, dateTime: later });
    const { noSaleReason, objectionKind, objection, notes } = body.data;
    expect([body.data.outcome, noSaleReason, objectionKind, objection, notes]).toEqual([
      'PENDING',
      null,
      null,
      null,
      'Seen',
    ]);
    const { previous } = (await eventsOf(app, workspaceId)).at(-1) ?? {};
    expect(previous).toMatchObject(outcome);
    expect((await booking.setOutcome({ eventCallId: id, outcome: 'WON' })).status).toBe(201);
  });

  test('frees the time that the call had, and takes the new one', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    await booking.reschedule({ id, dateTime: later });
    const open = hoursOf(await booking.dates());
    expect([open.includes('05T10:00'), open.includes('06T15:00')]).toEqual([true, false]);
    await booking.booked({ dateTime });
  });

  test('may overlap its own present time, because the call counts as if it were not there', async () => {
    const booking = await bookingIn(app, { slotInterval: 15, bufferAfter: 30, dailyLimit: 1 });
    const { id } = await booking.booked({ dateTime });
    const { status, body } = await booking.reschedule({ id, dateTime: march('05T10:15') });
    expect([status, body.data.dateTime]).toEqual([200, march('05T10:15')]);
  });

  test('has the present duration of the event', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    await app.sql('UPDATE "Event" SET "duration" = 90 WHERE "id" = $1', [booking.eventId]);
    const { body } = await booking.reschedule({ id, dateTime: later });
    expect([body.data.duration, body.data.endTime]).toEqual([90, march('06T16:30')]);
  });

  test('keeps the time zone of the call where none is given, but not the reason of the move before', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime, timeZone: 'Asia/Tokyo' });
    await booking.reschedule({ id, dateTime: later, rescheduleReason: 'Ill' });
    const { body } = await booking.reschedule({ id, dateTime: march('06T18:00') });
    const { timeZone, rescheduleReason, status } = body.data;
    expect({ timeZone, rescheduleReason, status }).toEqual({
      ...{ timeZone: 'Asia/Tokyo', rescheduleReason: null, status: 'RESCHEDULED' },
    });
  });

  test('keeps the host who is free then, whatever the priority of the others', async () => {
    const { closer, owner, eventId, call, reschedule } = await ofTwo();
    await app.sql('UPDATE "EventHost" SET "priority" = 5 WHERE "eventId" = $1 AND "userId" = $2', [
      eventId,
      closer.userId,
    ]);
    expect((await reschedule({ id: call.id, dateTime: later })).body.data.userId).toBe(owner.userId);
  });

  test('changes the host who is busy then, or no longer a host', async () => {
    const { owner, closer, eventId, call, reschedule, key } = await ofTwo();
    await app.call(owner, { dateTime: later, duration: 60 });
    const moved = (await reschedule({ id: call.id, dateTime: later })).body.data;
    const [member] = (await app.get('/v1/users', key)).body.data.users.filter(
      ({ id }: { id: number }) => id === closer.userId,
    );
    const { id, firstName, lastName, email } = member;
    expect([moved.userId, moved.closer]).toEqual([closer.userId, { id, firstName, lastName, email }]);
    await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1 AND "userId" = $2', [eventId, closer.userId]);
    const again = await reschedule({ id: call.id, dateTime: march('06T18:00') });
    expect([again.status, again.body.data.userId]).toEqual([200, owner.userId]);
  });

  test('of a call that is past gives it a time to come', async () => {
    const booking = await bookingIn(app);
    const { owner, eventId } = booking;
    const id = await app.call(owner, { eventId, dateTime: march('02T10:00'), duration: 60 });
    const { body } = await booking.reschedule({ id, dateTime: later });
    expect([body.data.eventType, body.data.outcome]).toEqual(['UPCOMING', 'PENDING']);
  });

  test.each(['CLOSER', 'SETTER'] as const)('of their own calls is open to a %s', async (role) => {
    const booking = await bookingIn(app);
    const member = await app.member(booking.workspaceId, role);
    const as = await app.apiKey(member, { scopes: ['eventCalls:write'] });
    const { id } = await booking.booked({ dateTime, setterId: member.userId });
    expect((await booking.reschedule({ id, dateTime: later }, as)).status).toBe(200);
    const hosted = await bookableEvent(app, booking.owner, {}, []);
    await openAlways(app, member, { eventId: hosted });
    const own = await booking.booked({ eventId: hosted, dateTime });
    const { status, body } = await booking.reschedule({ id: own.id, dateTime: later }, as);
    expect([status, body.data.userId]).toEqual([200, member.userId]);
  });

  test('GraphQL moves the same', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const { body } = await changeByGraphQL(app, booking.key, 'rescheduleEventCall', { id, dateTime: later });
    const read = (await app.get('/v1/eventCalls', booking.key)).body.data.eventCalls[0];
    expect([body, read.status, read.dateTime]).toEqual([{ data: { rescheduleEventCall: read } }, 'RESCHEDULED', later]);
  });
});
