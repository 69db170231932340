import { expect, test } from 'vitest';
import { inviteeActor } from '#src/domain/event-calls/call-history.ts';
import { cancelCall } from '#src/services/event-calls/update-event-calls.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { takeMails, useClearedMails } from '../../support/call-mails.ts';

const { app, mail, sendDue } = await useClearedMails();

async function place(reminders: readonly object[] | undefined = undefined) {
  const booking = await bookingIn(app);
  if (reminders)
    await app.sql('UPDATE "Event" SET "reminders" = $2 WHERE "id" = $1', [booking.eventId, JSON.stringify(reminders)]);
  return booking;
}

/** When reminders are due, by recipient. */
async function due(workspaceId: number): Promise<string[]> {
  const rows = await app.sql<{ recipient: string; dueAt: string }>(
    `SELECT "recipient", "dueAt" FROM "Notification" WHERE "workspaceId" = $1 AND "kind" = 'REMINDER' AND "status" = 'WAITING'
     ORDER BY "dueAt", "recipient"`,
    [workspaceId],
  );
  return rows.map(({ recipient, dueAt }) => `${recipient} ${new Date(dueAt).toISOString()}`);
}

async function sentAt(instant: string): Promise<string[]> {
  app.clock.set(instant);
  await sendDue();
  return (await takeMails(mail)).flatMap(({ to, subject }) => (subject?.startsWith('Reminder') ? [to] : []));
}

test('reminders go at their time, once, to whom the event says, and have no entry for a calendar', async () => {
  const booking = await place([
    { minutesBefore: 1_440, recipient: 'INVITEE' },
    { minutesBefore: 60, recipient: 'INVITEE' },
    { minutesBefore: 10, recipient: 'HOST' },
  ]);
  await booking.booked({ dateTime: march('10T10:00') });
  expect(await sentAt(march('09T09:59'))).toEqual([]);
  app.clock.set(march('09T10:00'));
  await sendDue();
  const [first] = await takeMails(mail);
  expect(first).toMatchObject({ to: 'ira@example.com', calendar: undefined });
  expect(first?.text).toContain('Tuesday, March 10, 2026, 10:00 – 11:00 AM');
  expect(await sentAt(march('10T08:59'))).toEqual([]);
  expect(await sentAt(march('10T09:00'))).toEqual(['ira@example.com']);
  expect(await sentAt(march('10T09:50'))).toHaveLength(1);
  expect(await sentAt(march('10T11:00'))).toEqual([]);
});

test('a reminder whose time has come before the booking is none', async () => {
  const booking = await place();
  await booking.booked({ dateTime: march('04T14:00') });
  expect(await due(booking.workspaceId)).toEqual([`INVITEE ${march('04T13:00')}`]);
});

test('a moved call moves its reminders, by the settings of now; a cancelled one has none', async () => {
  const booking = await place();
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  expect(await due(booking.workspaceId)).toEqual([`INVITEE ${march('09T10:00')}`, `INVITEE ${march('10T09:00')}`]);
  await app.sql(`UPDATE "Event" SET "reminders" = '[{"minutesBefore": 30, "recipient": "HOST"}]'`);
  await booking.reschedule({ id, dateTime: march('12T10:00'), timeZone: 'UTC' });
  expect(await due(booking.workspaceId)).toEqual([`HOST ${march('12T09:30')}`]);
  expect(await sentAt(march('10T09:30'))).toEqual([]);
  await booking.cancel({ id });
  expect(await due(booking.workspaceId)).toEqual([]);
  expect(await sentAt(march('12T09:31'))).toEqual([]);
});

test('an outcome that is set changes neither reminders nor the count of changes', async () => {
  const booking = await place();
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
  expect(await due(booking.workspaceId)).toHaveLength(2);
  expect(await app.sql('SELECT "sequence" FROM "EventCall" WHERE "id" = $1', [id])).toEqual([{ sequence: 0 }]);
});

test('after an absence those are sent whose call has not begun, and the others are gone', async () => {
  const booking = await place([{ minutesBefore: 60, recipient: 'INVITEE' }]);
  await booking.booked({ dateTime: march('10T10:00') });
  await booking.booked({ dateTime: march('10T11:00') });
  expect(await sentAt(march('10T10:30'))).toEqual(['ira@example.com']);
  expect(await due(booking.workspaceId)).toEqual([]);
});

test('a reminder that a mail server puts off is not sent after the call has begun', async () => {
  const booking = await place([{ minutesBefore: 4, recipient: 'INVITEE' }]);
  await booking.booked({ dateTime: march('10T10:00') });
  await sendDue();
  mail.answer = { to: 'recipient', code: 451, text: 'Later' };
  expect(await sentAt(march('10T09:56'))).toEqual([]);
  expect(await sentAt(march('10T09:57'))).toEqual([]);
  const [row] = await app.sql<{ status: string; attempts: number }>(
    `SELECT "status", "attempts" FROM "Notification" WHERE "workspaceId" = $1 AND "kind" = 'REMINDER'`,
    [booking.workspaceId],
  );
  // The next attempt would be five minutes later.
  expect(row).toEqual({ status: 'FAILED', attempts: 2 });
});

test('a reminder goes at its time, also while the mail server puts off the invitation', async () => {
  const booking = await place([{ minutesBefore: 60, recipient: 'INVITEE' }]);
  await booking.booked({ dateTime: march('04T14:00') });
  mail.answer = { to: 'recipient', code: 451, text: 'Later' };
  for (const time of ['12:00', '12:01', '12:06', '12:36']) expect(await sentAt(march(`04T${time}`))).toEqual([]);
  mail.answer = undefined;
  // The invitation is tried again at 14:36.
  expect(await sentAt(march('04T13:00'))).toEqual(['ira@example.com']);
});

test('nobody is reminded after mails of the event are switched off', async () => {
  const booking = await place([{ minutesBefore: 60, recipient: 'INVITEE' }]);
  await booking.booked({ dateTime: march('10T10:00') });
  await app.sql('UPDATE "Event" SET "sendsMail" = false WHERE "id" = $1', [booking.eventId]);
  expect(await sentAt(march('10T09:00'))).toEqual([]);
  expect(await due(booking.workspaceId)).toEqual([]);
});

test('a call that a node without a mail server has cancelled reminds nobody', async () => {
  const booking = await place([{ minutesBefore: 60, recipient: 'INVITEE' }]);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await cancelCall(
    { ...app.context, sendsMail: false },
    { ...booking, visible: undefined, actor: inviteeActor },
    { id },
  );
  expect(await due(booking.workspaceId)).toHaveLength(1);
  expect(await sentAt(march('10T09:00'))).toEqual([]);
  expect(await due(booking.workspaceId)).toEqual([]);
});
