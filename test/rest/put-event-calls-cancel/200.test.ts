import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, hoursOf, march } from '../../support/bookings.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const dateTime = march('05T10:00');

describe('PUT /v1/eventCalls/cancel', () => {
  test('cancels a call, and returns the whole call exactly', async () => {
    const booking = await bookingIn(app);
    const call = await booking.booked({ dateTime });
    const { status, body } = await booking.cancel({ id: call.id, cancelReason: 'Größer, 成長' });
    const { updatedAt } = body.data;
    const cancelled = { status: 'CANCELLED', outcome: null, cancelReason: 'Größer, 成長', updatedAt };
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { ...call, ...cancelled } }));
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(call.updatedAt));
    expect((await app.get('/v1/eventCalls', booking.key)).body.data).toEqual({ eventCalls: [body.data], count: 1 });
  });

  test('needs no reason, and writes the event call.cancelled, with the call as it was returned', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const { body } = await booking.cancel({ id });
    expect(body.data.cancelReason).toBeNull();
    const events = (await eventsOf(app, booking.workspaceId)).slice(2);
    expect(events).toEqual([
      { kind: 'call.cancelled', payload: body.data, previous: { status: 'SCHEDULED', outcome: 'PENDING' } },
    ]);
  });

  test('frees the time of the call', async () => {
    const booking = await bookingIn(app, { dailyLimit: 1 });
    const { id } = await booking.booked({ dateTime });
    expect(hoursOf(await booking.dates({ to: '2026-03-05' }))).toEqual([]);
    await booking.cancel({ id });
    expect(hoursOf(await booking.dates({ to: '2026-03-05' }))).toContain('05T10:00');
    expect((await booking.booked({ dateTime })).id).not.toBe(id);
  });

  test('of a cancelled call changes nothing: neither its reason nor updatedAt, nor is there an event', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const first = await booking.cancel({ id, cancelReason: 'Ill' });
    const again = await booking.cancel({ id, cancelReason: 'Bored' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await eventsOf(app, booking.workspaceId)).toHaveLength(3);
  });

  test('is possible for a rescheduled call, a past one, and one of a deleted event', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    await booking.reschedule({ id, dateTime: march('06T10:00') });
    const past = await app.call(booking.owner, { eventId: booking.eventId, dateTime: march('02T10:00') });
    await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "id" = $1', [booking.eventId]);
    for (const each of [id, past]) {
      const { status, body } = await booking.cancel({ id: each });
      expect([status, body.data.status]).toEqual([200, 'CANCELLED']);
    }
  });

  test.each(['CLOSER', 'SETTER'] as const)('of their own calls is open to a %s', async (role) => {
    const booking = await bookingIn(app);
    const member = await app.member(booking.workspaceId, role);
    const as = await app.apiKey(member, { scopes: ['eventCalls:write'] });
    const hosted = await app.call(member, { dateTime });
    const { id } = await booking.booked({ dateTime, setterId: member.userId });
    for (const each of [hosted, id]) expect((await booking.cancel({ id: each }, as)).status).toBe(200);
  });

  test('GraphQL cancels the same', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const { body } = await changeByGraphQL(app, booking.key, 'cancelEventCall', { id, cancelReason: 'Ill' });
    const read = (await app.get('/v1/eventCalls', booking.key)).body.data.eventCalls[0];
    expect([body, read.cancelReason]).toEqual([{ data: { cancelEventCall: read } }, 'Ill']);
  });
});
