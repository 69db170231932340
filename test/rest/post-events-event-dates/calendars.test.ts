import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { bookingIn, hoursOf, march } from '../../support/bookings.ts';
import { busyIn, connectedCalendar, storedCalendar, storedConnection } from '../../support/stored-calendars.ts';

const app = await useApp();
const hours = { from: '2026-03-05', to: '2026-03-05' };

/** The hours of the 5th of March that are missing, as whole numbers. */
async function closed({ dates }: Awaited<ReturnType<typeof bookingIn>>): Promise<number[]> {
  const open = new Set(hoursOf(await dates(hours)).map((hour) => Number(hour.slice(3, 5))));
  return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !open.has(hour));
}

test('the busy times of calendars close what they overlap, without buffers', async () => {
  const booking = await bookingIn(app, { bufferBefore: 30, bufferAfter: 30 });
  const { connectionId } = await connectedCalendar(app, booking.owner, {
    busy: [busyIn('05T08:00', '05T09:00'), busyIn('05T12:30', '05T12:31')],
  });
  await storedCalendar(app, booking, { connectionId, busy: [busyIn('05T15:00', '05T17:30')] });
  await connectedCalendar(app, booking.owner, { busy: [busyIn('04T20:00', '05T02:00')] });
  expect(await closed(booking)).toEqual([0, 1, 8, 12, 15, 16, 17]);
});

test('a calendar that does not count as busy closes nothing', async () => {
  const booking = await bookingIn(app);
  const busy = [busyIn('05T08:00', '05T09:00')];
  await connectedCalendar(app, booking.owner, { busy, countsAsBusy: false, busyUntil: null });
  expect(await closed(booking)).toEqual([]);
});

test('busy times of a member are their own, in the workspace of the connection', async () => {
  const booking = await bookingIn(app);
  const colleague = await app.member(booking.workspaceId, 'CLOSER');
  await openAlways(app, colleague, { eventId: booking.eventId });
  await connectedCalendar(app, colleague, { busy: [busyIn('05T08:00', '05T09:00')] });
  const elsewhere = await app.workspace();
  await app.insert('Membership', { ...elsewhere, userId: booking.owner.userId, role: 'CLOSER' });
  const asGuest = { ...elsewhere, userId: booking.owner.userId };
  await connectedCalendar(app, asGuest, { busy: [busyIn('05T00:00', '06T00:00')] });
  const { body } = await booking.dates(hours);
  const hostsAt = Object.fromEntries(
    body.data.slots.map(({ dateTime, hostIds }: { dateTime: string; hostIds: number[] }) => [dateTime, hostIds]),
  );
  expect(hostsAt[march('05T08:00')]).toEqual([booking.owner.userId]);
  expect(hostsAt[march('05T09:00')]).toEqual([booking.owner.userId, colleague.userId]);
});

test.each([
  ['was not read for too long', { readableUntil: '2026-03-04T12:00:00Z' }],
  ['is refused by its provider', { disconnectedAt: '2026-03-04T11:59:00Z' }],
])('a host with one connection that %s has no slots; others go on', async (_, connection) => {
  const booking = await bookingIn(app);
  await connectedCalendar(app, booking.owner);
  expect(await closed(booking)).toEqual([]);
  const connectionId = await storedConnection(app, booking.owner, connection);
  expect(await closed(booking)).toHaveLength(24);
  // Whether any of its calendars counts as busy does not matter.
  await storedCalendar(app, booking, { connectionId, countsAsBusy: false });
  expect(await closed(booking)).toHaveLength(24);
  const colleague = await app.member(booking.workspaceId, 'CLOSER');
  await openAlways(app, colleague, { eventId: booking.eventId });
  expect(await closed(booking)).toEqual([]);
  const { body } = await booking.book({ dateTime: march('05T10:00') });
  expect(body.data.userId).toBe(colleague.userId);
});

test('a host is open again with the next good read', async () => {
  const booking = await bookingIn(app);
  const { connectionId } = await connectedCalendar(app, booking.owner, {
    connection: { readableUntil: '2026-03-04T12:00:00Z' },
  });
  expect(await closed(booking)).toHaveLength(24);
  await app.sql('UPDATE "CalendarConnection" SET "readableUntil" = $2 WHERE "id" = $1', [
    connectionId,
    '2026-03-04T12:00:00.001Z',
  ]);
  expect(await closed(booking)).toEqual([]);
});

test('nothing is offered that ends after what is known of each calendar', async () => {
  const booking = await bookingIn(app);
  const { connectionId } = await connectedCalendar(app, booking.owner, { busyUntil: march('05T20:00') });
  await storedCalendar(app, booking, { connectionId, busyUntil: march('05T21:30') });
  expect(await closed(booking)).toEqual([20, 21, 22, 23]);
  await storedCalendar(app, booking, { connectionId, busyUntil: null });
  expect(await closed(booking)).toHaveLength(24);
});

test('it costs no further statement', async () => {
  const booking = await bookingIn(app);
  await connectedCalendar(app, booking.owner, { busy: [busyIn('05T08:00', '05T09:00')] });
  await booking.dates();
  app.statements.splice(0);
  expect((await booking.dates()).status).toBe(200);
  expect(app.statements.filter((name) => !name.endsWith('Uses'))).toEqual(['credentials.apiKey', 'scheduling.byId']);
});
