import { describe, expect, test } from 'vitest';
import {
  datesForms,
  eventDatesInput,
  eventDatesOf,
  rangeOfDates,
  whyUnavailableInput,
} from '#src/domain/scheduling/event-dates.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';

const now = Date.parse('2027-02-01T23:30Z');

describe('the dates of a request', () => {
  const rangeOf = (timeZone: string, dates: { from?: string; to?: string }, maxDates = 60) => {
    const range = rangeOfDates({ timeZone, ...dates }, { now, maxDates });
    if ('problem' in range) return range.problem;
    return [range.from, range.until].map((instant) => new Date(instant).toISOString().slice(0, 16));
  };

  test.each([
    // Without bounds: fourteen days from today, on the clock of the zone.
    ['UTC', {}, ['2027-02-01T00:00', '2027-02-15T00:00']],
    ['Europe/Berlin', {}, ['2027-02-01T23:00', '2027-02-15T23:00']],
    ['Pacific/Kiritimati', {}, ['2027-02-01T10:00', '2027-02-15T10:00']],
    ['Pacific/Pago_Pago', {}, ['2027-02-01T11:00', '2027-02-15T11:00']],
    ['UTC', { from: '2027-03-01' }, ['2027-03-01T00:00', '2027-03-15T00:00']],
    ['UTC', { to: '2027-02-01' }, ['2027-02-01T00:00', '2027-02-02T00:00']],
    // Days of 23 and 25 hours, alone and at either end.
    ['Europe/Berlin', { from: '2027-03-28', to: '2027-03-28' }, ['2027-03-27T23:00', '2027-03-28T22:00']],
    ['Europe/Berlin', { from: '2027-03-28', to: '2027-04-10' }, ['2027-03-27T23:00', '2027-04-10T22:00']],
    ['Europe/Berlin', { from: '2027-03-10', to: '2027-03-28' }, ['2027-03-09T23:00', '2027-03-28T22:00']],
    ['Europe/Berlin', { from: '2027-10-31', to: '2027-10-31' }, ['2027-10-30T22:00', '2027-10-31T23:00']],
    ['America/New_York', { from: '2027-11-07', to: '2027-11-07' }, ['2027-11-07T04:00', '2027-11-08T05:00']],
    // A day without its first hour.
    ['Africa/Cairo', { from: '2027-04-30', to: '2027-04-30' }, ['2027-04-29T22:00', '2027-04-30T21:00']],
    // No slot begins after the last year that an instant may have.
    ['America/New_York', { from: '2999-12-31', to: '2999-12-31' }, ['2999-12-31T05:00', '3000-01-01T00:00']],
    ['Asia/Tokyo', { from: '2999-12-31', to: '2999-12-31' }, ['2999-12-30T15:00', '2999-12-31T15:00']],
  ])('in %s of %j are %j', (timeZone, dates, expected) => {
    expect(rangeOf(timeZone, dates)).toEqual(expected);
  });

  test('end on the first date or after it, and within as many days as are allowed', () => {
    const problem = (code: string, message: string) => ({ path: ['to'], code, message });
    const before = problem('conflict', 'Must not be before 2027-03-01, the first date');
    expect(rangeOf('UTC', { from: '2027-03-01', to: '2027-02-28' })).toEqual(before);
    expect(rangeOf('UTC', { from: '2027-03-01', to: '2027-03-31' }, 31)).toEqual([
      '2027-03-01T00:00',
      '2027-04-01T00:00',
    ]);
    const far = problem('out_of_range', 'Must be at most 30 days after 2027-03-01');
    expect(rangeOf('UTC', { from: '2027-03-01', to: '2027-04-01' }, 31)).toEqual(far);
    const yesterday = problem('conflict', 'Must not be before 2027-02-02, the first date');
    expect(rangeOf('Europe/Berlin', { to: '2027-02-01' })).toEqual(yesterday);
  });
});

