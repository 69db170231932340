import { describe, expect, test } from 'vitest';
import { dayMs, minuteMs, utcDay, wallClock, weekdayOf } from '#src/demo/wall-clock.ts';

const from = Date.UTC(2026, 0, 1);
const until = Date.UTC(2027, 6, 1);

/** Converts one time by the library itself. */
function convertedByTemporal(timeZone: string, wallMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(wallMs)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(timeZone, { disambiguation: 'earlier' }).epochMilliseconds;
}

describe('wallClock()', () => {
  test.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'])(
    'agrees with Temporal in %s, on both sides of every change of the clocks',
    (timeZone) => {
      const instantOf = wallClock(timeZone, from, until);
      for (let wallMs = from; wallMs < until; wallMs += 7 * 60 * minuteMs) {
        expect(instantOf(wallMs), new Date(wallMs).toISOString()).toBe(convertedByTemporal(timeZone, wallMs));
      }
    },
  );

  test('returns the first of two equal wall-clock times, and the moment of the skip for a skipped one', () => {
    const instantOf = wallClock('America/New_York', from, until);
    expect(new Date(instantOf(Date.UTC(2026, 10, 1, 1, 30))).toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(new Date(instantOf(Date.UTC(2026, 2, 8, 2, 30))).toISOString()).toBe('2026-03-08T07:00:00.000Z');
  });

  test('refuses a time outside its range', () => {
    expect(() => wallClock('UTC', from, until)(until + 2 * dayMs)).toThrow(RangeError);
  });
});

test('a UTC day has its beginning and its weekday', () => {
  const day = utcDay(new Date('2026-11-20T23:59:59.999Z'));
  expect(new Date(day).toISOString()).toBe('2026-11-20T00:00:00.000Z');
  expect(weekdayOf(day)).toBe('friday');
  expect(weekdayOf(day + 2 * dayMs)).toBe('sunday');
});
