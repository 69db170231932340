import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { during, type Sql } from '../../support/during.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

/** A call, and what another transaction does to it while a request about it arrives. */
async function callThat(change: string) {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('05T10:00') });
  const before = (await eventsOf(app, booking.workspaceId)).length;
  return {
    ...{ id, booking },
    meanwhile: <Result>(request: () => Promise<Result>) =>
      during(app, (sql) => sql(`UPDATE "EventCall" SET ${change} WHERE "id" = $1`, [id]), request),
    events: async () => (await eventsOf(app, booking.workspaceId)).slice(before),
  };
}

const cancelled = `"status" = 'CANCELLED', "cancelReason" = 'First'`;

describe('a call that another request changes meanwhile is what that has made of it:', () => {
  test('cancelled, it is not moved', async () => {
    const { id, booking, meanwhile, events } = await callThat(cancelled);
    const { status, body } = await meanwhile(() => booking.reschedule({ id, dateTime: march('06T15:00') }));
    const problems = { id: ['The call is cancelled: book a new one'] };
    expect([status, body.message.details?.fieldErrors]).toEqual([400, problems]);
    expect(await events()).toEqual([]);
  });

  test('moved to the same time, it is not moved there again', async () => {
    const moved = `"dateTime" = '2026-03-06T15:00Z', "endTime" = '2026-03-06T16:00Z'`;
    const { id, booking, meanwhile, events } = await callThat(moved);
    const { status, body } = await meanwhile(() => booking.reschedule({ id, dateTime: march('06T15:00') }));
    const problems = { dateTime: ['Is already the time of the call'] };
    expect([status, body.message.details?.fieldErrors]).toEqual([400, problems]);
    expect(await events()).toEqual([]);
  });

  test('moved, it is not offered the time that it has now', async () => {
    const moved = `"dateTime" = '2026-03-06T15:00Z', "endTime" = '2026-03-06T16:00Z'`;
    const { id, booking, meanwhile } = await callThat(moved);
    await booking.booked({ dateTime: march('06T14:00'), email: 'eve@example.com' });
    const { body } = await meanwhile(() => booking.reschedule({ id, dateTime: march('06T14:00') }));
    const { nextAvailable } = body.message.details;
    expect(nextAvailable).toEqual([march('06T16:00'), march('06T17:00'), march('06T18:00')]);
  });

  test('cancelled, it keeps the reason, and is reported once', async () => {
    const { id, booking, meanwhile, events } = await callThat(cancelled);
    const { status, body } = await meanwhile(() => booking.cancel({ id, cancelReason: 'Second' }));
    expect([status, body.data.cancelReason, await events()]).toEqual([200, 'First', []]);
  });

  test('with an outcome, its next one is not the first', async () => {
    const { id, booking, meanwhile, events } = await callThat(`"outcome" = 'WON'`);
    const input = { eventCallId: id, outcome: 'NO_SALE', noSaleReason: 'OTHER' };
    const { status, body } = await meanwhile(() => booking.setOutcome(input));
    expect(status).toBe(200);
    const previous = { outcome: 'WON', noSaleReason: null };
    expect(await events()).toEqual([{ kind: 'call.outcome_added', payload: body.data, previous }]);
  });
});

test('a host who joins the event meanwhile, and is not locked, takes no call', async () => {
  const booking = await bookingIn(app);
  const { owner, workspaceId, eventId } = booking;
  const closer = await app.member(workspaceId, 'CLOSER');
  await openAlways(app, closer, { eventId: await app.event(owner), priority: 5 });
  const join = 'UPDATE "EventHost" SET "eventId" = $1 WHERE "workspaceId" = $2 AND "userId" = $3';
  const first = async (sql: Sql) => {
    await sql('SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 FOR UPDATE', [
      ...[workspaceId, owner.userId],
    ]);
    await sql(join, [eventId, workspaceId, closer.userId]);
  };
  const { body } = await during(app, first, () => booking.book({ dateTime: march('05T10:00') }));
  expect(body.data.userId).toBe(owner.userId);
  expect((await booking.booked({ dateTime: march('05T11:00') })).userId).toBe(closer.userId);
});
