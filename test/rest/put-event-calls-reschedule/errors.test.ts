import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march, refusedWith, reschedulePath, unavailable } from '../../support/bookings.ts';
import { detailsWith } from '../../support/errors.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let booking: Booking;
let call: Body;
const app = await useApp();
beforeEach(async () => {
  booking = await bookingIn(app);
  call = await booking.booked({ dateTime });
});

const dateTime = march('05T10:00');
const later = march('06T15:00');

const stored = async () => [
  await app.sql('SELECT * FROM "EventCall" ORDER BY "id"'),
  await eventsOf(app, booking.workspaceId),
];

/** Refused over REST with this body, over GraphQL with these extensions, and nothing is written. */
async function refuses(input: object, rest: { status: number; body: object }, extensions: object, as = booking.key) {
  const before = await stored();
  const whole = { id: call.id, dateTime: later, ...input };
  const { status, body } = await booking.reschedule(whole, as);
  expect({ status, body }).toEqual(rest);
  const graph = await changeByGraphQL(app, as, 'rescheduleEventCall', whole);
  expect([graph.status, graph.body.errors[0].extensions]).toEqual([rest.status, extensions]);
  expect(await stored()).toEqual(before);
}
function wrong(input: object, details: object): Promise<void> {
  const all = detailsWith(details);
  return refuses(input, refusedWith(all, ['PUT', reschedulePath]), { code: 'VALIDATION_FAILED', details: all });
}
const missing = (input: object, code: string, as?: string) =>
  refuses(input, { status: 404, body: { message: 'Resource not found!', code } }, { code }, as);

describe('PUT /v1/eventCalls/reschedule, and nothing is written', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ dateTime: '2026-03-04T12:00:00Z' }, { dateTime: ['Must be in the future'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, { fieldErrors }));

  test.each([dateTime, '2026-03-05T10:00Z', '2026-03-05T15:30:00+05:30'])(
    'the present time of the call, %s',
    async (text) => {
      await wrong({ dateTime: text }, { fieldErrors: { dateTime: ['Is already the time of the call'] } });
      const change = { dateTime: text, timeZone: 'Asia/Tokyo', rescheduleReason: 'None' };
      await wrong(change, { fieldErrors: { dateTime: ['Is already the time of the call'] } });
    },
  );

  test('a call that is cancelled', async () => {
    await booking.cancel({ id: call.id });
    const fieldErrors = { id: ['The call is cancelled: book a new one'] };
    await wrong({}, { fieldErrors });
    await wrong({ dateTime }, { fieldErrors });
  });

  test('a time that is taken, with the next ones', async () => {
    await booking.booked({ dateTime: later });
    await wrong({}, unavailable([march('06T16:00'), march('06T17:00'), march('06T18:00')]));
  });

  test('a time that was never offered, with the next ones; the present time of the call is not among these', async () => {
    const next = [march('05T09:00'), march('05T11:00'), march('05T12:00')];
    await wrong({ dateTime: march('05T08:30') }, unavailable(next));
  });

  test('a call that does not exist, also for a time that is past', () =>
    missing({ id: 2_147_483_647, dateTime: '2026-03-04T12:00:00Z' }, 'NOT_FOUND'));

  test.each([`"status" = 'DEACTIVATED'`, '"deletedAt" = now()'])('a call of an event with %s', async (change) => {
    await app.sql(`UPDATE "Event" SET ${change} WHERE "workspaceId" = $1`, [booking.workspaceId]);
    await missing({}, 'EVENT_NOT_FOUND');
  });

  test('a call of an event without hosts', async () => {
    await app.sql('DELETE FROM "EventHost" WHERE "workspaceId" = $1', [booking.workspaceId]);
    await missing({}, 'EVENT_NOT_FOUND');
  });
});
