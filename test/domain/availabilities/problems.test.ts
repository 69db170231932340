import { describe, expect, test } from 'vitest';
import { createScheduleInput, deleteScheduleInput, updateScheduleInput } from '#src/domain/availabilities/input.ts';
import {
  createScheduleOverrideInput,
  deleteScheduleOverrideInput,
  updateScheduleOverrideInput,
} from '#src/domain/availabilities/override.ts';
import {
  type DayInput,
  dateTimings,
  isSameDay,
  type Minutes,
  minutesOf,
  timingsOf,
  weekInput,
} from '#src/domain/availabilities/timings.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';
import { problemsIn, type Schema } from '../../support/problems.ts';
import { timingsOf as minutesOfText } from '../../support/scheduling/slot-queries.ts';

/** The timings of `09:00-12:00 13:00-17:00`, in this order. */
const timings = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((timing) => {
      const [startTime = '', endTime = ''] = timing.split('-');
      return { startTime, endTime };
    });

const inverted = (span: string) =>
  `${span}: the start must be before the end. 24:00 is the end of the day; split a timing that crosses midnight into two`;

describe('the timings of a date', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['00:00-24:00', []],
    ['23:59-24:00 00:00-00:01', []],
    ['09:00-12:00 12:00-13:00 08:00-09:00', []],
    ['09:00-12:00 11:59-13:00', ['1 conflict 11:59-13:00 overlaps 09:00-12:00']],
    ['11:59-13:00 09:00-12:00', ['0 conflict 11:59-13:00 overlaps 09:00-12:00']],
    // Each is compared with the one that ends last of those before it.
    [
      '09:00-17:00 10:00-11:00 12:00-13:00',
      ['1 conflict 10:00-11:00 overlaps 09:00-17:00', '2 conflict 12:00-13:00 overlaps 09:00-17:00'],
    ],
    [
      '09:00-11:00 10:00-12:00 11:30-13:00',
      ['1 conflict 10:00-12:00 overlaps 09:00-11:00', '2 conflict 11:30-13:00 overlaps 10:00-12:00'],
    ],
    ['09:00-10:00 09:00-10:00', ['1 conflict 09:00-10:00 overlaps 09:00-10:00']],
    ['09:00-11:00 09:30-11:00 11:00-12:00', ['1 conflict 09:30-11:00 overlaps 09:00-11:00']],
    [
      '09:00-11:00 09:30-11:00 10:00-10:30',
      ['1 conflict 09:30-11:00 overlaps 09:00-11:00', '2 conflict 10:00-10:30 overlaps 09:00-11:00'],
    ],
    ['09:00-12:00 10:00-09:00', [`1 conflict ${inverted('10:00-09:00')}`]],
    ['09:00-12:00 10:00-10:00', [`1 conflict ${inverted('10:00-10:00')}`]],
    ['00:00-00:00', [`0 conflict ${inverted('00:00-00:00')}`]],
  ])('%s', (text, problems) => {
    expect(problemsIn(dateTimings(), timings(text))).toEqual(problems);
  });

  test.each([
    ['24:00-24:00', ['0.startTime invalid_format Must be HH:mm, from 00:00 to 23:59']],
    ['09:00-24:01', ['0.endTime invalid_format Must be HH:mm, from 00:00 to 24:00']],
    [
      '109:00-24:000',
      [
        '0.startTime invalid_format Must be HH:mm, from 00:00 to 23:59',
        '0.endTime invalid_format Must be HH:mm, from 00:00 to 24:00',
      ],
    ],
    [
      '09:000-124:00',
      [
        '0.startTime invalid_format Must be HH:mm, from 00:00 to 23:59',
        '0.endTime invalid_format Must be HH:mm, from 00:00 to 24:00',
      ],
    ],
    [
      '9:00-10:0',
      [
        '0.startTime invalid_format Must be HH:mm, from 00:00 to 23:59',
        '0.endTime invalid_format Must be HH:mm, from 00:00 to 24:00',
      ],
    ],
  ])('%s is refused by its form alone', (text, problems) => {
    expect(problemsIn(dateTimings(), timings(text))).toEqual(problems);
  });

  test('are objects with texts', () => {
    expect(problemsIn(dateTimings(), [1, { startTime: 9 }])).toEqual([
      '0 invalid_type Each must be an object with startTime and endTime',
      '1.startTime invalid_type Must be a string',
      '1.endTime required Is required',
    ]);
  });

  test('are twenty at most, which are compared; of more, only their number is refused', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ startTime: '09:00', endTime: '10:00' }));
    expect(problemsIn(dateTimings(), many(20))).toHaveLength(19);
    expect(problemsIn(dateTimings(), many(21))).toEqual([' too_many Must have at most 20 items']);
  });
});

