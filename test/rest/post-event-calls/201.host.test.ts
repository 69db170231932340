import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import { bookingIn, hoursOf, march, unavailable } from '../../support/bookings.ts';
import type { Member } from '../../support/factories.ts';

const app = await useApp();

const dateTime = march('05T10:00');

/** An event with the owner, who has the smallest user id, and a closer as its hosts. */
async function ofTwo(timeZone = 'UTC') {
  let closer: Member | undefined;
  const hosts = async (owner: Member) => {
    closer = await app.member(owner.workspaceId, 'CLOSER');
    return [closer, owner];
  };
  const booking = await bookingIn(app, {}, { timeZone, hosts });
  return { ...booking, closer: closer as Member };
}

/** The hosts of a slot as `eventDates` lists them, and the host of the call that is then booked. */
async function chosen(booking: Awaited<ReturnType<typeof ofTwo>>, at = dateTime) {
  const day = at.slice(0, 10);
  const { body } = await booking.dates({ from: day, to: day });
  const slot = body.data.slots.find((each: { dateTime: string }) => each.dateTime === at);
  return { listed: slot.hostIds, booked: (await booking.booked({ dateTime: at })).userId };
}

describe('the host of a call', () => {
  test('is the free one with the highest priority, however many calls they have', async () => {
    const booking = await ofTwo();
    const { owner, closer, eventId } = booking;
    await app.sql('UPDATE "EventHost" SET "priority" = 1 WHERE "eventId" = $1 AND "userId" = $2', [
      eventId,
      closer.userId,
    ]);
    await app.call(closer, { dateTime: march('06T10:00') });
    expect(await chosen(booking)).toEqual({ listed: [closer.userId, owner.userId], booked: closer.userId });
  });

  test('is the one with the fewest calls of that week, of any event; cancelled ones do not count', async () => {
    const booking = await ofTwo();
    const { owner, closer } = booking;
    await app.call(owner, { dateTime: march('02T00:00') });
    await app.call(closer, { dateTime: march('08T23:00'), status: 'CANCELLED' });
    // These are of the weeks before and after.
    await app.call(closer, { dateTime: march('01T23:59') });
    await app.call(closer, { dateTime: march('09T00:00') });
    expect(await chosen(booking)).toEqual({ listed: [closer.userId, owner.userId], booked: closer.userId });
  });

  test('is the one with the smallest user id, where the calls are as many', async () => {
    const booking = await ofTwo();
    const { owner, closer } = booking;
    await app.call(owner, { dateTime: march('06T10:00') });
    await app.call(closer, { dateTime: march('04T10:00') });
    expect(await chosen(booking)).toEqual({ listed: [owner.userId, closer.userId], booked: owner.userId });
  });

  test('counts the weeks of the time zone of the workspace', async () => {
    const booking = await ofTwo('America/New_York');
    const { owner, closer } = booking;
    // Still Sunday of the week before in New York, though Monday in UTC.
    await app.call(closer, { dateTime: march('02T04:00') });
    await app.call(owner, { dateTime: march('02T05:00') });
    expect(await chosen(booking)).toEqual({ listed: [closer.userId, owner.userId], booked: closer.userId });
  });

  test('counts the weeks by the offset of each call, though the clock changes within the week', async () => {
    const booking = await ofTwo('Europe/Berlin');
    const { owner, closer } = booking;
    // Monday 00:30 of the next week in Berlin, where summer time began on the 29th.
    await app.call(owner, { dateTime: march('29T22:30') });
    expect(await chosen(booking, march('23T10:00'))).toEqual({
      ...{ listed: [owner.userId, closer.userId], booked: owner.userId },
    });
  });

  test('is the other one, where the first is busy; a third call at that time is refused', async () => {
    const booking = await ofTwo();
    const { owner, closer } = booking;
    const [first, second] = [await booking.booked({ dateTime }), await booking.booked({ dateTime })];
    expect([first.userId, second.userId]).toEqual([owner.userId, closer.userId]);
    const { status, body } = await booking.book({ dateTime });
    const next = [march('05T11:00'), march('05T12:00'), march('05T13:00')];
    expect([status, body.message.details]).toEqual([400, unavailable(next)]);
    await booking.cancel({ id: first.id });
    expect((await booking.booked({ dateTime })).userId).toBe(owner.userId);
  });

  test('may be requested, whatever their priority', async () => {
    const booking = await ofTwo();
    const { userId } = booking.closer;
    expect((await booking.booked({ dateTime, userId })).userId).toBe(userId);
  });

  test('who is requested and busy is not replaced, and the next times are those of this host', async () => {
    const booking = await ofTwo();
    const { userId } = booking.closer;
    await booking.booked({ dateTime, userId });
    await app.call(booking.closer, { dateTime: march('05T12:00') });
    const { status, body } = await booking.book({ dateTime, userId });
    const next = [march('05T11:00'), march('05T13:00'), march('05T14:00')];
    expect([status, body.message.details]).toEqual([400, unavailable(next)]);
  });

  test('who has left is skipped', async () => {
    const booking = await ofTwo();
    const { closer, owner } = booking;
    await app.sql('DELETE FROM "Membership" WHERE "userId" = $1', [closer.userId]);
    expect(await chosen(booking)).toEqual({ listed: [owner.userId], booked: owner.userId });
    const { status, body } = await booking.book({ dateTime: march('05T11:00'), userId: closer.userId });
    expect([status, body.message.details.fieldErrors]).toEqual([400, { userId: ['Must be a host of the event'] }]);
  });
});

