import { afterEach, expect, test } from 'vitest';
import { leaseMail, leaseMs, recordMailResult } from '#src/db/writes/notification-leases.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { takeMails, useMailedApp } from '../../support/call-mails.ts';

const { app, mail, sendDue } = await useMailedApp();
const start = '2026-03-04T12:00:00.000Z';
afterEach(async () => {
  app.clock.set(start);
  await app.sql('DELETE FROM "Notification"');
  await takeMails(mail);
});

const after = (ms: number) => new Date(Date.parse(start) + ms);
const lease = ({ workspaceId }: Booking, now: Date, except: readonly number[] = []) =>
  leaseMail(app.context.db, { workspaceId, now, except });

/** A call whose invitation for the invitee is the only mail. */
async function invitation() {
  const booking = await bookingIn(app);
  await app.sql(`UPDATE "Event" SET "reminders" = '[]' WHERE "workspaceId" = $1`, [booking.workspaceId]);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST'`);
  return { booking, id };
}

test('a mail is leased at the instant at which it is due, and not before', async () => {
  const { booking } = await invitation();
  expect(await lease(booking, after(-1))).toBeUndefined();
  expect(await lease(booking, after(0))).toMatchObject({ leases: 1 });
});

test('a lease holds to its last millisecond, and its result counts as long as no other has begun', async () => {
  const { booking } = await invitation();
  const first = await lease(booking, after(0));
  expect(await lease(booking, after(leaseMs))).toBeUndefined();
  const second = await lease(booking, after(leaseMs + 1));
  expect(second).toMatchObject({ id: first?.id, leases: 2 });
  if (!first || !second) throw new Error('No lease');
  const failed = { error: 'Later', nextAttemptAt: after(2 * leaseMs), reachedServer: true };
  expect(await recordMailResult(app.context.db, first, failed, after(leaseMs + 2))).toBe(false);
  expect(await recordMailResult(app.context.db, second, { sentAt: after(leaseMs + 3) }, after(leaseMs + 3))).toBe(true);
  // It is recorded once, with the instant of the first record.
  expect(await recordMailResult(app.context.db, first, { sentAt: after(leaseMs + 4) }, after(leaseMs + 4))).toBe(false);
  const rows = await app.sql('SELECT "status", "sentAt", "attempts" FROM "Notification"');
  expect(rows).toEqual([{ status: 'SENT', sentAt: after(leaseMs + 3).toISOString(), attempts: 1 }]);
});

test('the mail of a change waits while the earlier one is being sent, to the last millisecond of its lease', async () => {
  const { booking, id } = await invitation();
  const first = await lease(booking, after(0));
  expect(first).toBeDefined();
  await booking.reschedule({ id, dateTime: march('11T10:00'), timeZone: 'UTC' });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST'`);
  expect(await lease(booking, after(leaseMs))).toBeUndefined();
  // This process still sends the first, though its lease has run out.
  expect(await lease(booking, after(leaseMs + 1), [first?.id ?? 0])).toBeUndefined();
  const second = await lease(booking, after(leaseMs + 1));
  expect(second?.id).toBeGreaterThan(first?.id ?? 0);
  expect(await app.sql('SELECT "id" FROM "Notification"')).toEqual([{ id: second?.id }]);
});

test.each([
  ['with the call', march('04T13:00'), 'FAILED'],
  ['a millisecond before the call ends', '2026-03-04T13:00:00.001Z', 'WAITING'],
])('a mail whose mailbox has room again %s is given up or waits', async (_name, endTime, status) => {
  const booking = await bookingIn(app);
  await app.sql(`UPDATE "Event" SET "reminders" = '[]' WHERE "workspaceId" = $1`, [booking.workspaceId]);
  for (const hour of ['00', '01', '02', '03', '04']) await booking.booked({ dateTime: march(`10T${hour}:00`) });
  await sendDue();
  await booking.booked({ dateTime: march('11T10:00') });
  // The sixth mail of an hour waits until the first is an hour old.
  await app.sql(`UPDATE "Notification" SET "dateTime" = $1, "endTime" = $2, "dueAt" = $1 WHERE "status" = 'WAITING'`, [
    ...[start, endTime],
  ]);
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST' AND "status" = 'WAITING'`);
  expect(await lease(booking, after(0))).toBeUndefined();
  expect(await app.sql(`SELECT "status" FROM "Notification" WHERE "status" <> 'SENT'`)).toEqual([{ status }]);
});
