import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const dateTime = march('05T10:00');

describe('POST /v1/outcomes', () => {
  test('sets the outcome of a call from every input, and returns the whole call exactly', async () => {
    const booking = await bookingIn(app);
    const call = await booking.booked({ dateTime, notes: 'From the booking' });
    const outcome = {
      outcome: 'NO_SALE',
      noSaleReason: 'BAD_FIT',
      objectionKind: 'MONEY',
      objection: 'Too dear',
      notes: 'Größer, 成長',
    };
    const { status, body } = await booking.setOutcome({ eventCallId: call.id, ...outcome });
    const { updatedAt } = body.data;
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { ...call, ...outcome, updatedAt } }));
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(call.updatedAt));
    expect((await app.get('/v1/eventCalls', booking.key)).body.data).toEqual({ eventCalls: [body.data], count: 1 });
  });

  test('writes the event call.outcome_added, with the call as it was returned, and what was there before', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const first = await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    const second = await booking.setOutcome({ eventCallId: id, outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' });
    expect((await eventsOf(app, booking.workspaceId)).slice(2)).toEqual([
      { kind: 'call.outcome_added', payload: first.body.data, previous: { outcome: 'PENDING' } },
      { kind: 'call.outcome_added', payload: second.body.data, previous: { outcome: 'WON', noSaleReason: null } },
    ]);
  });

  test('replaces an outcome with a 200: its reason and objection go, notes stay', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const more = { noSaleReason: 'OTHER', objectionKind: 'FEAR', objection: 'Too dear', notes: 'Call again' };
    const first = await booking.setOutcome({ eventCallId: id, outcome: 'NO_SALE', ...more });
    const { status, body } = await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    const { updatedAt } = body.data;
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          ...first.body.data,
          outcome: 'WON',
          noSaleReason: null,
          objectionKind: null,
          objection: null,
          updatedAt,
        },
      },
    });
  });

  test('of the same kind keeps the objection that is not sent, and null clears its kind', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const sent = { eventCallId: id, outcome: 'WON' };
    await booking.setOutcome({ ...sent, objectionKind: 'PARTNER', objection: 'Asks her partner' });
    const { body } = await booking.setOutcome({ ...sent, notes: 'x' });
    expect(body.data).toMatchObject({ objectionKind: 'PARTNER', objection: 'Asks her partner' });
    const cleared = await booking.setOutcome({ ...sent, objectionKind: null });
    expect(cleared.body.data).toMatchObject({ objectionKind: null, objection: 'Asks her partner' });
  });

  test('null takes an outcome back with its reason and objection, and notes stay', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime, notes: 'Seen' });
    const more = { noSaleReason: 'OTHER', objectionKind: 'MONEY', objection: 'Too dear' };
    const first = await booking.setOutcome({ eventCallId: id, outcome: 'NO_SALE', ...more });
    const { status, body } = await booking.setOutcome({ eventCallId: id, outcome: null });
    const { updatedAt } = body.data;
    const taken = { outcome: 'PENDING', noSaleReason: null, objectionKind: null, objection: null, updatedAt };
    expect([status, body]).toEqual([200, { data: { ...first.body.data, ...taken } }]);
    const events = await eventsOf(app, booking.workspaceId);
    expect(events.at(-1)).toEqual({
      kind: 'call.outcome_added',
      payload: body.data,
      previous: { outcome: 'NO_SALE', ...more },
    });
    expect((await booking.setOutcome({ eventCallId: id, outcome: null })).body).toEqual(body);
    expect(await eventsOf(app, booking.workspaceId)).toHaveLength(events.length);
    expect((await booking.setOutcome({ eventCallId: id, outcome: 'WON' })).status).toBe(201);
  });

  test('null is a value in the graph as well, and must be stated', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    const document = (outcome: string) =>
      `mutation { setOutcome(input: { eventCallId: ${id}${outcome} }) { created eventCall { outcome } } }`;
    const missing = await app.graphql(document(''), booking.key);
    expect(missing.body.errors[0].extensions.details.errors).toEqual([
      expect.objectContaining({ path: 'outcome', code: 'required' }),
    ]);
    const { body } = await app.graphql(document(', outcome: null'), booking.key);
    expect(body.data.setOutcome).toEqual({ created: false, eventCall: { outcome: 'PENDING' } });
  });

  test('a cancelled call awaits no outcome, and may have one', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const listed = async (outcomes: string) =>
      (await app.get(`/v1/eventCalls?outcomes=${outcomes}`, booking.key)).body.data.count;
    expect(await listed('PENDING')).toBe(1);
    const cancelled = await booking.cancel({ id });
    expect(cancelled.body.data.outcome).toBeNull();
    expect([await listed('PENDING'), await listed('PENDING,PENDING_OUTCOME'), await listed('PENDING,WON')]).toEqual([
      ...[0, 0, 0],
    ]);
    const { status, body } = await booking.setOutcome({
      ...{ eventCallId: id, outcome: 'NO_SALE', noSaleReason: 'CONTACT_CANCELLED' },
    });
    expect([status, body.data.status, body.data.outcome]).toEqual([201, 'CANCELLED', 'NO_SALE']);
    expect(await listed('NO_SALE')).toBe(1);
    expect((await booking.setOutcome({ eventCallId: id, outcome: null })).body.data.outcome).toBeNull();
    expect([await listed('NO_SALE'), await listed('PENDING')]).toEqual([0, 0]);
  });

  test('what is there already changes nothing: neither updatedAt, nor is there an event', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime, notes: 'Seen' });
    const input = { eventCallId: id, outcome: 'NO_SALE', noSaleReason: 'OTHER' };
    const first = await booking.setOutcome({ ...input, objection: 'Too dear' });
    for (const more of [{}, { notes: 'Seen' }]) {
      const { status, body } = await booking.setOutcome({ ...input, ...more });
      expect([status, body]).toEqual([200, first.body]);
    }
    expect(await eventsOf(app, booking.workspaceId)).toHaveLength(3);
  });

  test.each([
    ['STRATEGY_EVENT', 'WON', undefined],
    ['STRATEGY_EVENT', 'NO_SALE', 'FOLLOW_UP_SCHEDULE'],
    ['DISCOVERY_EVENT', 'APPROVED', undefined],
    ['DISCOVERY_EVENT', 'REJECTED', 'UNQUALIFIED'],
    ['DISCOVERY_EVENT', 'QUALIFIED', undefined],
    ['DISCOVERY_EVENT', 'UNQUALIFIED', undefined],
  ] as const)('a call of a %s can be %s', async (callType, outcome, noSaleReason) => {
    const booking = await bookingIn(app, { callType });
    const { id } = await booking.booked({ dateTime });
    const { status, body } = await booking.setOutcome({ eventCallId: id, outcome, noSaleReason });
    expect([status, body.data.outcome, body.data.noSaleReason]).toEqual([201, outcome, noSaleReason ?? null]);
  });

  test.each([
    ...['FOLLOW_UP_SCHEDULE', 'UNQUALIFIED', 'NO_SHOW', 'CONTACT_CANCELLED', 'ADMIN_CANCELLED', 'NOT_INTERESTED'],
    ...['BAD_FIT', 'OTHER'],
  ])('%s is a reason', async (noSaleReason) => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    const { status, body } = await booking.setOutcome({ eventCallId: id, outcome: 'NO_SALE', noSaleReason });
    expect([status, body.data.noSaleReason]).toEqual([201, noSaleReason]);
  });

  test('goes by the type that the call was booked with, not the present one of the event', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    await app.sql(`UPDATE "Event" SET "callType" = 'DISCOVERY_EVENT' WHERE "id" = $1`, [booking.eventId]);
    expect((await booking.setOutcome({ eventCallId: id, outcome: 'WON' })).status).toBe(201);
  });

  test('is found by its filter', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    const counts = await Promise.all(
      ['WON', 'PENDING'].map(async (outcome) => {
        const { body } = await app.get(`/v1/eventCalls?outcomes=${outcome}`, booking.key);
        return body.data.count;
      }),
    );
    expect(counts).toEqual([1, 0]);
  });

  test.each(['CLOSER', 'SETTER'] as const)('of their own calls is open to a %s', async (role) => {
    const booking = await bookingIn(app);
    const member = await app.member(booking.workspaceId, role);
    const as = await app.apiKey(member, { scopes: ['eventCalls:write'] });
    const hosted = await app.call(member, { dateTime });
    const { id } = await booking.booked({ dateTime, setterId: member.userId });
    for (const eventCallId of [hosted, id]) {
      expect((await booking.setOutcome({ eventCallId, outcome: 'WON' }, as)).status).toBe(201);
    }
  });

  test('GraphQL sets the same, and says whether there was none before', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime });
    for (const created of [true, false]) {
      const { body } = await changeByGraphQL(app, booking.key, 'setOutcome', { eventCallId: id, outcome: 'WON' });
      const read = (await app.get('/v1/eventCalls', booking.key)).body.data.eventCalls[0];
      expect([body, read.outcome]).toEqual([{ data: { setOutcome: { eventCall: read, created } } }, 'WON']);
    }
  });
});
