import { expect, test } from 'vitest';
import { leaseMail } from '#src/db/writes/notification-leases.ts';
import { bearer } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { takeMails, useClearedMails } from '../../support/call-mails.ts';
import { sendJson } from '../../support/lists.ts';

const { app, mail, sendDue } = await useClearedMails();
const [sam, lee, kim] = ['sam@example.com', 'lee@example.com', 'kim@example.com'];
const dateTime = march('10T10:00');

/** What came for guests: to whom, of which change, with which method and count of changes. */
async function toGuests(): Promise<string[]> {
  await sendDue();
  const mails = (await takeMails(mail)).filter(({ to }) => [sam, lee, kim].includes(to));
  return mails
    .map(({ to, subject, calendar }) => `${to} ${subject?.split(':')[0]} ${calendar?.method} ${calendar?.sequence}`)
    .sort();
}

test('guests get the mails of the invitee, in the language of the invitee, without links and with all attendees', async () => {
  const { booked } = await bookingIn(app);
  await booked({ dateTime, guests: [sam, lee], language: 'de' });
  await sendDue();
  const mails = await takeMails(mail);
  const ofGuest = mails.find(({ to }) => to === sam);
  const ofInvitee = mails.find(({ to }) => to === 'ira@example.com');
  expect(ofGuest?.subject).toBe(ofInvitee?.subject);
  expect(ofGuest?.text).toContain('Sie sind zu einem Gespräch eingeladen');
  expect(ofInvitee?.text).toContain('http://app.test/b/');
  expect(`${ofGuest?.text}${ofGuest?.html}${ofGuest?.calendar?.text}`).not.toContain('/b/');
  const attendees = ['ira@example.com', sam, lee].map((each) => `mailto:${each}`);
  expect(mails.map(({ calendar }) => calendar?.attendees)).toEqual([attendees, attendees, attendees, attendees]);
  expect(new Set(mails.map(({ calendar }) => calendar?.uid)).size).toBe(1);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4);
  expect(mails.every(({ envelope }) => envelope.length === 1)).toBe(true);
});

test('guests hear of a move, of a cancellation and before the call', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime, guests: [sam] });
  expect(await toGuests()).toEqual([`${sam} Booked REQUEST 0`]);
  await booking.reschedule({ id, dateTime: march('11T10:00') });
  expect(await toGuests()).toEqual([`${sam} Changed REQUEST 1`]);
  app.clock.set(march('11T09:00'));
  expect(await toGuests()).toEqual([`${sam} Reminder undefined undefined`]);
  await booking.cancel({ id });
  expect(await toGuests()).toEqual([`${sam} Cancelled CANCEL 2`]);
});

test('of a change of guests, only those hear who were added or removed', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime, guests: [sam, lee] });
  await sendDue();
  await takeMails(mail);
  await booking.setGuests({ id, guests: [lee, kim] });
  await sendDue();
  const mails = await takeMails(mail);
  expect(mails.map(({ to, subject, calendar }) => [to, subject?.split(':')[0], calendar?.method]).sort()).toEqual([
    [kim, 'Booked', 'REQUEST'],
    [sam, 'Cancelled', 'CANCEL'],
  ]);
  const removed = mails.find(({ to }) => to === sam);
  expect(removed?.text).toContain('You are no longer invited to this call');
  expect(removed?.calendar?.attendees).toEqual([`mailto:${sam}`]);
  app.clock.set(march('10T09:00'));
  await sendDue();
  expect((await takeMails(mail)).map(({ to }) => to).sort()).toEqual(['ira@example.com', kim, lee].sort());
});

test('guests who are removed before their invitation went, or added again, get what they need to know', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime, guests: [sam] });
  await booking.setGuests({ id, guests: [] });
  expect(await toGuests()).toEqual([]);
  await booking.setGuests({ id, guests: [sam] });
  expect(await toGuests()).toEqual([`${sam} Booked REQUEST 0`]);
  await booking.setGuests({ id, guests: [] });
  await booking.setGuests({ id, guests: [sam] });
  expect(await toGuests()).toEqual([`${sam} Changed REQUEST 0`]);
});

test('guests hear that the call is cancelled when its contact is erased, but for who is erased', async () => {
  const booking = await bookingIn(app);
  const { contactId } = await booking.booked({ dateTime, guests: [sam, lee] });
  await sendJson(app, ['PUT', '/v1/contacts'], { contactId, secondaryEmail: lee }, { key: booking.key });
  expect(await toGuests()).toEqual([`${lee} Booked REQUEST 0`, `${sam} Booked REQUEST 0`]);
  await app.request(`/v1/contacts?id=${contactId}`, { method: 'DELETE', headers: bearer(booking.key) });
  await sendDue();
  const mails = (await takeMails(mail)).filter(({ to }) => [sam, lee].includes(to));
  expect(mails.map(({ to, calendar }) => [to, calendar?.method])).toEqual([[sam, 'CANCEL']]);
  expect(`${mails[0]?.text}${mails[0]?.calendar?.text}`).not.toMatch(/ira/i);
});

