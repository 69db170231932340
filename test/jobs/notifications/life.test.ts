import { expect, test } from 'vitest';
import { bookableEvent } from '../../support/bookable-events.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { type CallMail, takeMails, useMailedApp } from '../../support/call-mails.ts';

const { app, mail, sendDue, errors } = await useMailedApp();

const to = (mails: readonly CallMail[], address: string) => mails.filter((each) => each.to === address);

async function emailOf(userId: number): Promise<string> {
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]);
  return user?.email ?? '';
}

test('a call that is booked, moved twice and cancelled is one entry of each calendar, told once to each', async () => {
  const booking = await bookingIn(app);
  const host = await emailOf(booking.owner.userId);
  const all: CallMail[] = [];
  const sent = async () => {
    await sendDue();
    const mails = await takeMails(mail);
    expect(mails.map((each) => each.to).sort()).toEqual([host, 'ira@example.com'].sort());
    all.push(...mails);
  };
  const call = await booking.booked({ dateTime: march('10T10:00'), timeZone: 'America/New_York' });
  await sent();
  for (const dateTime of [march('11T12:00'), march('12T15:00')]) {
    expect((await booking.reschedule({ id: call.id, dateTime, timeZone: 'America/New_York' })).status).toBe(200);
    await sent();
  }
  expect((await booking.cancel({ id: call.id })).status).toBe(200);
  await sent();
  await sendDue();
  expect(await takeMails(mail)).toEqual([]);

  for (const address of [host, 'ira@example.com']) {
    const entries = to(all, address).map(({ calendar, mimeMethod }) => {
      return { method: calendar?.method, mimeMethod, sequence: calendar?.sequence, start: calendar?.start };
    });
    expect(entries).toEqual([
      { method: 'REQUEST', mimeMethod: 'REQUEST', sequence: 0, start: march('10T10:00') },
      { method: 'REQUEST', mimeMethod: 'REQUEST', sequence: 1, start: march('11T12:00') },
      { method: 'REQUEST', mimeMethod: 'REQUEST', sequence: 2, start: march('12T15:00') },
      { method: 'CANCEL', mimeMethod: 'CANCEL', sequence: 3, start: march('12T15:00') },
    ]);
  }
  expect(new Set(all.map(({ calendar }) => calendar?.uid))).toEqual(new Set([`${call.previewId}@api.test`]));
  expect(new Set(all.map(({ calendar }) => calendar?.organizer))).toEqual(new Set([`mailto:${host}`]));
  for (const { calendar, replyTo } of all) {
    expect([calendar?.attendees, replyTo]).toEqual([['mailto:ira@example.com'], host]);
    expect(calendar?.text.replaceAll('\r\n ', '')).toMatch(/ATTENDEE;.*RSVP=TRUE.*:mailto:ira@example\.com/);
  }
  expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(8);
  expect(to(all, 'ira@example.com')[0]?.text).toContain(
    'Tuesday, March 10, 2026, 6:00 – 7:00 AM (Eastern Daylight Time',
  );
  expect(errors).toEqual([]);
});

test('the invitee has the language of the booking and the signed link, which moves the call; the host has neither', async () => {
  const booking = await bookingIn(app);
  const call = await booking.booked({ dateTime: march('10T10:00'), timeZone: 'Europe/Berlin', language: 'de' });
  await sendDue();
  const mails = await takeMails(mail);
  const [invitee] = to(mails, 'ira@example.com');
  const host = mails.find((each) => each.to !== 'ira@example.com');
  expect(invitee?.subject).toBe('Gebucht: Growth review, Di., 10. März, 11:00');
  expect(host?.subject).toMatch(/^Booked: Growth review, /);
  const [link = '', token] = /http:\/\/app\.test\/b\/(\S+)/.exec(invitee?.text ?? '') ?? [];
  expect([invitee?.calendar?.url, invitee?.html.includes(link)]).toEqual([link, true]);
  expect(`${host?.text}${host?.html}${host?.calendar?.text}`).not.toContain('/b/');
  const { body } = await app.graphql(`{ publicBooking(token: "${token}") { dateTime } }`);
  expect(body.data.publicBooking).toEqual({ dateTime: call.dateTime });
});

