import { describe, expect, test } from 'vitest';
import { isReadable, knownUntil } from '#src/domain/scheduling/calendar-times.ts';
import { openWindows, timingsOfDay, windowOf } from '#src/domain/scheduling/open-time.ts';
import { possibleStarts } from '#src/domain/scheduling/possible-starts.ts';
import type { EventRules, Host, ScheduleRules } from '#src/domain/scheduling/rules.ts';
import { isTaken } from '#src/domain/scheduling/taken.ts';
import { dayOfDate, zoneOffsets } from '#src/lib/time/zone-offsets.ts';
import { callAt, eventOf, hostWith, intervalOf, scheduleIn, timingsOf } from '../../support/scheduling/slot-queries.ts';

const dayMs = 86_400_000;
const instantText = (instant: number) => new Date(instant).toISOString().slice(0, 16);
const zoneAround = (timeZone: string, date: string) =>
  zoneOffsets(timeZone, Date.parse(date) - 3 * dayMs, Date.parse(date) + 3 * dayMs);

describe('the open windows', () => {
  const windows = (schedule: ScheduleRules, first: string, last: string) =>
    openWindows(schedule, zoneAround(schedule.timeZone, first), { first: dayOfDate(first), last: dayOfDate(last) }).map(
      ({ start, end, openUntil }) => [start, end, openUntil].map((instant) => instantText(instant)),
    );

  test('are those of the first and the last date, by their starts', () => {
    const schedule = scheduleIn('UTC', '13:00-14:00 09:00-10:00');
    expect(windows(schedule, '2027-02-01', '2027-02-02')).toEqual([
      ['2027-02-01T09:00', '2027-02-01T10:00', '2027-02-01T10:00'],
      ['2027-02-01T13:00', '2027-02-01T14:00', '2027-02-01T14:00'],
      ['2027-02-02T09:00', '2027-02-02T10:00', '2027-02-02T10:00'],
      ['2027-02-02T13:00', '2027-02-02T14:00', '2027-02-02T14:00'],
    ]);
    expect(windows(schedule, '2027-02-02', '2027-02-01')).toEqual([]);
  });

  test('are open together where they touch, and apart where a minute lies between them', () => {
    const schedule = scheduleIn('UTC', '09:00-10:00 10:00-11:00 11:01-12:00');
    expect(windows(schedule, '2027-02-01', '2027-02-01').map(([, , openUntil]) => openUntil)).toEqual([
      '2027-02-01T11:00',
      '2027-02-01T11:00',
      '2027-02-01T12:00',
    ]);
  });

  test('are none where the clock skips all of them', () => {
    const schedule = scheduleIn('Europe/Berlin', '02:00-03:00');
    expect(windows(schedule, '2027-03-28', '2027-03-28')).toEqual([]);
    expect(windows(schedule, '2027-03-27', '2027-03-27')).toHaveLength(1);
  });

  test('across a repeated hour are an hour longer, and may hold one that begins earlier on the wall clock', () => {
    // 02:45 is a second time as late as 02:15 was the first time.
    const schedule = scheduleIn('Europe/Berlin', '01:00-02:30 02:30-02:45');
    expect(windows(schedule, '2027-10-31', '2027-10-31')).toEqual([
      ['2027-10-30T23:00', '2027-10-31T01:30', '2027-10-31T01:45'],
      ['2027-10-31T00:30', '2027-10-31T01:45', '2027-10-31T01:45'],
    ]);
  });
});

test('24:00 is the first instant of the next date, where its midnight is skipped or repeated as well', () => {
  const endOf = (timeZone: string, date: string) =>
    instantText(windowOf([0, 1440], dayOfDate(date), zoneAround(timeZone, date)).end);
  expect(endOf('Europe/Berlin', '2027-02-01')).toBe('2027-02-01T23:00');
  // Cairo goes from 24:00 of 29 April 2027 to 01:00, and from 24:00 of 28 October back to 23:00.
  expect(endOf('Africa/Cairo', '2027-04-29')).toBe('2027-04-29T22:00');
  expect(endOf('Africa/Cairo', '2027-10-28')).toBe('2027-10-28T22:00');
  // Havana has 00:00 to 01:00 of 7 November 2027 twice.
  expect(endOf('America/Havana', '2027-11-06')).toBe('2027-11-07T04:00');
});

test('a date has the timings of its override, even of one that closes it, else those of its weekday', () => {
  const schedule = scheduleIn('UTC', { MONDAY: '09:00-10:00' }, { '2027-02-01': '', '2027-02-02': '11:00-12:00' });
  const timings = ['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-08'].map((date) =>
    timingsOfDay(schedule, dayOfDate(date)),
  );
  expect(timings).toEqual([[], timingsOf('11:00-12:00'), [], timingsOf('09:00-10:00')]);
  expect(timingsOfDay({ ...schedule, weekly: [] }, dayOfDate('2027-02-08'))).toEqual([]);
});

