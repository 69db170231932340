import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { calendarConnection } from '../../support/calendar-connections.ts';
import type { Member } from '../../support/factories.ts';
import { mailServer } from '../../support/mail-server.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const mail = await mailServer();
const app = await useApp({ mailer: mail.mailer });
const dateTime = march('05T10:00');
const later = march('06T15:00');

type Place = Awaited<ReturnType<typeof placeOf>>;
let place: Place;
let call: Body;

/** An event of the owner and a closer, with a call of the owner on the 5th at 10:00, and the key of each. */
async function placeOf() {
  let closer: Member | undefined;
  const booking = await bookingIn(
    app,
    {},
    {
      hosts: async (owner: Member) => {
        closer = await app.member(owner.workspaceId, 'CLOSER');
        return [closer, owner];
      },
    },
  );
  const { owner, workspaceId } = booking;
  const { userId } = closer as Member;
  const closerKey = await app.apiKey({ workspaceId, userId }, { scopes: ['eventCalls:read', 'eventCalls:write'] });
  return { ...booking, ownerId: owner.userId, closerId: userId, closerKey };
}

beforeEach(async () => {
  place = await placeOf();
  call = await place.booked({ dateTime, userId: place.ownerId });
});

const move = async (input: object, as?: string) => place.reschedule({ id: call.id, dateTime, ...input }, as);
const refusal = async (input: object, as?: string) => {
  const { status, body } = await move(input, as);
  return [status, body.message?.details?.fieldErrors];
};

