import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Body, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';

const app = await useApp();
const dateTime = march('05T10:00');
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `guest${index}@example.com`);

let booking: Booking;
let call: Body;
beforeEach(async () => {
  booking = await bookingIn(app);
  call = await booking.booked({ dateTime });
});

const refusal = ({ status, body }: Answer) => [status, body.message?.details?.fieldErrors];
const guestsNow = async () => (await app.get(`/v1/eventCalls/detail?id=${call.id}`, booking.key)).body.data.guests;

describe('guests that are refused', () => {
  test.each<[string, unknown, object, string]>([
    ['no list', 'sam@example.com', { guests: ['Must be a list'] }, 'guests'],
    ['none', undefined, { guests: ['Is required'] }, 'guests'],
    ['null', null, { guests: ['Must be a list'] }, 'guests'],
    ['more than ten', addresses(11), { guests: ['Must have at most 10 items'] }, 'guests'],
    ['a text that is no address', ['sam@example.com', 'sam'], { guests: ['Invalid email format'] }, 'guests[1]'],
    ['a number', [7], { guests: ['Must be a string'] }, 'guests[0]'],
    ['two addresses in one', ['a@example.com,b@example.com'], { guests: ['Invalid email format'] }, 'guests[0]'],
    ['a header of a mail', ['a@example.com\r\nBcc: b@example.com'], { guests: ['Invalid email format'] }, 'guests[0]'],
  ])('%s', async (_name, guests, fieldErrors, path) => {
    const refused = await booking.setGuests({ id: call.id, guests });
    expect(refusal(refused)).toEqual([400, fieldErrors]);
    expect(refused.body.message.details.errors).toMatchObject([{ path }]);
    if (guests != null)
      expect(refusal(await booking.book({ dateTime: march('05T12:00'), guests }))).toEqual([400, fieldErrors]);
    expect(await guestsNow()).toEqual([]);
  });

  test('of a call that is cancelled or has ended, unless they are the same', async () => {
    app.clock.set(call.endTime);
    expect(refusal(await booking.setGuests({ id: call.id, guests: addresses(1) }))).toEqual([
      400,
      { id: ['The call has ended'] },
    ]);
    expect((await booking.setGuests({ id: call.id, guests: [] })).status).toBe(200);
    app.clock.set('2026-03-04T12:00:00.000Z');
    await booking.cancel({ id: call.id });
    expect(refusal(await booking.setGuests({ id: call.id, guests: addresses(1) }))).toEqual([
      400,
      { id: ['The call is cancelled'] },
    ]);
  });

  test('of a call that the caller does not see', async () => {
    const { workspaceId } = booking;
    const closer = await app.member(workspaceId, 'CLOSER');
    const key = await app.apiKey(closer, { scopes: ['eventCalls:read', 'eventCalls:write'] });
    expect((await booking.setGuests({ id: call.id, guests: [] }, key)).status).toBe(404);
    const other = await bookingIn(app);
    expect((await booking.setGuests({ id: call.id, guests: [] }, other.key)).status).toBe(404);
  });
});
