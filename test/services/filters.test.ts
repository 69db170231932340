import { describe, expect, test } from 'vitest';
import { rangeEnd, rangeStart, recordTimes, searchWords } from '#src/services/filters.ts';

const hour = 3_600_000;
const berlin = 'Europe/Berlin';

describe('a range of times', () => {
  test.each([
    ['a usual day', '2026-03-05', 24],
    ['the day on which the clock is set forward', '2026-03-29', 23],
    ['the day on which the clock is set back', '2026-10-25', 25],
  ])('of %s begins and ends with the day of the zone', (_name, day, hours) => {
    const [start, end] = [rangeStart(day, berlin), rangeEnd(day, berlin)];
    expect(
      new Intl.DateTimeFormat('sv', { timeZone: berlin, dateStyle: 'short', timeStyle: 'medium' }).format(start),
    ).toBe(`${day} 00:00:00`);
    expect(((end ?? 0) - (start ?? 0)) / hour).toBe(hours);
  });

  test('has its last millisecond, and begins with the first that is not before it', () => {
    const instant = Date.UTC(2026, 2, 5, 10);
    expect(rangeEnd('2026-03-05T10:00:00Z', berlin)).toBe(instant + 1);
    expect(rangeStart('2026-03-05T10:00:00Z', berlin)).toBe(instant);
    expect(rangeStart('2026-03-05T10:00:00.000Z', berlin)).toBe(instant);
    expect(rangeStart('2026-03-05T10:00:00.000000Z', berlin)).toBe(instant);
    expect(rangeStart('2026-03-05T10:00:00.0001Z', berlin)).toBe(instant + 1);
    // Between two milliseconds lies the end of the earlier one.
    expect(rangeEnd('2026-03-05T10:00:00.0001Z', berlin)).toBe(instant + 1);
  });

  test('is open where nothing is asked for, and in the zone for each of the times of a record', () => {
    const day = '2026-03-05';
    const [from, until] = [rangeStart(day, berlin), rangeEnd(day, berlin)];
    expect(recordTimes({ createdFrom: day, createdTo: day }, berlin)).toEqual({
      ...{ createdFromMs: from, createdUntilMs: until, updatedFromMs: undefined, updatedUntilMs: undefined },
    });
    expect(recordTimes({ updatedFrom: day, updatedTo: day }, berlin)).toEqual({
      ...{ createdFromMs: undefined, createdUntilMs: undefined, updatedFromMs: from, updatedUntilMs: until },
    });
  });
});

test.each([
  [undefined, undefined],
  ['', undefined],
  [' \t ', undefined],
  [' one  two\n', ['one', 'two']],
])('the words of %j are %j', (search, words) => {
  expect(searchWords(search)).toEqual(words);
});
