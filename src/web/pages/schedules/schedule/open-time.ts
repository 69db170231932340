// Open time of the coming days as intervals of instants, and as blocks of the days of a zone.

import { dayOf, daysAfter, instantOfMinute, minuteAt, startOfDay } from '../../../kit/days.ts';
import { endOfDay } from '../clock.ts';
import { type Day, type Minutes, minutesOf, weekdayOf } from '../week.ts';

/** In epoch milliseconds. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export const shownDays = 14;

/** Intervals that touch or overlap as one, by their starts. */
export function united(intervals: readonly Interval[]): Interval[] {
  const found: Interval[] = [];
  for (const { start, end } of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) found[found.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else found.push({ start, end });
  }
  return found;
}

/** What is left of intervals. */
export function without(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  return taken.reduce<Interval[]>(
    (left, { start, end }) =>
      left.flatMap((each) =>
        [
          { start: each.start, end: Math.min(each.end, start) },
          { start: Math.max(each.start, end), end: each.end },
        ].filter((part) => part.start < part.end),
      ),
    [...intervals],
  );
}

interface Hours {
  readonly timeZone: string;
  readonly days: readonly Day[];
  readonly overrides: readonly { readonly date: string; readonly timings: Day['timings'] }[];
}

/** The hours of a schedule from now on, for so many days and one more: another zone may be a day ahead. */
export function openTime({ timeZone, days, overrides }: Hours, now: number): Interval[] {
  const today = dayOf(now, timeZone);
  const intervals = Array.from({ length: shownDays + 2 }, (_, index) => daysAfter(today, index - 1)).flatMap((day) => {
    const own = overrides.find(({ date }) => date === day);
    const timings = (own ?? days.find(({ name }) => name === weekdayOf(day)))?.timings ?? [];
    return minutesOf(timings).map(([start, end]): Interval => {
      const until = end === endOfDay ? startOfDay(daysAfter(day, 1), timeZone) : instantOfMinute(day, end, timeZone);
      return { start: Math.max(instantOfMinute(day, start, timeZone), now), end: until };
    });
  });
  return united(intervals.filter(({ start, end }) => start < end));
}

/** What of the intervals lies on a day of the zone, on its clock. */
export function blocksOn(intervals: readonly Interval[], day: string, timeZone: string): Minutes[] {
  const [first, next] = [startOfDay(day, timeZone), startOfDay(daysAfter(day, 1), timeZone)];
  return intervals
    .filter(({ start, end }) => start < next && first < end)
    .map(({ start, end }): Minutes => {
      return [start <= first ? 0 : minuteAt(start, timeZone), end >= next ? endOfDay : minuteAt(end, timeZone)];
    })
    .filter(([start, end]) => start < end);
}
