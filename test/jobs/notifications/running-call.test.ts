import { afterEach, expect, test } from 'vitest';
import { bearer } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { takeMails, useMailedApp } from '../../support/call-mails.ts';

const { app, mail, sendDue, errors } = await useMailedApp();
afterEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  await app.sql('DELETE FROM "Notification"');
  await takeMails(mail);
});

/** A call from ten to eleven whose invitations went, at an instant. */
async function bookedCallAt(instant: string) {
  const booking = await bookingIn(app);
  const { id, contactId } = await booking.booked({ dateTime: march('05T10:00') });
  await sendDue();
  await takeMails(mail);
  app.clock.set(instant);
  return { booking, id, contactId };
}

/** To whom which method went. */
async function taken(): Promise<string[]> {
  await sendDue();
  expect(errors).toEqual([]);
  const mails = await takeMails(mail);
  return mails.map(({ to, calendar }) => `${to === 'ira@example.com' ? 'invitee' : 'host'} ${calendar?.method}`).sort();
}

test.each([
  ['at its start', '2026-03-05T10:00:00.000Z', ['host CANCEL', 'invitee CANCEL']],
  ['in its last millisecond', '2026-03-05T10:59:59.999Z', ['host CANCEL', 'invitee CANCEL']],
  ['at its end', '2026-03-05T11:00:00.000Z', []],
])('of a call that is cancelled %s, who was invited hears as long as it runs', async (_name, instant, mails) => {
  const { booking, id } = await bookedCallAt(instant);
  expect((await booking.cancel({ id })).status).toBe(200);
  expect(await taken()).toEqual(mails);
});

test.each([
  ['runs', '2026-03-05T10:59:59.999Z', { cancelledEventCalls: 1, status: 'CANCELLED' }],
  ['is over', '2026-03-05T11:00:00.000Z', { cancelledEventCalls: 0, status: 'SCHEDULED' }],
])('the erasure of the invitee cancels a call that %s as this says', async (_name, instant, expected) => {
  const { booking, id, contactId } = await bookedCallAt(instant);
  const request = { method: 'DELETE', headers: bearer(booking.key) };
  const { body } = await app.request(`/v1/contacts?id=${contactId}`, request);
  const [call] = await app.sql<{ status: string }>('SELECT "status" FROM "EventCall" WHERE "id" = $1', [id]);
  expect({ cancelledEventCalls: body.data.cancelledEventCalls, ...call }).toEqual(expected);
});
