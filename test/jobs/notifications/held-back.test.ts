import { expect, test } from 'vitest';
import { leaseMail, leaseMs } from '#src/db/writes/notification-leases.ts';
import { openMailer } from '#src/services/accounts/mailer.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { sendingWorker, takeMails, useClearedMails } from '../../support/call-mails.ts';

const { app, mail, sendDue, errors } = await useClearedMails();

const email = 'ira@example.com';
const utc = { timeZone: 'UTC' };
const hour = 3_600_000;
const passTime = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());

/** A workspace whose event has no reminders. */
async function place(draft: Parameters<typeof bookingIn>[1] = {}): Promise<Booking> {
  const booking = await bookingIn(app, draft);
  await app.sql(`UPDATE "Event" SET "reminders" = '[]'`);
  return booking;
}

/** The subjects and changes of the mails that came to the invitee. */
async function taken() {
  const mails = (await takeMails(mail)).filter(({ to }) => to.startsWith('ira'));
  return mails.map(({ subject, calendar }) => `${subject?.split(':')[0]} ${calendar?.sequence ?? ''}`.trim());
}

const rows = (booking: Booking) =>
  app.sql<Record<string, unknown>>(
    `SELECT "kind", "status", "isHeldBack", "dueAt", "attempts", "leases", "lastError" FROM "Notification"
     WHERE "workspaceId" = $1 AND "recipient" = 'INVITEE' AND "status" <> 'SENT' ORDER BY "id"`,
    [booking.workspaceId],
  );

/** Books so many calls on the 10th, an hour each, and sends their mails. */
async function booked(booking: Booking, count: number, options: { day?: string; email?: string } = {}) {
  const { day = '10', email: address = email } = options;
  const calls = [];
  for (let index = 0; index < count; index++)
    calls.push(
      await booking.booked({ dateTime: march(`${day}T${String(index).padStart(2, '0')}:00`), email: address }),
    );
  await sendDue();
  return calls;
}

test('the sixth mail of an hour about calls of a workspace waits until the first is an hour old', async () => {
  const booking = await place();
  await booked(booking, 1);
  passTime(hour / 2);
  await booked(booking, 5, { day: '11' });
  expect(await taken()).toEqual(Array.from({ length: 5 }, () => 'Booked 0'));
  const [held, ...others] = await rows(booking);
  expect(others).toEqual([]);
  expect(held).toMatchObject({
    ...{ kind: 'INVITATION', status: 'WAITING', isHeldBack: true, dueAt: march('04T13:00') },
    ...{ attempts: 0, leases: 0, lastError: null },
  });
  passTime(hour / 2 - 1);
  await sendDue();
  expect(await taken()).toEqual([]);
  passTime(1);
  await sendDue();
  expect(await taken()).toEqual(['Booked 0']);
  expect(await rows(booking)).toEqual([]);
});

test('the hosts of many bookings get all of their mails', async () => {
  const booking = await place();
  await booked(booking, 12);
  const mails = await takeMails(mail);
  expect(mails.filter(({ to }) => to !== email)).toHaveLength(12);
});

test('mails of all workspaces count in the limit of a day', async () => {
  for (const day of ['10', '11', '12', '13']) {
    await booked(await place(), 5, { day });
    passTime(hour);
  }
  expect(await taken()).toHaveLength(20);
  const last = await place();
  await booked(last, 1, { day: '14' });
  expect(await taken()).toEqual([]);
  expect(await rows(last)).toMatchObject([{ isHeldBack: true, dueAt: march('05T12:00') }]);
  app.clock.set(march('05T12:00'));
  await sendDue();
  expect(await taken()).toEqual(['Booked 0']);
});

