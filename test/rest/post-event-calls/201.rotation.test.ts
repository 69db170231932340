import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import { type Booking, bookingIn } from '../../support/bookings.ts';
import type { Member } from '../../support/factories.ts';

const app = await useApp();
const other = await useApp({ databaseUrl: app.databaseUrl });

const start = Date.parse('2026-03-04T12:00:00Z');
const hour = 3_600_000;
/** Ten o'clock on the Thursday of a week; the first one is tomorrow. */
const thursday = (week: number, hours = 0) =>
  new Date(start + 22 * hour + week * 168 * hour + hours * hour).toISOString();
/** Noon of the Wednesday before it. */
const goTo = (week: number) => app.clock.set(new Date(start + week * 168 * hour).toISOString());

let booking: Booking;
/** The ids of the three hosts, ascending; the first is the owner. */
let hosts: number[];
let members: Member[];
beforeEach(async () => {
  goTo(0);
  other.clock.set(new Date(start).toISOString());
  booking = await bookingIn(
    app,
    { bookingWindow: null },
    {
      hosts: async (owner) => {
        members = [owner, await app.member(owner.workspaceId, 'CLOSER'), await app.member(owner.workspaceId, 'CLOSER')];
        return members;
      },
    },
  );
  hosts = members.map(({ userId }) => userId);
});

const hostOf = async (input: object): Promise<number> => (await booking.booked(input)).userId;
const [A, B, C] = [0, 1, 2].map((place) => () => hosts[place] as number) as [() => number, () => number, () => number];
const lastBooked = async (): Promise<unknown> => {
  const rows = await app.sql<{ userId: number; at: number | null }>(
    `SELECT "userId", (date_part('epoch', "lastBookedAt") * 1000)::float8 AS "at" FROM "EventHost"
     WHERE "workspaceId" = $1 AND "eventId" = $2 ORDER BY "userId"`,
    [booking.workspaceId, booking.eventId],
  );
  return rows.map(({ at }) => at);
};
async function offered(week: number): Promise<number[]> {
  const day = thursday(week).slice(0, 10);
  const { body } = await booking.dates({ from: day, to: day });
  return body.data.slots.find((slot: { dateTime: string }) => slot.dateTime === thursday(week)).hostIds;
}

describe('of three hosts with a call a week', () => {
  test('each gets a third of them, and each slot lists them in the order in which they would be chosen', async () => {
    const chosen: number[] = [];
    for (let week = 0; week < 12; week++) {
      goTo(week);
      const listed = await offered(week);
      const userId = await hostOf({ dateTime: thursday(week) });
      expect(listed[0]).toBe(userId);
      chosen.push(userId);
    }
    expect(chosen).toEqual(Array.from({ length: 4 }, () => hosts).flat());
  });

  test('each gets a third, too, where all are booked at one moment, by turns on two nodes', async () => {
    const chosen: number[] = [];
    for (let week = 0; week < 9; week++) {
      const node = week % 2 ? other : app;
      const input = { eventId: booking.eventId, timeZone: 'UTC', email: 'ira@example.com', dateTime: thursday(week) };
      const { body } = await node.request('/v1/eventCalls', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${booking.key}` },
        body: JSON.stringify(input),
      });
      chosen.push(body.data.userId);
    }
    expect(chosen).toEqual([...hosts, ...hosts, ...hosts]);
  });

  test('each gets a third of those that are booked at the same time', async () => {
    const booked = await Promise.all(
      Array.from({ length: 12 }, (_, week) => hostOf({ dateTime: thursday(week), email: `lead${week}@example.com` })),
    );
    expect(hosts.map((userId) => booked.filter((each) => each === userId).length)).toEqual([4, 4, 4]);
    expect(new Set((await lastBooked()) as number[]).size).toBe(3);
  });
});

test('fewer calls in the week go before the turn', async () => {
  for (const week of [0, 1, 2]) await hostOf({ dateTime: thursday(week) });
  expect(await offered(3)).toEqual([A(), B(), C()]);
  await app.call(members[0] as Member, { dateTime: thursday(3, 5) });
  expect(await offered(3)).toEqual([B(), C(), A()]);
  expect(await offered(4)).toEqual([A(), B(), C()]);
});

test('a booking of another event, a call that is cancelled, and one that was imported change no turn', async () => {
  const otherEvent = await bookableEvent(app, members[0] as Member, {}, members);
  expect(await hostOf({ dateTime: thursday(0), eventId: otherEvent })).toBe(A());
  expect(await lastBooked()).toEqual([null, null, null]);
  await app.call(members[0] as Member, { eventId: booking.eventId, dateTime: thursday(0, 5) });
  expect(await lastBooked()).toEqual([null, null, null]);
  const { id, userId } = await booking.booked({ dateTime: thursday(1) });
  expect(userId).toBe(A());
  await booking.cancel({ id });
  // The booking counts, although the call does not take place.
  expect(await hostOf({ dateTime: thursday(1) })).toBe(B());
});

test('a call that is moved, also to another host, changes no turn', async () => {
  const call = await booking.booked({ dateTime: thursday(0) });
  goTo(0);
  const before = await lastBooked();
  await app.call(members[0] as Member, { dateTime: thursday(1) });
  const { status, body } = await booking.reschedule({ id: call.id, dateTime: thursday(1), timeZone: 'UTC' });
  expect([status, body.data.userId]).toEqual([200, B()]);
  expect(await lastBooked()).toEqual(before);
  expect(await offered(4)).toEqual([B(), C(), A()]);
});

test('a booking that is refused changes no turn', async () => {
  await app.sql('UPDATE "Event" SET "maxUpcomingPerInvitee" = 1 WHERE "workspaceId" = $1', [booking.workspaceId]);
  await hostOf({ dateTime: thursday(0) });
  const before = await lastBooked();
  expect((await booking.book({ dateTime: thursday(1) })).status).toBe(400);
  expect((await booking.book({ dateTime: thursday(1), userId: 2_147_483_647 })).status).toBe(400);
  expect(await lastBooked()).toEqual(before);
});

test('a requested host has had their turn', async () => {
  expect(await hostOf({ dateTime: thursday(0), userId: B() })).toBe(B());
  expect(await offered(1)).toEqual([A(), C(), B()]);
});

test('who joins comes first, and who stays keeps their turn when the hosts of the event are changed', async () => {
  for (const week of [0, 1, 2]) await hostOf({ dateTime: thursday(week) });
  const before = (await lastBooked()) as number[];
  const fourth = await app.member(booking.workspaceId, 'CLOSER');
  for (const member of [...members, fourth]) await app.schedule(member, { isDefault: true });
  const input = { id: booking.eventId, hosts: [C(), B(), fourth.userId].map((userId) => ({ userId, priority: 5 })) };
  const document =
    'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { hosts { priority } } } }';
  const { body } = await app.graphql(document, await app.session(members[0] as Member), { input });
  expect(body.data.updateEvent.event.hosts).toEqual([{ priority: 5 }, { priority: 5 }, { priority: 5 }]);
  expect(await lastBooked()).toEqual([before[1], before[2], null]);
  await openAlways(app, members[0] as Member, { eventId: booking.eventId, priority: 5 });
  expect(await lastBooked()).toEqual([null, before[1], before[2], null]);
});
