import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';

const app = await useApp();

test('a call that cannot be moved is offered times beside its own, in its own time, and not that time itself', async () => {
  const booking = await bookingIn(app, { slotInterval: 30 });
  const { id } = await booking.booked({ dateTime: march('05T10:00') });
  await booking.booked({ dateTime: march('05T09:00'), email: 'eve@example.com' });
  const { status, body } = await booking.reschedule({ id, dateTime: march('05T09:00') });
  expect([status, body.message.details.nextAvailable]).toEqual([
    400,
    [march('05T10:30'), march('05T11:00'), march('05T11:30')],
  ]);
});