describe('the slots of an event', () => {
  const slotsAt = (...instants: string[]) =>
    instants.map((instant, index) => ({ dateTime: Date.parse(instant), hostIds: [index + 1, 9] }));
  const forms = datesForms;

  test('are written in each form, by the dates and hours of the zone', () => {
    const slots = slotsAt('2027-02-01T22:59Z', '2027-02-01T23:00Z', '2027-02-02T22:45Z', '2027-02-04T08:05Z');
    const dateTimes = [
      '2027-02-01T22:59:00.000Z',
      '2027-02-01T23:00:00.000Z',
      '2027-02-02T22:45:00.000Z',
      '2027-02-04T08:05:00.000Z',
    ];
    expect(eventDatesOf(slots, { timeZone: 'Europe/Berlin', forms })).toEqual({
      timeZone: 'Europe/Berlin',
      availabilities: { '2027-02-01': ['23:59'], '2027-02-02': ['00:00', '23:45'], '2027-02-04': ['09:05'] },
      slots: dateTimes.map((dateTime, index) => ({ dateTime, hostIds: [index + 1, 9] })),
      dateTimes,
    });
  });

  test.each(forms)('have the form %s alone where it alone is requested', (form) => {
    const dates = eventDatesOf(slotsAt('2027-02-01T22:59Z'), { timeZone: 'UTC', forms: [form] });
    expect(Object.keys(dates)).toEqual(['timeZone', form]);
  });

  test('show a repeated hour twice, and no skipped one', () => {
    const availabilities = (...instants: string[]) =>
      eventDatesOf(slotsAt(...instants), { timeZone: 'Europe/Berlin', forms }).availabilities;
    expect(availabilities('2027-10-30T23:30Z', '2027-10-31T00:30Z', '2027-10-31T01:30Z')).toEqual({
      '2027-10-31': ['01:30', '02:30', '02:30'],
    });
    // The clock is moved by the last slot.
    expect(availabilities('2027-03-28T00:30Z', '2027-03-28T01:00Z')).toEqual({ '2027-03-28': ['01:30', '03:00'] });
  });

  test('may be none, and may begin within a minute or before 1970', () => {
    const timeZone = 'UTC';
    expect(eventDatesOf([], { timeZone, forms })).toEqual({ timeZone, availabilities: {}, slots: [], dateTimes: [] });
    const dateTimes = ['1969-12-31T23:59:00.000Z', '2027-02-01T09:00:00.001Z'];
    expect(eventDatesOf(slotsAt(...dateTimes), { timeZone, forms })).toMatchObject({
      availabilities: { '1969-12-31': ['23:59'], '2027-02-01': ['09:00'] },
      dateTimes,
    });
  });
});

describe('the inputs', () => {
  const problems = (schema: typeof eventDatesInput | typeof whyUnavailableInput, input: object) =>
    problemsOf(schema.safeParse(input).error?.issues ?? []).map(({ path, code }) => [path.join('.'), code]);

  test('of dates name one event, and no date that does not exist', () => {
    const timeZone = 'Europe/Berlin';
    expect(problems(eventDatesInput, { timeZone, eventId: 1 })).toEqual([]);
    expect(problems(eventDatesInput, { timeZone, eventId: 1, from: '2027-02-28', to: '2027-03-01' })).toEqual([]);
    expect(problems(eventDatesInput, { timeZone })).toEqual([['', 'exactly_one']]);
    expect(problems(eventDatesInput, { timeZone: 'Berlin', eventId: 1, from: '2027-02-29', to: '1999-12-31' })).toEqual(
      [
        ['timeZone', 'unknown_value'],
        ['from', 'invalid_format'],
        ['to', 'invalid_format'],
      ],
    );
  });

  test('of the reasons name an event, a host and an instant', () => {
    expect(problems(whyUnavailableInput, { eventId: 1, userId: 1, dateTime: '2027-02-01T09:00:00+01:00' })).toEqual([]);
    expect(problems(whyUnavailableInput, { eventId: 0, userId: 0, dateTime: '2027-02-01' })).toEqual([
      ['eventId', 'too_small'],
      ['userId', 'too_small'],
      ['dateTime', 'invalid_format'],
    ]);
  });
});
