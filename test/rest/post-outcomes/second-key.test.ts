import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

test('a call that has its outcome already keeps the response for a second key, and has one event', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('05T10:00') });
  const won = { eventCallId: id, outcome: 'WON' };
  const ask = (key: string) => booking.setOutcome(won, booking.key, { 'idempotency-key': key });
  const first = await ask('first');
  expect(first.status).toBe(201);
  const second = await ask('second');
  expect([second.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([200, first.body, null]);
  // The call has moved on: whoever repeats a request is told what it was answered.
  await booking.setOutcome({ eventCallId: id, outcome: 'NO_SALE', noSaleReason: 'OTHER' });
  for (const [key, status] of [['first', 201] as const, ['second', 200] as const]) {
    const replayed = await ask(key);
    expect([replayed.status, replayed.body]).toEqual([status, first.body]);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  }
  const kinds = (await eventsOf(app, booking.workspaceId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'call.outcome_added')).toHaveLength(2);
});