describe('a week', () => {
  const day = (name: string, text: string) => ({ name, timings: timings(text) }) as DayInput;

  test('names each weekday once', () => {
    const days = [day('friday', ''), day('monday', ''), day('friday', ''), day('monday', '')];
    expect(problemsIn(weekInput(), days)).toEqual([
      '3 duplicate Monday is listed twice',
      '2 duplicate Friday is listed twice',
    ]);
    expect(problemsIn(weekInput(), [{ name: 'Monday', timings: [] }, 1])).toEqual([
      '0.name unknown_value Must be one of: monday, tuesday, wednesday, thursday, friday, saturday, sunday',
      '1 invalid_type Each must be an object with name and timings',
    ]);
  });

  test('has seven days at most; of more, only their number is refused', () => {
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const week = names.map((name) => day(name, '10:00-09:00'));
    expect(problemsIn(weekInput(), week)).toHaveLength(7);
    expect(problemsIn(weekInput(), [...week, day('monday', '')])).toEqual([' too_many Must have at most 7 items']);
  });

  test('has problems that name the weekday, at its timings', () => {
    const days = [day('monday', '09:00-10:00'), day('sunday', '09:00-12:00 11:00-13:00')];
    const problems = problemsOf(weekInput().safeParse(days).error?.issues ?? []);
    const message = 'Sunday 11:00-13:00 overlaps 09:00-12:00';
    expect(problems).toEqual([{ path: [1, 'timings', 1], code: 'conflict', message, asIs: true }]);
  });
});

test('timings are written from their minutes, and read where both of their times can be', () => {
  const minutes = minutesOfText('00:00-00:01 09:05-12:30 23:59-24:00') as Minutes[];
  expect(timingsOf(minutes)).toEqual(timings('00:00-00:01 09:05-12:30 23:59-24:00'));
  expect(minutesOf(timings('x-10:00 09:00-x 13:00-14:00 09:00-10:00 x-x'))).toEqual([
    [540, 600],
    [780, 840],
  ]);
});

test.each<[string, string, boolean]>([
  ['', '', true],
  ['09:00-12:00 13:00-14:00', '09:00-12:00 13:00-14:00', true],
  ['09:00-12:00', '', false],
  ['', '09:00-12:00', false],
  ['09:00-12:00', '09:00-12:00 13:00-14:00', false],
  ['09:00-12:00 13:00-14:00', '09:00-12:00', false],
  ['09:00-12:00 13:00-14:00', '09:00-12:00 13:00-14:01', false],
  ['09:00-12:00 13:00-14:00', '08:59-12:00 13:00-14:00', false],
])('the days %j and %j are the same: %s', (one, other, expected) => {
  expect(isSameDay(minutesOfText(one), minutesOfText(other))).toBe(expected);
});

describe('the inputs of schedules', () => {
  test.each<[string, Schema, object, string[]]>([
    ['create', createScheduleInput, {}, ['name required', 'timeZone required', 'days required']],
    ['update', updateScheduleInput, { id: 1 }, [' required']],
    ['update without an id', updateScheduleInput, { isDefault: true }, ['id required']],
    ['delete', deleteScheduleInput, {}, ['id required']],
    [
      'create an override',
      createScheduleOverrideInput,
      {},
      ['scheduleId required', 'date required', 'timings required'],
    ],
    ['update an override', updateScheduleOverrideInput, { id: 1 }, [' required']],
    ['update an override without an id', updateScheduleOverrideInput, { timings: [] }, ['id required']],
    ['delete an override', deleteScheduleOverrideInput, {}, ['id required']],
  ])('to %s say what is missing', (_, schema, input, problems) => {
    const found = problemsIn(schema, input).map((problem) => problem.split(' ').slice(0, 2).join(' '));
    expect(found).toEqual(problems);
  });

  test('are accepted with what they need', () => {
    const timeZone = 'Europe/Berlin';
    expect(problemsIn(createScheduleInput, { name: 'Work', timeZone, days: [] })).toEqual([]);
    expect(problemsIn(updateScheduleInput, { id: 1, isDefault: false })).toEqual([]);
    expect(problemsIn(createScheduleOverrideInput, { scheduleId: 1, date: '2027-02-28', timings: [] })).toEqual([]);
    expect(problemsIn(updateScheduleOverrideInput, { id: 1, date: '2027-02-28' })).toEqual([]);
    expect(problemsIn(updateScheduleOverrideInput, { id: 1, date: '2027-02-29' })).toHaveLength(1);
  });
});