test('addresses of one mailbox count as one, and go to the address that was typed', async () => {
  const booking = await place();
  const addresses = [
    'ira@example.com',
    'IRA@example.com',
    'ira+1@example.com',
    'ira+2@example.com',
    'ira+3@example.com',
  ];
  for (const [index, address] of addresses.entries())
    await booking.booked({ dateTime: march(`10T1${index}:00`), email: address });
  await booking.booked({ dateTime: march('10T16:00'), email: 'ira+4@example.com' });
  await booking.booked({ dateTime: march('10T17:00'), email: 'noor@example.com' });
  await sendDue();
  const to = (await takeMails(mail)).flatMap(({ envelope }) => envelope).filter((each) => /^(ira|noor)/i.test(each));
  expect(to.sort()).toEqual([...addresses, 'noor@example.com'].sort());
  expect(await rows(booking)).toMatchObject([{ isHeldBack: true }]);
});

test('a newer mail about a call takes the place of one that is held back, and says the last state', async () => {
  const booking = await place();
  const calls = await booked(booking, 6);
  expect(await taken()).toHaveLength(5);
  const [first, last] = [calls[0], calls[5]];
  for (const at of ['11T10:00', '12T10:00', '13T10:00']) {
    await booking.reschedule({ id: first.id, dateTime: march(at), ...utc });
    await sendDue();
  }
  await booking.reschedule({ id: last.id, dateTime: march('14T10:00'), ...utc });
  await sendDue();
  expect(await taken()).toEqual([]);
  expect(await rows(booking)).toMatchObject([
    { kind: 'CHANGE', isHeldBack: true, dueAt: march('04T13:00') },
    { kind: 'INVITATION', isHeldBack: true, dueAt: march('04T13:00') },
  ]);
  app.clock.set(march('04T13:00'));
  await sendDue();
  expect((await taken()).sort()).toEqual(['Booked 1', 'Changed 3']);
});

test('a call whose invitation is held back and that is cancelled needs no mail', async () => {
  const booking = await place();
  const calls = await booked(booking, 6);
  await taken();
  await booking.cancel({ id: calls[5].id });
  expect(await rows(booking)).toEqual([]);
  app.clock.set(march('04T14:00'));
  await sendDue();
  expect(await taken()).toEqual([]);
});

test('a mail that has no room before its call is over is given up, with the reason', async () => {
  const booking = await place({ duration: 15, slotInterval: 15 });
  await booked(booking, 5);
  await booking.booked({ dateTime: march('04T12:15') });
  await sendDue();
  expect(await rows(booking)).toMatchObject([
    {
      kind: 'INVITATION',
      status: 'FAILED',
      isHeldBack: true,
      lastError: expect.stringMatching(/^The mail was held back, because many/),
    },
  ]);
});

test('a reminder waits for room as long as its call has not begun, and is given up otherwise', async () => {
  const booking = await bookingIn(app, { duration: 30, slotInterval: 30 });
  const call = await booking.booked({ dateTime: march('06T12:00') });
  const soon = await booking.booked({ dateTime: march('06T11:30') });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST'`);
  await sendDue();
  await taken();
  // Before the reminders of an hour, of 11:00 and 10:30, five other mails have come.
  app.clock.set(march('06T10:29'));
  await app.sql(`DELETE FROM "Notification" WHERE "dueAt" < $1`, [march('06T10:29')]);
  await app.sql('DELETE FROM "Mailbox"');
  await booked(booking, 5, { day: '20' });
  expect(await taken()).toHaveLength(5);
  const reminders = () =>
    app.sql(
      `SELECT "eventCallId" AS "id", "status", "isHeldBack", "dueAt" FROM "Notification"
       WHERE "kind" = 'REMINDER' AND "dateTime" < $1 ORDER BY "dueAt", "dateTime"`,
      [march('07T00:00')],
    );
  app.clock.set(march('06T11:00'));
  await sendDue();
  expect(await taken()).toEqual([]);
  expect(await reminders()).toEqual([
    { id: soon.id, status: 'WAITING', isHeldBack: true, dueAt: march('06T11:29') },
    { id: call.id, status: 'WAITING', isHeldBack: true, dueAt: march('06T11:29') },
  ]);
  app.clock.set(march('06T11:29'));
  // Somebody else's mail takes the room until both have begun.
  await app.sql(
    `UPDATE "Mailbox" SET "mails" = (SELECT jsonb_agg(jsonb_set(m, '{at}', to_jsonb($1::float8))) FROM jsonb_array_elements("mails") m)`,
    [Date.parse(march('06T11:29'))],
  );
  await sendDue();
  expect(await taken()).toEqual([]);
  expect(await reminders()).toMatchObject([
    { status: 'FAILED', isHeldBack: true },
    { status: 'FAILED', isHeldBack: true },
  ]);
});

