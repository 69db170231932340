import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const dateTime = march('05T10:00');
const [sam, lee, kim] = ['sam@example.com', 'lee@example.com', 'kim@example.com'];

describe('PUT /v1/eventCalls/guests', () => {
  test('replaces the guests of a call, and returns the whole call exactly', async () => {
    const booking = await bookingIn(app);
    const call = await booking.booked({ dateTime, guests: [sam, lee] });
    const { status, body } = await booking.setGuests({
      id: call.id,
      guests: ['LEE@example.com', 'Ira@example.com', kim],
    });
    const { updatedAt } = body.data;
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { ...call, guests: [lee, kim], updatedAt } }));
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(call.updatedAt));
    expect((await app.get('/v1/eventCalls', booking.key)).body.data).toEqual({ eventCalls: [body.data], count: 1 });
  });

  test('writes the event call.guests_changed, and nothing for the same guests', async () => {
    const booking = await bookingIn(app);
    const call = await booking.booked({ dateTime, guests: [sam] });
    const { body } = await booking.setGuests({ id: call.id, guests: [] });
    expect((await booking.setGuests({ id: call.id, guests: [] })).body).toEqual(body);
    expect((await eventsOf(app, booking.workspaceId)).slice(2)).toEqual([
      { kind: 'call.guests_changed', payload: body.data, previous: { guests: [sam] } },
    ]);
    const { body: graph } = await app.graphql(`{ eventCall(id: ${call.id}) { guests changes { kind } } }`, booking.key);
    expect(graph.data.eventCall).toEqual({ guests: [], changes: [{ kind: 'BOOKED' }] });
  });

  test('lets a call keep its time, its status and the count of its changes', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const state = () => app.sql('SELECT "dateTime", "status", "sequence" FROM "EventCall" WHERE "id" = $1', [id]);
    const before = await state();
    await booking.setGuests({ id, guests: [sam] });
    expect(await state()).toEqual(before);
    await booking.reschedule({ id, dateTime: march('06T10:00') });
    expect((await app.get(`/v1/eventCalls/detail?id=${id}`, booking.key)).body.data.guests).toEqual([sam]);
  });

  test('also through GraphQL, where hosts may be guests', async () => {
    const booking = await bookingIn(app);
    const { id, closer } = await booking.booked({ dateTime });
    const changed = await changeByGraphQL(app, booking.key, 'updateEventCallGuests', {
      id,
      guests: [closer.email],
    });
    expect(changed.body).toMatchObject({ data: { updateEventCallGuests: { id } } });
    expect((await app.get(`/v1/eventCalls/detail?id=${id}`, booking.key)).body.data.guests).toEqual([closer.email]);
  });
});