describe('the number of possible starts', () => {
  const count = (event: Partial<EventRules>, until: string, weekly: string[] = ['09:00-12:00']) =>
    possibleStarts({
      event: eventOf(event),
      hosts: weekly.map((text) => ({ schedule: scheduleIn('UTC', text) })),
      now: Date.parse('2027-02-01T00:00Z'),
      ...intervalOfQuery('2027-02-01T00:00Z', until),
    });
  const intervalOfQuery = (from: string, until: string) => ({ from: Date.parse(from), until: Date.parse(until) });

  test.each<[Partial<EventRules>, string, number]>([
    [{}, '2027-02-02T00:00Z', 3],
    [{}, '2027-02-03T00:00Z', 6],
    // Half a day counts for half of its starts, rounded up.
    [{}, '2027-02-01T12:00Z', 2],
    [{ duration: 90 }, '2027-02-02T00:00Z', 2],
    [{ duration: 50 }, '2027-02-02T00:00Z', 4],
    [{ slotInterval: 15 }, '2027-02-02T00:00Z', 12],
    [{ bookingWindow: 0 }, '2027-02-11T00:00Z', 6],
    [{ bookingWindow: 3 }, '2027-02-11T00:00Z', 15],
    [{ bookingWindow: 3 }, '2027-02-02T00:00Z', 3],
    [{}, '2027-02-01T00:00Z', 0],
    [{}, '2027-02-11T00:00Z', 30],
  ])('of %j until %s is %i', (event, until, expected) => {
    expect(count(event, until)).toBe(expected);
  });

  test('is that of all hosts and of all their timings', () => {
    expect(count({}, '2027-02-02T00:00Z', ['09:00-12:00 13:00-14:00', '10:00-12:00', ''])).toBe(6);
  });
});

describe('a time is taken', () => {
  const at = Date.parse('2027-02-01T10:00Z');
  const schedule = scheduleIn('UTC', '09:00-12:00');
  const call = (start: string, end: string) => callAt(`2027-02-01T${start}Z`, `2027-02-01T${end}Z`);
  const taken = (hosts: readonly Host[], event: Partial<EventRules> = {}, now = at - dayMs) =>
    isTaken({ event: eventOf(event), hosts, now, workspaceTimeZone: 'UTC' }, at);

  test.each([
    ['no call', [], false],
    ['a call at it', [call('10:00', '11:00')], true],
    ['calls that touch it', [call('09:00', '10:00'), call('11:00', '12:00')], false],
    ['calls that overlap its start and its end', [call('09:01', '10:01'), call('10:59', '11:59')], true],
  ])('by %s: %s', (_, calls, expected) => {
    expect(taken([hostWith(schedule, { calls })])).toBe(expected);
  });

  test('by a call within the buffer', () => {
    const calls = [call('09:00', '10:00')];
    expect(taken([hostWith(schedule, { calls })], { bufferBefore: 1 })).toBe(true);
  });

  test('where any host would be free without calls, and not where something else closes it', () => {
    const calls = [call('10:00', '11:00')];
    const closed = hostWith(scheduleIn('UTC', ''), { userId: 2, calls });
    const off = hostWith(schedule, {
      ...{ userId: 3, calls },
      timeOff: [intervalOf('2027-02-01T10:59Z', '2027-02-01T12:00Z')],
    });
    expect(taken([closed, off])).toBe(false);
    expect(taken([closed, off, hostWith(schedule, { userId: 4, calls })])).toBe(true);
    expect(taken([hostWith(schedule, { calls })], { minimumNotice: 60 }, at - dayMs / 24 + 1)).toBe(false);
  });

  test('but not on a day that other calls fill', () => {
    const calls = [call('10:00', '11:00'), call('11:00', '12:00')];
    expect(taken([hostWith(schedule, { calls })], { dailyLimit: 1 })).toBe(false);
    expect(taken([hostWith(schedule, { calls })], { dailyLimit: 2 })).toBe(true);
  });
});

describe('the busy times of calendars', () => {
  const now = 1_000_000;
  const calendars = (...all: (number | null)[]) =>
    all.map((busyUntil, id) => ({ id, busyUntil, busy: Buffer.alloc(0) }));
  const connection = (readableUntil: number | null, ...all: (number | null)[]) => ({
    ...{ id: 1, readableUntil, calendars: calendars(...all) },
  });

  test.each([
    [null, false],
    [now - 1, false],
    [now, false],
    [now + 1, true],
  ])('that are believed until %s are so at 1000000: %s', (readableUntil, expected) => {
    expect(isReadable(connection(readableUntil), now)).toBe(expected);
  });

  test.each([
    [[], Infinity],
    [[connection(now + 1)], Infinity],
    [[connection(now + 1, 500, 300, 400)], 300],
    [[connection(now + 1, 500), connection(now + 1, 300)], 300],
    [[connection(now + 1, 300), connection(now + 1, 500)], 300],
    [[connection(now + 1, 300, null)], -Infinity],
    [[connection(now + 1, 300), connection(now, 500)], -Infinity],
    [[connection(null)], -Infinity],
  ])('of %j are known until %s', (calendarConnections, expected) => {
    expect(knownUntil({ calendarConnections }, now)).toBe(expected);
  });
});
