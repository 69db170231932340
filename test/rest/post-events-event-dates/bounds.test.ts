import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { bookingIn, datesPath, refusedWith } from '../../support/bookings.ts';
import { detailsWith } from '../../support/errors.ts';

const app = await useApp();

const query = `query ($eventId: Int, $timeZone: String!, $from: Date, $to: Date) {
  eventDates(eventId: $eventId, timeZone: $timeZone, from: $from, to: $to) { slots { dateTime } }
}`;

const invitees = `query ($linkPrefix: String!, $from: Date, $to: Date) {
  publicEventDates(linkPrefix: $linkPrefix, timeZone: "UTC", from: $from, to: $to) { availabilities dateTimes }
}`;

/** An event that can begin at every minute, round the clock. */
async function everyMinute(hosts: number, linkPrefix = `ada/every-minute-${hosts}`) {
  const booking = await bookingIn(app, { slotInterval: 1, duration: 15, linkPrefix });
  for (let host = 1; host < hosts; host++) {
    await openAlways(app, await app.member(booking.workspaceId, 'CLOSER'), { eventId: booking.eventId });
  }
  return { booking, linkPrefix };
}

const tooManyStarts = (starts: string, most: string) =>
  `Must be earlier for this event: its 70 hosts have ${starts} possible start times on these dates, and at most ${most} can be searched at once`;
const refusal = (message: string) => detailsWith({ fieldErrors: { to: [message] } });
const tooManySlots = (slots: string, most: string) =>
  `Must be earlier for this event: it has ${slots} available times on these dates, and at most ${most} can be returned at once`;

describe('bounds on the open times of one request', () => {
  test('of the possible starts of all hosts, over REST and GraphQL', async () => {
    const { booking } = await everyMinute(70);
    const threeDays = { from: '2026-03-05', to: '2026-03-07' };
    const { status, body } = await booking.dates(threeDays);
    expect({ status, body }).toEqual(refusedWith(refusal(tooManyStarts('302,400', '300,000')), ['POST', datesPath]));
    const variables = { eventId: booking.eventId, timeZone: 'UTC', ...threeDays };
    const { errors } = (await app.graphql(query, booking.key, variables)).body;
    expect(errors[0].extensions).toEqual({
      code: 'VALIDATION_FAILED',
      details: refusal(tooManyStarts('302,400', '50,000')),
    });
    const whole = await booking.dates({ ...threeDays, to: '2026-03-06' });
    expect([whole.status, whole.body.data.slots.length]).toEqual([200, 2 * 1440]);
    // What the horizon leaves out is not searched.
    await app.sql('UPDATE "Event" SET "bookingWindow" = 1 WHERE "id" = $1', [booking.eventId]);
    expect((await booking.dates({ ...threeDays, to: '2026-05-01' })).status).toBe(200);
  });

  test('of the open times, over REST and GraphQL', async () => {
    const { booking } = await everyMinute(1);
    const fourteenDays = { from: '2026-03-05', to: '2026-03-18' };
    const { status, body } = await booking.dates(fourteenDays);
    expect({ status, body }).toEqual(refusedWith(refusal(tooManySlots('20,160', '20,000')), ['POST', datesPath]));
    const variables = { eventId: booking.eventId, timeZone: 'UTC', ...fourteenDays };
    const { errors } = (await app.graphql(query, booking.key, variables)).body;
    expect(errors[0].extensions).toEqual({
      code: 'VALIDATION_FAILED',
      details: refusal(tooManySlots('20,160', '6,000')),
    });
    const { data } = (await app.graphql(query, booking.key, { ...variables, to: '2026-03-08' })).body;
    expect(data.eventDates.slots).toHaveLength(4 * 1440);
  });

  test('of the dates and open times of an invitee, whose answer has at most 128 kB', async () => {
    const { linkPrefix } = await everyMinute(1, 'ada/every-minute');
    const ask = async (input: object) => (await app.graphql(invitees, undefined, { linkPrefix, ...input })).body;
    const refusal = async (input: object) => (await ask(input)).errors[0].extensions.details.fieldErrors.to;
    expect(await refusal({ from: '2026-03-05', to: '2026-04-05' })).toEqual([
      'Must be at most 30 days after 2026-03-05',
    ]);
    expect(await refusal({ from: '2026-03-05', to: '2026-03-07' })).toEqual([tooManySlots('4,320', '3,000')]);
    const answer = await ask({ from: '2026-03-05', to: '2026-03-06' });
    expect(answer.data.publicEventDates.dateTimes).toHaveLength(2 * 1440);
    expect(JSON.stringify(answer).length).toBeLessThan(128_000);
  });

  test('which leave each day of every event, and the suggestions of a booking', async () => {
    const { booking } = await everyMinute(70, 'ada/taken');
    await app.sql(
      `INSERT INTO "TimeOff" ("workspaceId", "userId", "startTime", "endTime")
       SELECT "workspaceId", "userId", '2026-03-05T10:00:00Z', '2026-03-06T10:00:00Z' FROM "EventHost" WHERE "eventId" = $1`,
      [booking.eventId],
    );
    const { status, body } = await booking.book({ dateTime: '2026-03-05T10:00:00Z' });
    expect(status).toBe(400);
    expect(body.message.details.nextAvailable).toEqual([
      '2026-03-06T10:00:00.000Z',
      '2026-03-06T10:01:00.000Z',
      '2026-03-06T10:02:00.000Z',
    ]);
  });
});
