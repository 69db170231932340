import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { nextSerial } from '../../support/serial.ts';

const scopes = ['events:read', 'eventCalls:read', 'availabilities:read'] as const;
const app = await useApp();
const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
const host = await app.member(owner.workspaceId, 'CLOSER');
const key = await app.apiKey(owner, { scopes });
const rules = {
  duration: 60,
  slotInterval: 30,
  bufferAfter: 15,
  minimumNotice: 120,
  bookingWindow: 10,
  dailyLimit: 2,
};
const event = { name: 'Review', linkPrefix: `x/why-${nextSerial()}`, callType: 'STRATEGY_EVENT', ...rules };
const eventId = (await app.insert('Event', { workspaceId: owner.workspaceId, ...event })).id;
const weekdays = { wednesday: [[540, 1020]], thursday: [[540, 1020]], friday: [[540, 1020]] } as const;
const hours = Object.fromEntries(
  Object.entries(weekdays).map(([day, timings]) => [day, timings.map(([a, b]) => [a, b])]),
);
const scheduleId = await app.schedule(host, { hours: hours as never, eventIds: [eventId], timeZone: 'Europe/Berlin' });

async function why(dateTime: string, { as = key, userId = host.userId, event = eventId } = {}) {
  const query = `{ whyUnavailable(eventId: ${event}, userId: ${userId}, dateTime: "${dateTime}") { rule message } }`;
  const { body } = await app.graphql(query, as);
  return body.errors ? body.errors[0].extensions.code : body.data.whyUnavailable;
}

// The tests' clock shows Wednesday, 2026-03-04 12:00 in UTC, 13:00 in Berlin.
describe('whyUnavailable', () => {
  test('is empty for a time that can be booked', async () => {
    expect(await why('2026-03-05T08:00:00Z')).toEqual([]);
  });

  test('lists every rule in words, on the clock of the schedule', async () => {
    expect(await why('2026-03-04T11:59:00Z')).toEqual([
      { rule: 'PAST', message: 'The time has passed.' },
      { rule: 'MINIMUM_NOTICE', message: 'The event must be booked at least 120 minutes in advance.' },
      { rule: 'SLOT_INTERVAL', message: 'Calls begin every 30 minutes from 2026-03-04 09:00 (Europe/Berlin).' },
    ]);
    expect(await why('2026-03-15T20:00:00Z')).toEqual([
      { rule: 'BOOKING_WINDOW', message: 'The event can be booked at most 10 days in advance, until 2026-03-14.' },
      {
        rule: 'OPENING_HOURS',
        message: 'At 2026-03-15 21:00 (Europe/Berlin), the schedule is closed on this date.',
      },
    ]);
    expect(await why('2026-03-05T15:30:00Z')).toEqual([
      { rule: 'DURATION', message: 'A call of 60 minutes would not end by 2026-03-05 17:00 (Europe/Berlin).' },
    ]);
    expect(await why('2026-03-05T07:00:00Z')).toEqual([
      {
        rule: 'OPENING_HOURS',
        message: 'At 2026-03-05 08:00 (Europe/Berlin), the schedule is open from 09:00 to 17:00.',
      },
    ]);
  });

  test('lists overrides, other calls, buffers, time off and the daily limit', async () => {
    await app.insert('ScheduleOverride', {
      ...{ workspaceId: owner.workspaceId, scheduleId, date: '2026-03-06', startMinutes: [], endMinutes: [] },
    });
    expect(await why('2026-03-06T10:00:00Z')).toEqual([
      {
        rule: 'OVERRIDE',
        message:
          'At 2026-03-06 11:00 (Europe/Berlin), an override applies to the date: the schedule is closed on this date.',
      },
    ]);
    await app.call(host, { eventId, dateTime: '2026-03-05T10:00:00.000Z', duration: 60 });
    const call = 'a call from 2026-03-05 11:00 (Europe/Berlin) to 2026-03-05 12:00 (Europe/Berlin)';
    expect(await why('2026-03-05T10:30:00Z')).toEqual([{ rule: 'CALL', message: `The host already has ${call}.` }]);
    expect(await why('2026-03-05T11:00:00Z')).toEqual([
      { rule: 'BUFFER', message: `The time is within the buffer of ${call}.` },
    ]);
    await app.call(host, { eventId, dateTime: '2026-03-05T12:30:00.000Z', duration: 60 });
    await app.insert('TimeOff', {
      ...{ ...host, startTime: '2026-03-05T14:00:00Z', endTime: '2026-03-05T14:30:00Z' },
    });
    expect(await why('2026-03-05T14:00:00Z')).toEqual([
      {
        rule: 'TIME_OFF',
        message: 'The host has time off from 2026-03-05 15:00 (Europe/Berlin) to 2026-03-05 15:30 (Europe/Berlin).',
      },
      {
        rule: 'DAILY_LIMIT',
        message: 'The host can take 2 calls of the event per day, and has reached this limit on 2026-03-05.',
      },
    ]);
  });

  test('states that a member is no host and that the event is deactivated', async () => {
    await app.sql(`UPDATE "Event" SET "status" = 'DEACTIVATED' WHERE "id" = $1`, [eventId]);
    expect(await why('2026-03-05T08:00:00Z', { userId: owner.userId })).toEqual([
      { rule: 'DEACTIVATED', message: 'The event is deactivated.' },
      { rule: 'NOT_A_HOST', message: 'The member is not a host of the event.' },
    ]);
    await app.sql(`UPDATE "Event" SET "status" = 'ACTIVATED' WHERE "id" = $1`, [eventId]);
  });

  test('is for owners and admins of the workspace', async () => {
    const admin = await app.apiKey(await app.member(owner.workspaceId, 'ADMIN'));
    expect(await why('2026-03-11T08:00:00Z', { as: admin })).toEqual([]);
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const seller = await app.apiKey(await app.member(owner.workspaceId, role));
      expect(await why('2026-03-11T08:00:00Z', { as: seller })).toBe('FORBIDDEN');
    }
    const stranger = await app.apiKey(await app.workspace());
    expect(await why('2026-03-11T08:00:00Z', { as: stranger })).toBe('EVENT_NOT_FOUND');
  });

  test.each(scopes)('needs %s, because it shows calls and time off', async (scope) => {
    const others = await app.apiKey(owner, { scopes: scopes.filter((each) => each !== scope) });
    expect(await why('2026-03-11T08:00:00Z', { as: others })).toBe('INSUFFICIENT_SCOPE');
  });

  test('takes an instant with any offset', async () => {
    expect(await why('2026-03-11T10:00:00+02:00')).toEqual([]);
  });

  test.each(['2026-03-05', '2026-03-05T08:00:00', 'soon'])('refuses the instant %j', async (dateTime) => {
    expect(await why(dateTime)).toBe('VALIDATION_FAILED');
  });
});
