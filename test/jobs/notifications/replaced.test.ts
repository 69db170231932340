import { expect, test } from 'vitest';
import { leaseMail } from '#src/db/writes/notification-leases.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { sendingWorker, takeMails, useClearedMails } from '../../support/call-mails.ts';
import type { Member } from '../../support/factories.ts';

const { app, mail, sendDue, errors } = await useClearedMails();

const utc = { timeZone: 'UTC' };

/** What came: to whom, of which change, with which subject and method. */
async function taken() {
  const mails = await takeMails(mail);
  return mails
    .map(({ to, subject, calendar }) => [
      to === 'ira@example.com' ? 'invitee' : 'host',
      subject?.split(':')[0],
      calendar && `${calendar.method} ${calendar.sequence} ${calendar.start.slice(8, 16)}`,
    ])
    .sort();
}

test('a call that is moved before its invitation went is one invitation to what it is now', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await booking.reschedule({ id, dateTime: march('11T10:00'), ...utc });
  await booking.reschedule({ id, dateTime: march('12T10:00'), ...utc });
  await sendDue();
  expect(await taken()).toEqual([
    ['host', 'Booked', 'REQUEST 2 12T10:00'],
    ['invitee', 'Booked', 'REQUEST 2 12T10:00'],
  ]);
});

test('nobody hears of a call that is cancelled before its invitation went', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await booking.reschedule({ id, dateTime: march('11T10:00'), ...utc });
  await booking.cancel({ id });
  await sendDue();
  expect(await taken()).toEqual([]);
  expect(await app.sql('SELECT FROM "Notification" WHERE "workspaceId" = $1', [booking.workspaceId])).toEqual([]);
});

test('of moves that wait, the last one is sent; a cancellation in their place is sent to who was invited', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await sendDue();
  await taken();
  for (const day of ['11', '12', '13']) await booking.reschedule({ id, dateTime: march(`${day}T10:00`), ...utc });
  await sendDue();
  expect(await taken()).toEqual([
    ['host', 'Changed', 'REQUEST 3 13T10:00'],
    ['invitee', 'Changed', 'REQUEST 3 13T10:00'],
  ]);
  await booking.reschedule({ id, dateTime: march('14T10:00'), ...utc });
  await booking.cancel({ id });
  await sendDue();
  expect(await taken()).toEqual([
    ['host', 'Cancelled', 'CANCEL 5 14T10:00'],
    ['invitee', 'Cancelled', 'CANCEL 5 14T10:00'],
  ]);
});

test('what an attempt that was cut off may have sent is not taken for unsent', async () => {
  const booking = await bookingIn(app);
  const { id, workspaceId } = { ...(await booking.booked({ dateTime: march('10T10:00') })), ...booking };
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST' OR "kind" = 'REMINDER'`);
  expect(await leaseMail(app.context.db, { workspaceId, now: app.clock.now(), except: [] })).toBeDefined();
  app.clock.set(march('04T12:02'));
  await booking.cancel({ id });
  await sendDue();
  expect(await taken()).toEqual([
    ['host', 'Cancelled', 'CANCEL 1 10T10:00'],
    ['invitee', 'Cancelled', 'CANCEL 1 10T10:00'],
  ]);
});

/** A worker whose mail server takes nothing before it is released. */
function slowWorker(fails = false) {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const send = async (each: Parameters<typeof mail.mailer.send>[0]) => {
    begun.resolve();
    await released.promise;
    if (fails) throw Object.assign(new Error('Later'), { code: 'EENVELOPE', responseCode: 451, response: '451 Later' });
    await mail.mailer.send(each);
  };
  return { ...sendingWorker(app, { send }), begun: begun.promise, release: () => released.resolve() };
}

/** A booking that is moved while its only mail, the invitation to the invitee, is being sent. */
async function movedWhileSending(fails: boolean) {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST' OR "kind" = 'REMINDER'`);
  const slow = slowWorker(fails);
  await slow.worker.run();
  await slow.begun;
  await booking.reschedule({ id, dateTime: march('11T10:00'), ...utc });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST' OR "kind" = 'REMINDER'`);
  await sendDue();
  expect(await taken()).toEqual([]);
  slow.release();
  await slow.worker.settled();
  await sendDue();
  return booking;
}

test('a mail that is being sent goes before that of the change meanwhile', async () => {
  await movedWhileSending(false);
  expect(await taken()).toEqual([
    ['invitee', 'Booked', 'REQUEST 0 10T10:00'],
    ['invitee', 'Changed', 'REQUEST 1 11T10:00'],
  ]);
});

test('a mail that was being sent during a change, and was refused, is replaced afterwards', async () => {
  const { workspaceId } = await movedWhileSending(true);
  expect(await taken()).toEqual([['invitee', 'Changed', 'REQUEST 1 11T10:00']]);
  const rows = await app.sql('SELECT "kind", "status" FROM "Notification" WHERE "workspaceId" = $1', [workspaceId]);
  expect(rows).toEqual([{ kind: 'CHANGE', status: 'SENT' }]);
});

test('a host whose call goes to another and comes back learns of a change, and the other nothing', async () => {
  const others: Member[] = [];
  const hosts = async (owner: Member) => {
    others.push(await app.member(owner.workspaceId, 'CLOSER'));
    return [owner, ...others];
  };
  const booking = await bookingIn(app, {}, { hosts });
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await sendDue();
  await taken();
  // The owner is busy at the time to which the call is moved first.
  const busy = await bookableEvent(app, booking.owner);
  const blocking = await booking.booked({ eventId: busy, dateTime: march('11T10:00'), email: 'cleo@example.com' });
  await app.sql('DELETE FROM "Notification" WHERE "eventCallId" = $1', [blocking.id]);
  const moved = await booking.reschedule({ id, dateTime: march('11T10:00'), ...utc });
  expect(moved.body.data.userId).toBe(others[0]?.userId);
  // And the other one at the time to which it is moved then.
  await app.insert('TimeOff', {
    ...{ workspaceId: booking.workspaceId, userId: others[0]?.userId },
    ...{ startTime: march('12T00:00'), endTime: march('13T00:00') },
  });
  const back = await booking.reschedule({ id, dateTime: march('12T10:00'), ...utc });
  expect(back.body.data.userId).toBe(booking.owner.userId);
  await sendDue();
  expect(await taken()).toEqual([
    ['host', 'Changed', 'REQUEST 2 12T10:00'],
    ['invitee', 'Changed', 'REQUEST 2 12T10:00'],
  ]);
  expect(errors).toEqual([]);
});

test('of two reminders that wait, one is sent', async () => {
  const booking = await bookingIn(app);
  await booking.booked({ dateTime: march('10T10:00') });
  await sendDue();
  await taken();
  // No worker ran since the time of the first.
  app.clock.set(march('10T09:30'));
  await sendDue();
  expect(await taken()).toEqual([['invitee', 'Reminder', undefined]]);
});