/** A call that is moved from the owner, who was invited, to the other host. */
async function callOfAnotherHost() {
  const others: { userId: number; workspaceId: number }[] = [];
  const booking = await bookingIn(
    app,
    {},
    {
      hosts: async (owner) => {
        others.push(await app.member(owner.workspaceId, 'CLOSER'));
        return [owner, ...others];
      },
    },
  );
  const [other = booking.owner] = others;
  const call = await booking.booked({ dateTime: march('10T10:00') });
  // The owner is busy at the new time.
  const busy = await bookableEvent(app, booking.owner);
  await booking.booked({ eventId: busy, dateTime: march('11T10:00'), email: 'cleo@example.com' });
  await sendDue();
  await takeMails(mail);
  const first = call.userId === booking.owner.userId ? booking.owner : other;
  expect(first).toBe(booking.owner);
  expect((await booking.reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' })).status).toBe(200);
  return { booking, other };
}

test('who gets a call of another host is invited, and who had it is told that it is off', async () => {
  const { booking, other } = await callOfAnotherHost();
  await sendDue();
  const entries = (await takeMails(mail)).map(({ to: address, calendar }) => [
    address,
    calendar?.method,
    calendar?.start,
  ]);
  expect(entries.sort()).toEqual(
    [
      ['ira@example.com', 'REQUEST', march('11T10:00')],
      [await emailOf(booking.owner.userId), 'CANCEL', march('10T10:00')],
      [await emailOf(other.userId), 'REQUEST', march('11T10:00')],
    ].sort(),
  );
});

test('a mail to the earlier host that waits to be tried again holds up none to the new one', async () => {
  const { booking, other } = await callOfAnotherHost();
  await app.sql(
    `UPDATE "Notification" SET "dueAt" = "dueAt" + interval '6 hours' WHERE "workspaceId" = $1 AND "kind" = 'CANCELLATION'`,
    [booking.workspaceId],
  );
  await sendDue();
  const addresses = (await takeMails(mail)).map((each) => each.to);
  expect(addresses.sort()).toEqual(['ira@example.com', await emailOf(other.userId)].sort());
});

test('nothing is sent for an event without mail, and only to the host where the invitee has no address', async () => {
  const booking = await bookingIn(app);
  await app.sql('UPDATE "Event" SET "sendsMail" = false WHERE "id" = $1', [booking.eventId]);
  const call = await booking.booked({ dateTime: march('10T10:00') });
  await booking.cancel({ id: call.id });
  await sendDue();
  expect(await takeMails(mail)).toEqual([]);
  await app.sql('UPDATE "Event" SET "sendsMail" = true WHERE "id" = $1', [booking.eventId]);
  await booking.booked({ dateTime: march('10T10:00'), email: undefined, phoneNumber: '+4915112345678' });
  await sendDue();
  const mails = await takeMails(mail);
  expect(mails.map((each) => [each.to, each.calendar?.attendees])).toEqual([[await emailOf(booking.owner.userId), []]]);
});

test('a call that was announced by mail is moved and cancelled by mail after mails are switched off, without reminders', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await sendDue();
  await takeMails(mail);
  await app.sql('UPDATE "Event" SET "sendsMail" = false WHERE "id" = $1', [booking.eventId]);
  await booking.reschedule({ id, dateTime: march('11T10:00'), timeZone: 'UTC' });
  const kinds = 'SELECT DISTINCT "kind" FROM "Notification" WHERE "workspaceId" = $1 ORDER BY "kind"';
  expect(await app.sql(kinds, [booking.workspaceId])).toEqual([{ kind: 'INVITATION' }, { kind: 'CHANGE' }]);
  await sendDue();
  await booking.cancel({ id });
  await sendDue();
  const mails = to(await takeMails(mail), 'ira@example.com');
  expect(mails.map(({ calendar }) => [calendar?.method, calendar?.sequence])).toEqual([
    ['REQUEST', 1],
    ['CANCEL', 2],
  ]);
});

test('a contact who is erased is in no row and no mail; the host learns that the call is off', async () => {
  const booking = await bookingIn(app);
  const call = await booking.booked({ dateTime: march('10T10:00'), firstName: 'Ira', lastName: 'Moss' });
  mail.answer = { to: 'recipient', code: 451, text: 'Ira Moss <ira@example.com> comes later' };
  await sendDue();
  mail.answer = undefined;
  const key = await app.apiKey(booking.owner);
  const { status } = await app.request(`/v1/contacts?id=${call.contactId}`, {
    ...{ method: 'DELETE', headers: { authorization: `Bearer ${key}` } },
  });
  expect(status).toBe(200);
  const rows = await app.sql<{ kind: string; recipient: string }>(
    'SELECT * FROM "Notification" WHERE "workspaceId" = $1',
    [booking.workspaceId],
  );
  expect(rows.map(({ kind, recipient }) => [kind, recipient])).toEqual([['CANCELLATION', 'HOST']]);
  expect(JSON.stringify(rows)).not.toMatch(/ira|moss/i);
  await sendDue();
  const mails = await takeMails(mail);
  expect(mails.map(({ calendar }) => calendar?.method)).toEqual(['CANCEL']);
  expect(JSON.stringify(mails)).not.toMatch(/ira@|moss/i);
  errors.splice(0);
});

test('names that would be headers, lines or addresses are text in mail and calendar, and none is a sender', async () => {
  const booking = await bookingIn(app);
  const hostile = 'Eve" <spy@example.com>, x';
  await app.sql('UPDATE "Workspace" SET "name" = $2 WHERE "id" = $1', [
    booking.workspaceId,
    `${hostile}\r\nBcc: a@b.test`,
  ]);
  await app.sql('UPDATE "User" SET "firstName" = $2, "lastName" = $3 WHERE "id" = $1', [
    ...[booking.owner.userId, `${hostile}\r\nX-A: 1`, '\u202Eevil'],
  ]);
  await app.sql('UPDATE "Event" SET "name" = $2 WHERE "id" = $1', [booking.eventId, `<b>Call</b>\r\nSubject: other`]);
  await booking.booked({ dateTime: march('10T10:00'), firstName: hostile, lastName: 'ATTENDEE;X=1:mailto:c@d.test' });
  await sendDue();
  const sources = mail.received.map(({ source }) => source);
  const mails = await takeMails(mail);
  expect(mails.map(({ envelope }) => envelope.length)).toEqual([1, 1]);
  for (const source of sources) {
    const headers = source
      .slice(0, source.indexOf('\r\n\r\n'))
      .split(/\r\n(?=\S)/)
      .map((line) => line.split(':')[0]);
    expect(headers).toEqual([
      'Auto-Submitted',
      'From',
      'To',
      'Reply-To',
      'Subject',
      'Message-ID',
      'Date',
      'MIME-Version',
      'Content-Type',
    ]);
  }
  for (const { from, html, calendar, subject } of mails) {
    expect(from).toMatch(/^"?Slotline"? <slotline@example\.com>$/);
    expect(html).not.toContain('<b>');
    expect(subject).not.toContain('@');
    expect(calendar?.attendees).toEqual(['mailto:ira@example.com']);
    expect(`${html}${calendar?.text}`).not.toMatch(/\p{Bidi_Control}/u);
  }
});
