import type { AvailabilityDayInput } from '../../gql/schedules.ts';
import { endOfDay, minuteOfTyped, minuteOfWire, minuteText, shortMinuteText, spanText, wireTime } from './clock.ts';

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type Weekday = (typeof weekdays)[number];

/** The weekday of a day (YYYY-MM-DD). */
export function weekdayOf(day: string): Weekday {
  return weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'MONDAY';
}

/** `Monday`. */
export function weekdayTitle(weekday: Weekday): string {
  return `${weekday.slice(0, 1)}${weekday.slice(1).toLowerCase()}`;
}

/** `Mon`. */
export function shortTitle(weekday: Weekday): string {
  return weekdayTitle(weekday).slice(0, 3);
}

/** Open time of a day, as it is typed. */
export interface Stretch {
  readonly start: string;
  readonly end: string;
}

export type Week = Readonly<Record<Weekday, readonly Stretch[]>>;

/** Open time of a day in minutes after midnight. */
export type Minutes = readonly [start: number, end: number];

interface Timing {
  readonly startTime: string;
  readonly endTime: string;
}

/** The stretches of a day, by their starts. */
export function stretchesOf(timings: readonly Timing[]): Stretch[] {
  return minutesOf(timings).map(([start, end]) => stretchOf(start, end));
}

export function stretchOf(start: number, end: number): Stretch {
  return { start: minuteText(start), end: minuteText(end) };
}

export function minutesOf(timings: readonly Timing[]): Minutes[] {
  return timings
    .map(({ startTime, endTime }): Minutes => [minuteOfWire(startTime), minuteOfWire(endTime)])
    .sort(([one], [other]) => one - other);
}

/** What a stretch means; undefined where one of its ends is no time. */
export function minutesOfStretch({ start, end }: Stretch): Minutes | undefined {
  const [from, to] = [minuteOfTyped(start, 'start'), minuteOfTyped(end, 'end')];
  return from === undefined || to === undefined ? undefined : [from, to];
}

/** What the API takes, once there is no problem. */
export function timingsOf(stretches: readonly Stretch[]): Timing[] {
  return stretches
    .map(minutesOfStretch)
    .filter((minutes) => minutes !== undefined)
    .sort(([one], [other]) => one - other)
    .map(([start, end]) => ({ startTime: wireTime(start), endTime: wireTime(end) }));
}

export interface Day {
  readonly name: Weekday;
  readonly timings: readonly Timing[];
}

export function weekOf(days: readonly Day[]): Week {
  const stretches = (weekday: Weekday) => stretchesOf(days.find(({ name }) => name === weekday)?.timings ?? []);
  return Object.fromEntries(weekdays.map((weekday) => [weekday, stretches(weekday)])) as unknown as Week;
}

export function daysOf(week: Week): AvailabilityDayInput[] {
  return weekdays.map((name) => ({ name, timings: timingsOf(week[name]) }));
}

/** The most stretches of a day that the server takes. */
export const maxStretches = 20;

/** What is wrong with the ends of each stretch of a day, in their order. */
export function problemsOf(stretches: readonly Stretch[]): Partial<Stretch>[] {
  return stretches.map((stretch, index) => {
    const { start, end } = stretch;
    const example = `Write a time, like ${minuteText(9 * 60 + 30)}`;
    const [from, to] = [minuteOfTyped(start, 'start'), minuteOfTyped(end, 'end')];
    if (from === undefined || to === undefined) {
      return { ...(from === undefined && { start: example }), ...(to === undefined && { end: example }) };
    }
    if (to <= from) {
      return { end: 'Ends before it starts. Hours past midnight go on the next day' };
    }
    const other = stretches.slice(0, index).find((each) => {
      const before = minutesOfStretch(each);
      return before && before[0] < before[1] && from < before[1] && before[0] < to;
    });
    const overlapped = other && minutesOfStretch(other);
    return overlapped ? { start: `Overlaps ${spanText(...overlapped)}` } : {};
  });
}

export function hasProblem(stretches: readonly Stretch[]): boolean {
  return problemsOf(stretches).some(({ start, end }) => start !== undefined || end !== undefined);
}

/** A stretch after the last one: an hour later, as long as the day lasts. */
export function nextStretch(stretches: readonly Stretch[]): Stretch {
  const ends = stretches.flatMap((stretch) => minutesOfStretch(stretch)?.[1] ?? []);
  if (ends.length === 0) return stretchOf(9 * 60, 17 * 60);
  const start = Math.min(Math.max(...ends) + 60, endOfDay - 60);
  return stretchOf(start, start + 60);
}

/** The hours of a day: `09:00–12:00, 13:00–17:00`. */
export function spansText(minutes: readonly Minutes[]): string {
  return minutes.map(([start, end]) => spanText(start, end)).join(', ') || 'No hours';
}

/** The hours of a day for where there is little room. */
export function shortSpansText(minutes: readonly Minutes[]): string {
  return minutes.map(([start, end]) => `${shortMinuteText(start)}–${shortMinuteText(end)}`).join(', ') || 'No hours';
}

/** The hours of a week in short: `Mon–Fri 09:00–17:00`. */
export function hoursText(days: readonly Day[]): string {
  const groups: { first: Weekday; last: Weekday; hours: string }[] = [];
  for (const [index, weekday] of weekdays.entries()) {
    const timings = minutesOf(days.find(({ name }) => name === weekday)?.timings ?? []);
    if (timings.length === 0) continue;
    const hours = spansText(timings);
    const last = groups.at(-1);
    if (last?.hours === hours && last.last === weekdays[index - 1]) last.last = weekday;
    else groups.push({ first: weekday, last: weekday, hours });
  }
  if (groups.length === 0) return 'No hours';
  return groups
    .map(({ first, last, hours }) => `${first === last ? '' : `${shortTitle(first)}–`}${shortTitle(last)} ${hours}`)
    .join('; ');
}