test('two workers that send at the same time send a mailbox five mails', async () => {
  const booking = await place();
  for (let index = 0; index < 12; index++)
    await booking.booked({ dateTime: march(`10T${String(index).padStart(2, '0')}:00`) });
  const others = [sendingWorker(app, mail.mailer), sendingWorker(app, mail.mailer)];
  await Promise.all([sendDue(), ...others.map((each) => each.sendDue())]);
  expect(await taken()).toHaveLength(5);
  expect(await rows(booking)).toMatchObject(Array.from({ length: 7 }, () => ({ isHeldBack: true, leases: 0 })));
  expect([...errors, ...others.flatMap((each) => each.errors)]).toEqual([]);
});

test('many mails to a full mailbox are held back in turns', async () => {
  const booking = await place();
  await booked(booking, 5);
  for (let index = 0; index < 24; index++)
    await booking.booked({ dateTime: march(`11T${String(index).padStart(2, '0')}:00`) });
  await app.sql(`UPDATE "Notification" SET "isHeldBack" = false, "dueAt" = $1 WHERE "status" = 'WAITING'`, [
    app.clock.now(),
  ]);
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST'`);
  const held = async () => (await rows(booking)).filter(({ isHeldBack }) => isHeldBack).length;
  const { worker } = sendingWorker(app, mail.mailer);
  await worker.run();
  expect(await held()).toBe(20);
  await worker.run();
  expect(await held()).toBe(24);
});

test('a mail whose worker is killed after it was counted counts once', async () => {
  const booking = await place();
  await booking.booked({ dateTime: march('10T10:00') });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST'`);
  const { workspaceId } = booking;
  for (let killed = 0; killed < 8; killed++) {
    expect(await leaseMail(app.context.db, { workspaceId, now: app.clock.now(), except: [] })).toBeDefined();
    passTime(leaseMs + 1);
  }
  await sendDue();
  expect(await taken()).toEqual(['Booked 0']);
  await booked(booking, 5, { day: '11' });
  expect(await taken()).toHaveLength(4);
});

test('a mail that never reached the mail server takes no room; one that was refused or put off takes that of one mail', async () => {
  const booking = await place();
  const unreachable = openMailer({ url: 'smtp://127.0.0.1:1', from: 'slotline@example.com' });
  for (let index = 0; index < 6; index++) await booking.booked({ dateTime: march(`10T1${index}:00`) });
  await sendingWorker(app, unreachable).sendDue();
  const counted = async () => {
    const found = await app.sql<{ count: number }>('SELECT jsonb_array_length("mails") AS "count" FROM "Mailbox"');
    return found.map(({ count }) => count);
  };
  expect(await counted()).toEqual([0]);
  expect((await rows(booking)).map(({ isHeldBack }) => isHeldBack)).toEqual(Array.from({ length: 6 }, () => false));
  passTime(60_000);
  mail.answer = { to: 'recipient', code: 451, text: 'Later' };
  await sendDue();
  expect(await counted()).toEqual([5]);
  for (const minutes of [5, 30]) {
    passTime(minutes * 60_000);
    await sendDue();
  }
  expect(await counted()).toEqual([5]);
  mail.answer = undefined;
});

test('a mail that nobody needs any more gives its room back', async () => {
  const booking = await bookingIn(app);
  await booking.booked({ dateTime: march('06T12:00') });
  await app.sql('DELETE FROM "Notification" WHERE "kind" <> \'REMINDER\'');
  await app.sql('UPDATE "Event" SET "sendsMail" = false WHERE "id" = $1', [booking.eventId]);
  app.clock.set(march('06T11:00'));
  await sendDue();
  expect(await app.sql('SELECT "mails" FROM "Mailbox"')).toEqual([{ mails: [] }]);
  expect(await taken()).toEqual([]);
});
