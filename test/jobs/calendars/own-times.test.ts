import { afterEach, expect, test } from 'vitest';
import { unpackBusy } from '#src/domain/calendars/busy.ts';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { useCalendarServer } from '../../support/calendar-feeds.ts';
import { calendarWorkers, connectCalendars } from '../../support/calendar-workers.ts';

const app = await useApp();
const server = await useCalendarServer();
const { readDue, errors } = calendarWorkers(app);
const noon = Date.parse('2026-03-04T12:00:00Z');

afterEach(async () => {
  app.clock.set(new Date(noon).toISOString());
  await app.sql('DELETE FROM "CalendarConnection"');
  expect(errors.splice(0)).toEqual([]);
});

/** An event with two hosts, the first of whom has a calendar. */
async function hostWithCalendar() {
  const booking = await bookingIn(app);
  const colleague = await app.member(booking.workspaceId, 'CLOSER');
  await openAlways(app, colleague, { eventId: booking.eventId, priority: -1 });
  const address = server.address();
  const id = await connectCalendars(app, booking.owner, { kind: 'ICS', url: address.url });
  await readDue();
  const call = async (time: string, { userId } = booking.owner) => {
    const { id: callId, previewId } = await booking.booked({ dateTime: march(time), userId });
    return { callId, uid: `${previewId}@api.test` };
  };
  /** As they are stored after another five minutes. */
  const busy = async () => {
    app.clock.set(new Date(app.clock.now().getTime() + 5 * 60_000).toISOString());
    await readDue();
    const [row] = await app.sql<{ busy: Buffer }>('SELECT "busy" FROM "Calendar" WHERE "connectionId" = $1', [id]);
    return unpackBusy(row?.busy as Buffer).map(({ start }) => new Date(start).toISOString().slice(8, 16));
  };
  return { ...booking, colleague, address, call, busy };
}

const hourAt = (hour: number, uid: string) => [`2026-03-10T${hour}:00Z`, `2026-03-10T${hour + 1}:00Z`, uid] as const;

test('only a call that the member hosts in this workspace is left out', async () => {
  const { call, colleague, address, busy } = await hostWithCalendar();
  const elsewhere = await bookingIn(app);
  const ofOther = await elsewhere.booked({ dateTime: march('10T14:00') });
  address.entries = [
    hourAt(10, (await call('10T10:00')).uid),
    hourAt(12, (await call('10T12:00', colleague)).uid),
    hourAt(14, `${ofOther.previewId}@api.test`),
    hourAt(16, `call_${'a'.repeat(22)}@api.test`),
  ];
  expect(await busy()).toEqual(['10T12:00', '10T14:00', '10T16:00']);
});

test('an entry that the host moves is busy where it stands', async () => {
  const { call, address, busy } = await hostWithCalendar();
  const { uid } = await call('10T16:00');
  address.entries = [hourAt(16, uid)];
  expect(await busy()).toEqual([]);
  address.entries = [hourAt(18, uid)];
  expect(await busy()).toEqual(['10T18:00']);
});

test('an entry that the host makes longer is busy', async () => {
  const { call, address, busy } = await hostWithCalendar();
  const { uid } = await call('10T10:00');
  address.entries = [['2026-03-10T10:00Z', '2026-03-10T12:30Z', uid]];
  expect(await busy()).toEqual(['10T10:00']);
});

test('the entry of a cancelled call takes no time at the time of the call', async () => {
  const { call, cancel, address, busy } = await hostWithCalendar();
  const { callId, uid } = await call('10T10:00');
  expect((await cancel({ id: callId })).status).toBe(200);
  address.entries = [hourAt(10, uid)];
  expect(await busy()).toEqual([]);
});
