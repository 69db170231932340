import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockTime, dateTimings, minuteOf, minutesOf, weekInput, weekOf } from '#src/domain/availabilities/timings.ts';

describe('minuteOf()', () => {
  test('reads every minute of the day, and 24:00, as clockTime() writes it', () => {
    for (let minute = 0; minute <= 1440; minute++) expect(minuteOf(clockTime(minute))).toBe(minute);
  });

  test.each([
    '',
    '9:00',
    '09:0',
    '09:60',
    '24:01',
    '25:00',
    '-1:00',
    '09:00 ',
    '09:00:00',
    '0９:00',
    '09.00',
    '09:00\n',
  ])('reads nothing in %j', (text) => {
    expect(minuteOf(text)).toBeUndefined();
  });
});

const minute = fc.integer({ min: 0, max: 1440 });
const timings = fc.array(fc.tuple(minute, minute), { maxLength: 6 });
const written = (all: [number, number][]) =>
  all.map(([start, end]) => ({ startTime: clockTime(start), endTime: clockTime(end) }));

describe('the timings of a day', () => {
  test('are accepted exactly where each minute is in one of them at most, and each begins before it ends', () => {
    fc.assert(
      fc.property(timings, (all) => {
        const uses = new Array<number>(1440).fill(0);
        for (const [start, end] of all) for (let at = start; at < end; at++) uses[at] = (uses[at] ?? 0) + 1;
        // 24:00 is no start.
        const isRight = all.every(([start, end]) => start < end) && uses.every((count) => count <= 1);
        expect(dateTimings().safeParse(written(all)).success).toBe(isRight);
        const day = [{ name: 'sunday', timings: written(all) }];
        expect(weekInput().safeParse(day).success).toBe(isRight);
      }),
    );
  });

  test('come sorted by their starts', () => {
    expect(
      minutesOf(
        written([
          [780, 1440],
          [0, 60],
          [60, 780],
        ]),
      ),
    ).toEqual([
      [0, 60],
      [60, 780],
      [780, 1440],
    ]);
  });

  test('that are too many are refused as such, and not compared', () => {
    const many = Array.from({ length: 100_000 }, () => ({ startTime: '09:00', endTime: '10:00' }));
    expect(
      dateTimings()
        .safeParse(many)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Must have at most 20 items']);
  });
});

test('weekOf() has seven days, Monday first; those that are not named are closed', () => {
  const week = weekOf([
    { name: 'sunday', timings: written([[600, 660]]) },
    { name: 'tuesday', timings: [] },
  ]);
  expect(week.map(({ weekday, minutes }) => [weekday, minutes])).toEqual([
    ['monday', []],
    ['tuesday', []],
    ['wednesday', []],
    ['thursday', []],
    ['friday', []],
    ['saturday', []],
    ['sunday', [[600, 660]]],
  ]);
});
