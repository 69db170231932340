import { expect, test } from 'vitest';
import { bookingIn, march } from '../../support/bookings.ts';
import { takeMails, useMailedApp } from '../../support/call-mails.ts';
import { connectedCalendar } from '../../support/stored-calendars.ts';

const { app, mail, sendDue } = await useMailedApp();

async function mailsWithCalendar(hostEmail: string) {
  await sendDue();
  const mails = await takeMails(mail);
  const has = (isHost: boolean) =>
    mails.filter(({ to }) => (to === hostEmail) === isHost).map(({ calendar }) => calendar?.method ?? 'none');
  return { host: has(true), invitee: has(false), text: mails.find(({ to }) => to === hostEmail)?.text ?? '' };
}

async function bookingWithEmail() {
  const booking = await bookingIn(app);
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [booking.owner.userId]);
  return { ...booking, hostEmail: user?.email as string };
}

/** It is readable, and holds nothing. */
async function takeBookings(booking: Awaited<ReturnType<typeof bookingWithEmail>>): Promise<number> {
  const { calendarId, connectionId } = await connectedCalendar(app, booking.owner);
  await app.sql('UPDATE "Calendar" SET "takesBookings" = true WHERE "id" = $1', [calendarId]);
  return connectionId;
}

test('the host of a call that is written into a calendar gets mails without an entry; the invitee gets them with one', async () => {
  const booking = await bookingWithEmail();
  await takeBookings(booking);
  const call = await booking.booked({ dateTime: march('10T10:00') });
  const booked = await mailsWithCalendar(booking.hostEmail);
  expect(booked).toMatchObject({ host: ['none'], invitee: ['REQUEST'] });
  expect(booked.text).not.toContain('attached');
  await booking.reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['none'], invitee: ['REQUEST'] });
  await booking.cancel({ id: call.id });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['none'], invitee: ['CANCEL'] });
});

test('a call that the host was invited to by mail before stays a matter of mail', async () => {
  const booking = await bookingWithEmail();
  const call = await booking.booked({ dateTime: march('10T10:00') });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['REQUEST'] });
  await takeBookings(booking);
  await booking.reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['REQUEST'] });
  await booking.cancel({ id: call.id });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['CANCEL'] });
  expect(await app.sql('SELECT FROM "CalendarEntry" WHERE "eventCallId" = $1', [call.id])).toEqual([]);
});

test('after the host has chosen that bookings are written nowhere, mails have entries again', async () => {
  const booking = await bookingWithEmail();
  const connectionId = await takeBookings(booking);
  const call = await booking.booked({ dateTime: march('10T10:00') });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['none'] });
  await app.sql('UPDATE "Calendar" SET "takesBookings" = false WHERE "connectionId" = $1', [connectionId]);
  await booking.reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['REQUEST'] });
  await booking.cancel({ id: call.id });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['CANCEL'] });
});

test('after the calendar was disconnected, mails have entries again', async () => {
  const booking = await bookingWithEmail();
  const connectionId = await takeBookings(booking);
  const call = await booking.booked({ dateTime: march('10T10:00') });
  await mailsWithCalendar(booking.hostEmail);
  await app.sql('DELETE FROM "CalendarConnection" WHERE "id" = $1', [connectionId]);
  await booking.reschedule({ id: call.id, dateTime: march('11T10:00'), timeZone: 'UTC' });
  expect(await mailsWithCalendar(booking.hostEmail)).toMatchObject({ host: ['REQUEST'] });
});