describe('calls of a host', () => {
  test('keep the buffers of both events, the longer one between two calls', async () => {
    const booking = await bookingIn(app, { duration: 30, slotInterval: 15, bufferBefore: 15, bufferAfter: 30 });
    const { owner, workspaceId } = booking;
    const buffers = { duration: 30, slotInterval: 15, bufferBefore: 45, bufferAfter: 0 };
    const other = await bookableEvent(app, owner, buffers);
    await booking.booked({ eventId: other, dateTime: march('05T12:00') });
    const blocked = hoursOf(await booking.dates({ to: '2026-03-05' })).filter(
      (hour) => hour > '05T10:30' && hour < '05T13:15',
    );
    // The 45 minutes before the other call, and the 15 before this one.
    expect(blocked).toEqual(['05T10:45', '05T12:45', '05T13:00']);
    for (const hour of ['05T11:00', '05T12:30'])
      expect((await booking.book({ dateTime: march(hour) })).status).toBe(400);
    await booking.booked({ dateTime: march('05T10:45') });
    await booking.booked({ dateTime: march('05T12:45') });

    await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "workspaceId" = $1 AND "id" = $2', [
      workspaceId,
      other,
    ]);
    const calls = hoursOf(await booking.dates({ to: '2026-03-05' })).filter((hour) => hour > '05T11' && hour < '05T13');
    expect(calls).toEqual([]);
  });

  test('of an event are as many a day as its limit; those of other events do not count', async () => {
    const booking = await bookingIn(app, { dailyLimit: 2 });
    await app.call(booking.owner, { dateTime: march('05T01:00'), duration: 60 });
    await booking.booked({ dateTime });
    const last = await booking.booked({ dateTime: march('05T15:00') });
    const { status, body } = await booking.book({ dateTime: march('05T20:00') });
    const next = [march('06T00:00'), march('06T01:00'), march('06T02:00')];
    expect([status, body.message.details]).toEqual([400, unavailable(next)]);
    expect(hoursOf(await booking.dates({ to: '2026-03-05' }))).toEqual([]);
    await booking.cancel({ id: last.id });
    await booking.booked({ dateTime: march('05T20:00') });
  });

  test('count towards the limit by the date of the schedule of the host', async () => {
    const booking = await bookingIn(app, { dailyLimit: 1 }, { hosts: async () => [] });
    await openAlways(app, booking.owner, { eventId: booking.eventId, timeZone: 'Asia/Tokyo' });
    // 15:00 in UTC is midnight in Tokyo.
    await booking.booked({ dateTime: march('05T14:00') });
    expect((await booking.book({ dateTime: march('05T13:00') })).status).toBe(400);
    await booking.booked({ dateTime: march('05T15:00') });
  });

  test('that are cancelled free their time, also for another event', async () => {
    const booking = await bookingIn(app);
    const other = await bookableEvent(app, booking.owner);
    const call = await booking.booked({ dateTime });
    expect((await booking.book({ eventId: other, dateTime })).status).toBe(400);
    await booking.cancel({ id: call.id });
    await booking.booked({ eventId: other, dateTime });
  });

  test('of the same person in another workspace do not count', async () => {
    const booking = await bookingIn(app);
    const elsewhere = await app.workspace();
    const member = { ...booking.owner, workspaceId: elsewhere.workspaceId };
    await app.insert('Membership', { ...member, role: 'CLOSER' });
    await app.call(member, { dateTime, duration: 60 });
    await booking.booked({ dateTime });
  });
});