describe('PUT /v1/eventCalls/reschedule with userId', () => {
  test('gives the call to another host at the same time, and all else stays', async () => {
    const { status, body } = await move({ userId: place.closerId });
    const { closer, updatedAt } = body.data;
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { ...call, userId: place.closerId, closer, updatedAt } },
    });
    expect(closer.id).toBe(place.closerId);
    const [, , event] = await eventsOf(app, place.workspaceId);
    expect(event).toEqual({
      kind: 'call.rescheduled',
      payload: body.data,
      previous: { userId: place.ownerId, closer: call.closer },
    });
    const { body: graph } = await app.graphql(`{ eventCall(id: ${call.id}) { changes { kind } } }`, place.key);
    expect(graph.data.eventCall.changes.map(({ kind }: Body) => kind)).toEqual(['REASSIGNED', 'BOOKED']);
  });

  test('keeps the outcome of a call that has begun, and is refused once it has ended', async () => {
    await place.setOutcome({ eventCallId: call.id, outcome: 'WON' });
    app.clock.set(march('05T10:30'));
    expect((await move({ userId: place.closerId })).body.data).toMatchObject({
      userId: place.closerId,
      outcome: 'WON',
    });
    app.clock.set(call.endTime);
    expect(await refusal({ userId: place.ownerId })).toEqual([400, { id: ['The call has ended'] }]);
    app.clock.set('2026-03-04T12:00:00.000Z');
  });

  test('moves it to another time of that host', async () => {
    const { body } = await move({ userId: place.closerId, dateTime: later });
    expect(body.data).toMatchObject({ userId: place.closerId, dateTime: later, status: 'RESCHEDULED' });
  });

  test('announced by mail has a mail to both hosts and to the invitee', async () => {
    await app.sql(`UPDATE "Notification" SET "status" = 'SENT', "sentAt" = "dueAt" WHERE "eventCallId" = $1`, [
      call.id,
    ]);
    await move({ userId: place.closerId });
    const rows = await app.sql<{ kind: string; recipient: string; userId: number }>(
      `SELECT "kind", "recipient", "userId" FROM "Notification" WHERE "eventCallId" = $1 AND "sequence" = 1 ORDER BY "id"`,
      [call.id],
    );
    const toHosts = rows.filter(({ recipient }) => recipient === 'HOST').map(({ userId }) => userId);
    expect(new Set(toHosts)).toEqual(new Set([place.ownerId, place.closerId]));
    expect(rows.some(({ recipient }) => recipient === 'INVITEE')).toBe(true);
  });

  test('is refused for who is no host of the event, is not available, or has it already', async () => {
    const { userId: colleague } = await app.member(place.workspaceId, 'CLOSER');
    expect(await refusal({ userId: colleague })).toEqual([400, { userId: ['Must be a host of the event'] }]);
    expect(await refusal({ userId: place.ownerId })).toEqual([400, { dateTime: ['Is already the time of the call'] }]);
    const start = '2026-03-05T00:00:00Z';
    await app.insert('TimeOff', { ...ids(), startTime: start, endTime: '2026-03-07T00:00:00Z' });
    const away = [400, { userId: ['Is not available at the time of the call'] }];
    expect(await refusal({ userId: place.closerId })).toEqual(away);
    expect(await refusal({ userId: place.closerId, dateTime: later })).toEqual([
      400,
      { dateTime: ['This time is not available'] },
    ]);
  });

  const ids = () => ({ workspaceId: place.workspaceId, userId: place.closerId });

  test('needs neither the notice nor the grid of the event', async () => {
    await app.sql(
      'UPDATE "Event" SET "minimumNotice" = 2880, "bookingWindow" = 0, "slotInterval" = 45 WHERE "id" = $1',
      [call.eventId],
    );
    expect((await move({ userId: place.closerId })).status).toBe(200);
  });

  test('is forced by an owner or admin, but never to two calls at once', async () => {
    await app.insert('TimeOff', { ...ids(), startTime: '2026-03-05T00:00:00Z', endTime: '2026-03-06T00:00:00Z' });
    expect(await refusal({ userId: place.closerId, force: true }, place.closerKey)).toEqual([
      400,
      { force: ['Only an owner or admin can give a call to a host who is not available'] },
    ]);
    expect((await move({ userId: place.closerId, force: true })).status).toBe(200);
    const other = await place.booked({ dateTime: march('05T11:00'), userId: place.ownerId });
    await place.reschedule({ id: other.id, dateTime: march('05T11:00'), userId: place.closerId, force: true });
    const overlapping = { id: other.id, dateTime: march('05T10:00'), userId: place.closerId, force: true };
    const { status, body } = await place.reschedule(overlapping);
    expect([status, body.message.details.fieldErrors]).toEqual([400, { userId: ['Has another call at this time'] }]);
  });

  test('a closer gives away a call of their own, and sees it no more', async () => {
    await move({ userId: place.closerId });
    expect((await move({ userId: place.ownerId }, place.closerKey)).body.data.userId).toBe(place.ownerId);
    expect((await move({ userId: place.closerId }, place.closerKey)).status).toBe(404);
  });

  test('needs no time, so that a call that was moved meanwhile is not moved back', async () => {
    await place.reschedule({ id: call.id, dateTime: later, userId: place.ownerId });
    const { body } = await place.reschedule({ id: call.id, userId: place.closerId });
    expect(body.data).toMatchObject({ userId: place.closerId, dateTime: later });
    const again = await place.reschedule({ id: call.id, userId: place.closerId });
    expect(again.body.message.details.fieldErrors).toEqual({ userId: ['Is already the host of the call'] });
    const nothing = await place.reschedule({ id: call.id });
    expect(nothing.body.message.details.fieldErrors).toEqual({ dateTime: ['Is required'] });
  });

  test('asks for the length of the call, not for that of the event now', async () => {
    await app.sql('UPDATE "Event" SET "duration" = 30 WHERE "id" = $1', [call.eventId]);
    const away = { startTime: march('05T10:30'), endTime: march('05T11:00') };
    await app.insert('TimeOff', { ...ids(), ...away });
    expect(await refusal({ userId: place.closerId })).toEqual([
      400,
      { userId: ['Is not available at the time of the call'] },
    ]);
  });

  test('is given to one of two who get it at once', async () => {
    const both = await Promise.all([move({ userId: place.closerId }), move({ userId: place.closerId })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is refused while the calendar of the host cannot be read, also once the call has begun', async () => {
    const { workspaceId, closerId: userId } = place;
    await calendarConnection(app, { workspaceId, userId }, { readableUntil: march('05T10:10') });
    app.clock.set(march('05T10:30'));
    expect(await refusal({ userId })).toEqual([400, { userId: ['Is not available at the time of the call'] }]);
    app.clock.set('2026-03-04T12:00:00.000Z');
  });

  test('keeps its reason in the history', async () => {
    await move({ userId: place.closerId, rescheduleReason: 'Ada is ill' });
    const { body } = await app.graphql(`{ eventCall(id: ${call.id}) { changes { kind reason } } }`, place.key);
    expect(body.data.eventCall.changes[0]).toEqual({ kind: 'REASSIGNED', reason: 'Ada is ill' });
  });

  test('force alone says nothing', async () => {
    expect(await refusal({ dateTime: later, force: true })).toEqual([400, { force: ['Is only allowed with userId'] }]);
  });
});
