import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { bookingIn, hoursOf, march } from '../../support/bookings.ts';
import type { ScheduleDraft } from '../../support/factories.ts';

const app = await useApp();

/** An event with the hours of one host. */
async function withHours(schedule: ScheduleDraft, draft = {}) {
  const booking = await bookingIn(app, draft, { hosts: async () => [] });
  await openAlways(app, booking.owner, { eventId: booking.eventId, hours: {}, ...schedule });
  return booking;
}
const nineToNoon: [number, number][] = [[540, 720]];
const weekdaysOnly = { monday: nineToNoon, thursday: nineToNoon };

describe('POST /v1/events/eventDates', () => {
  test('returns the open slots exactly: by date and clock of the asked zone, and as instants with their hosts', async () => {
    const booking = await withHours({ timeZone: 'America/New_York', hours: weekdaysOnly });
    const { status, body } = await booking.dates({ timeZone: 'Asia/Tokyo', from: '2026-03-05', to: '2026-03-10' });
    const hostIds = [booking.owner.userId];
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record. New York has had summer time since the 8th.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        data: {
          timeZone: 'Asia/Tokyo',
          availabilities: {
            '2026-03-05': ['23:00'],
            '2026-03-06': ['00:00', '01:00'],
            '2026-03-09': ['22:00', '23:00'],
            '2026-03-10': ['00:00'],
          },
          slots: ['05T14:00', '05T15:00', '05T16:00', '09T13:00', '09T14:00', '09T15:00'].map((hour) => ({
            ...{ dateTime: march(hour), hostIds },
          })),
        },
      }),
    );
  });

  test('the event may be named by its link', async () => {
    const booking = await bookingIn(app, { linkPrefix: 'ada/growth-review' });
    const { body } = await booking.dates();
    const byLink = await booking.dates({ eventId: undefined, linkPrefix: 'ada/growth-review' });
    expect([byLink.status, byLink.body]).toEqual([200, body]);
    expect(body.data.slots).toHaveLength(48);
  });

  test('leaves out the dates without slots', async () => {
    const booking = await withHours({ hours: weekdaysOnly });
    const { body } = await booking.dates({ from: '2026-03-06', to: '2026-03-08' });
    expect(body).toEqual({ data: { timeZone: 'UTC', availabilities: {}, slots: [] } });
  });

  test('without bounds has today in the asked zone, from now on, and the 13 days after it', async () => {
    const booking = await bookingIn(app);
    const unbounded = { from: undefined, to: undefined };
    const datesIn = async (timeZone: string) => {
      const { body } = await booking.dates({ ...unbounded, timeZone });
      const dates = Object.keys(body.data.availabilities);
      return [dates.length, dates[0], dates.at(-1), body.data.slots[0].dateTime];
    };
    const from = march('04T13:00');
    expect(await datesIn('UTC')).toEqual([14, '2026-03-04', '2026-03-17', from]);
    // It is the 5th there already.
    expect(await datesIn('Pacific/Kiritimati')).toEqual([14, '2026-03-05', '2026-03-18', from]);
  });

  test('without to has the 13 days after from; without from begins today', async () => {
    const booking = await bookingIn(app);
    const dates = async (input: object) =>
      Object.keys((await booking.dates({ from: undefined, to: undefined, ...input })).body.data.availabilities);
    const later = await dates({ from: '2026-03-20' });
    expect([later.length, later[0], later.at(-1)]).toEqual([14, '2026-03-20', '2026-04-02']);
    expect(await dates({ to: '2026-03-05' })).toEqual(['2026-03-04', '2026-03-05']);
  });

  test('has up to 60 dates, both bounds included', async () => {
    const booking = await bookingIn(app);
    const { status, body } = await booking.dates({ from: '2026-03-05', to: '2026-05-03' });
    expect([status, Object.keys(body.data.availabilities).length, body.data.slots.length]).toEqual([200, 60, 1440]);
    const one = await booking.dates({ from: '2026-05-03', to: '2026-05-03' });
    expect(hoursOf(one)).toHaveLength(24);
  });

  test('of dates that are past has none', async () => {
    const booking = await bookingIn(app);
    const { status, body } = await booking.dates({ from: '2026-01-01', to: '2026-01-31' });
    expect([status, body.data.slots]).toEqual([200, []]);
    expect(hoursOf(await booking.dates({ from: '2026-03-01', to: '2026-03-04' }))[0]).toBe('04T13:00');
  });

  test('has each instant once, with its hosts in the order in which they are chosen', async () => {
    const booking = await bookingIn(app, {}, { hosts: async () => [] });
    const [first, second, third] = [
      booking.owner,
      await app.member(booking.workspaceId, 'CLOSER'),
      await app.member(booking.workspaceId, 'ADMIN'),
    ];
    const { eventId } = booking;
    await openAlways(app, first, { eventId });
    await openAlways(app, second, { eventId, hours: { thursday: [[600, 720]] } });
    await openAlways(app, third, { eventId, priority: 1, hours: { thursday: [[660, 780]] } });
    // More calls that week than the second.
    await app.call(first, { dateTime: march('06T00:00') });
    const { body } = await booking.dates({ to: '2026-03-05' });
    const [one, two, three] = [first, second, third].map(({ userId }) => userId);
    const hours = body.data.slots.slice(9, 14).map((slot: object) => Object.values(slot));
    expect(hours).toEqual([
      [march('05T09:00'), [one]],
      [march('05T10:00'), [two, one]],
      [march('05T11:00'), [three, two, one]],
      [march('05T12:00'), [three, one]],
      [march('05T13:00'), [one]],
    ]);
  });

  test('has the grid of each window, by the slot interval or else the duration, as far as the call fits', async () => {
    const thursday: [number, number][] = [
      [545, 640],
      [720, 780],
      [780, 800],
    ];
    const every = async (draft: object) => hoursOf(await (await withHours({ hours: { thursday } }, draft)).dates());
    expect(await every({ duration: 30, slotInterval: null })).toEqual([
      ...['05T09:05', '05T09:35', '05T10:05', '05T12:00', '05T12:30'],
    ]);
    // Windows that touch are one for the fit of a call, and each keeps its own grid.
    expect(await every({ duration: 40, slotInterval: 25 })).toEqual([
      ...['05T09:05', '05T09:30', '05T09:55', '05T12:00', '05T12:25'],
    ]);
  });

  test('has the hours of an override instead of those of the weekday, and none of time off', async () => {
    const booking = await withHours({ hours: weekdaysOnly });
    const { workspaceId, userId } = booking.owner;
    const [schedule] = await app.sql<{ id: number }>('SELECT "id" FROM "Schedule" WHERE "userId" = $1', [userId]);
    const override = (date: string, startMinutes: number[], endMinutes: number[]) =>
      app.insert('ScheduleOverride', { workspaceId, scheduleId: schedule?.id, date, startMinutes, endMinutes });
    await override('2026-03-05', [], []);
    await override('2026-03-06', [600, 840], [660, 900]);
    await app.insert('TimeOff', { workspaceId, userId, startTime: march('09T10:30'), endTime: march('09T11:00') });
    expect(hoursOf(await booking.dates({ to: '2026-03-09' }))).toEqual([
      ...['06T10:00', '06T14:00', '09T09:00', '09T11:00'],
    ]);
  });

  test('reads whatever the role: every member with events:read', async () => {
    const booking = await bookingIn(app);
    const { body } = await booking.dates();
    for (const role of ['ADMIN', 'CLOSER', 'SETTER'] as const) {
      const member = await app.member(booking.workspaceId, role);
      const answer = await booking.dates({}, await app.apiKey(member, { scopes: ['events:read'] }));
      expect([answer.status, answer.body]).toEqual([200, body]);
    }
  });

  test('GraphQL returns the same', async () => {
    const booking = await bookingIn(app);
    const { body } = await booking.dates();
    const input = { eventId: booking.eventId, timeZone: 'UTC', from: '2026-03-05', to: '2026-03-06' };
    const document = `query ($eventId: Int, $timeZone: String!, $from: Date, $to: Date) {
      eventDates(eventId: $eventId, timeZone: $timeZone, from: $from, to: $to) {
        timeZone availabilities slots { dateTime hostIds }
      }
    }`;
    const graph = await app.graphql(document, booking.key, input);
    expect([graph.status, graph.body]).toEqual([200, { data: { eventDates: body.data } }]);
  });
});
