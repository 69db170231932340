import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';

const app = await useApp();

test('a time that begins now has passed, for a booking and for a move, and a later one has not', async () => {
  const booking = await bookingIn(app);
  const codesOf = ({ body }: Awaited<ReturnType<typeof booking.book>>) =>
    body.message?.details?.errors.map(({ path, code }: { path: string; code: string }) => [path, code]);
  const now = march('04T12:00');
  expect(codesOf(await booking.book({ dateTime: now }))).toEqual([['dateTime', 'out_of_range']]);
  const { id } = await booking.booked({ dateTime: march('04T13:00') });
  const moved = await booking.reschedule({ id, dateTime: now, timeZone: 'UTC' });
  expect(codesOf(moved)).toEqual([['dateTime', 'out_of_range']]);
  app.clock.set('2026-03-04T13:59:59.999Z');
  expect((await booking.reschedule({ id, dateTime: march('04T14:00'), timeZone: 'UTC' })).status).toBe(200);
});