test('a mail to a guest is sent again only while the call has that guest, or after it lost the guest', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime, guests: [sam] });
  await sendDue();
  await booking.setGuests({ id, guests: [] });
  await sendDue();
  const resend = async (kind: string) => {
    const [row] = await app.sql<{ id: number }>(
      `SELECT "id" FROM "Notification" WHERE "guestEmail" = $1 AND "kind"::text = $2`,
      [sam, kind],
    );
    const mutation = `mutation { resendNotification(input: { id: ${row?.id} }) { status } }`;
    const { data, errors } = (await app.graphql(mutation, booking.key)).body;
    return errors?.[0].extensions.details.fieldErrors ?? data.resendNotification.status;
  };
  const refused = {
    id: ['The call or its guests have changed since: only emails with its current details can be sent again'],
  };
  expect([await resend('INVITATION'), await resend('CANCELLATION')]).toEqual([refused, 'WAITING']);
  await sendDue();
  await booking.setGuests({ id, guests: [sam] });
  await sendDue();
  await app.sql(`UPDATE "Notification" SET "resentAt" = NULL WHERE "guestEmail" = $1`, [sam]);
  expect(await resend('CANCELLATION')).toEqual(refused);
});

test('each guest has a notification of its own, which fails and is sent again by itself', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime, guests: [sam, lee] });
  await app.sql(`DELETE FROM "Notification" WHERE "kind" = 'REMINDER' OR "guestEmail" IS DISTINCT FROM $1`, [sam]);
  mail.answer = { to: 'recipient', code: 550, text: 'No such user' };
  await sendDue();
  mail.answer = undefined;
  const fields = 'id recipient guestEmail status lastError attempts';
  const read = async () => {
    const { body } = await app.graphql(
      `{ notifications(eventCallId: ${id}) { notifications { ${fields} } } }`,
      booking.key,
    );
    return body.data.notifications.notifications;
  };
  const [failed, ...others] = await read();
  expect(others).toEqual([]);
  expect(failed).toMatchObject({ recipient: 'GUEST', guestEmail: sam, status: 'FAILED', attempts: 1 });
  const resent = await app.graphql(
    `mutation { resendNotification(input: { id: ${failed.id} }) { status } }`,
    booking.key,
  );
  expect(resent.body.data.resendNotification).toEqual({ status: 'WAITING' });
  expect(await toGuests()).toEqual([`${sam} Booked REQUEST 0`]);
  expect(await read()).toMatchObject([{ guestEmail: sam, status: 'SENT', lastError: null }]);
});

test('mails to several guests are leased side by side, and those of one guest one after the other', async () => {
  const booking = await bookingIn(app);
  const { workspaceId } = booking;
  const { id } = await booking.booked({ dateTime, guests: [sam, lee] });
  await app.sql(`DELETE FROM "Notification" WHERE "kind" = 'REMINDER' OR "recipient" <> 'GUEST'`);
  const lease = () => leaseMail(app.context.db, { workspaceId, now: app.clock.now(), except: [] });
  const leased = [await lease(), await lease()];
  expect(leased.map((each) => each?.guestEmail).sort()).toEqual([lee, sam]);
  await booking.cancel({ id });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" <> 'GUEST'`);
  expect(await lease()).toBeUndefined();
  const left = await app.sql<{ kind: string }>('SELECT "kind" FROM "Notification" WHERE "workspaceId" = $1', [
    workspaceId,
  ]);
  expect(left.map(({ kind }) => kind).sort()).toEqual(['CANCELLATION', 'CANCELLATION', 'INVITATION', 'INVITATION']);
});

test('a mailbox gets no more mails as a guest than as an invitee', async () => {
  const { booked } = await bookingIn(app);
  for (const hour of ['08', '09', '10', '11', '12', '13', '14']) {
    const guests = [`sam+${hour}@example.com`];
    await booked({ dateTime: march(`10T${hour}:00`), email: `ira${hour}@example.org`, guests });
    await sendDue();
  }
  const mails = await takeMails(mail);
  expect(mails.filter(({ to }) => to.startsWith('sam+'))).toHaveLength(5);
  const held = await app.sql<{ guestEmail: string }>(
    `SELECT "guestEmail" FROM "Notification" WHERE "isHeldBack" AND "kind" = 'INVITATION' ORDER BY "id"`,
  );
  expect(held.map(({ guestEmail }) => guestEmail)).toEqual(['sam+13@example.com', 'sam+14@example.com']);
});
