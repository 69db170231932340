import { z } from 'zod';
import type { Problem } from '#src/domain/field-errors.ts';
import { customIssue, enumeration, list, must } from '#src/domain/input.ts';
import { type AvailabilityTiming, type Weekday, weekdays } from './availability.ts';

/** Start and end in minutes after midnight; 1440 is the end of the day. */
export type Minutes = readonly [start: number, end: number];

/** Minutes after midnight as `HH:mm`. */
export function clockTime(minute: number): string {
  const hours = Math.floor(minute / 60);
  return `${String(hours).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Minutes after midnight; undefined for anything but `HH:mm`. */
export function minuteOf(time: string): number | undefined {
  if (time === '24:00') return 24 * 60;
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** The timings of a day in minutes, sorted by start. */
export function minutesOf(timings: readonly AvailabilityTiming[]): Minutes[] {
  return timings
    .flatMap(({ startTime, endTime }): Minutes[] => {
      const [start, end] = [minuteOf(startTime), minuteOf(endTime)];
      return start === undefined || end === undefined ? [] : [[start, end]];
    })
    .sort(([one], [other]) => one - other);
}

export function timingsOf(minutes: readonly Minutes[]): AvailabilityTiming[] {
  return minutes.map(([start, end]) => ({ startTime: clockTime(start), endTime: clockTime(end) }));
}

export function isSameDay(one: readonly Minutes[], other: readonly Minutes[]): boolean {
  return one.length === other.length && one.every((each, index) => each.join() === other[index]?.join());
}

/** The maximum per day. */
const maxTimings = 20;

/** The problems of a day's timings; empty if there are none. Timings that touch do not overlap. */
function timingProblems(timings: readonly AvailabilityTiming[]): Problem[] {
  // `list` already refuses a list that is too long.
  if (timings.length > maxTimings) return [];
  const minutes = minutesOf(timings);
  // The pattern of `startTime` already refuses 24:00.
  const inverted = minutes.filter(([start, end]) => start >= end && start < 24 * 60);
  const upright = minutes.filter(([start, end]) => start < end);
  const problem = (each: Minutes, message: string): Problem => {
    const index = timings.findLastIndex(({ startTime, endTime }) => `${startTime}-${endTime}` === span(each));
    return { path: [index], code: 'conflict', message: `${span(each)}${message}` };
  };
  return [
    ...inverted.map((each) =>
      problem(
        each,
        ': the start must be before the end. 24:00 is the end of the day; split a timing that crosses midnight into two',
      ),
    ),
    ...overlaps(upright).map(([one, other]) => problem(other, ` overlaps ${span(one)}`)),
  ];
}

/** Pairs of overlapping timings, the earlier one first. The timings must be sorted by start. */
function overlaps(sorted: readonly Minutes[]): [Minutes, Minutes][] {
  const found: [Minutes, Minutes][] = [];
  let latest: Minutes | undefined;
  for (const each of sorted) {
    if (latest && each[0] < latest[1]) found.push([latest, each]);
    if (!latest || each[1] > latest[1]) latest = each;
  }
  return found;
}

function span([start, end]: Minutes): string {
  return `${clockTime(start)}-${clockTime(end)}`;
}

const clock = (pattern: RegExp, range: string) =>
  z.string(must('Must be a string')).regex(pattern, `Must be HH:mm, from ${range}`);

export const timingInput = z.object(
  {
    startTime: clock(/^([01]\d|2[0-3]):[0-5]\d$/, '00:00 to 23:59').describe('HH:mm, from 00:00 to 23:59.'),
    endTime: clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, '00:00 to 24:00').describe(
      'HH:mm, after the start; 24:00 is the end of the day.',
    ),
  },
  'Each must be an object with startTime and endTime',
);

const timings = () => list(timingInput, maxTimings);

/** The timings of one date. */
export const dateTimings = () =>
  timings().superRefine((all, context) => {
    for (const problem of timingProblems(all)) context.addIssue(customIssue(problem));
  });

export const dayInput = z.object(
  {
    name: enumeration(weekdays).describe('The weekday.'),
    timings: timings().describe(
      `Available hours, at most ${maxTimings}; an empty list for a closed day. They may touch but must not overlap.`,
    ),
  },
  'Each must be an object with name and timings',
);

export type DayInput = z.output<typeof dayInput>;

/** A week. Days that it does not name are closed. */
export const weekInput = () =>
  list(dayInput, weekdays.length).superRefine((days, context) => {
    for (const problem of weekProblems(days)) context.addIssue(customIssue(problem));
  });

function weekProblems(days: readonly DayInput[]): Problem[] {
  if (days.length > weekdays.length) return [];
  const names = days.map(({ name }) => name);
  const repeated = weekdays.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return [
    ...repeated.map((name): Problem => {
      return { path: [names.lastIndexOf(name)], code: 'duplicate', message: `${titleOf(name)} is listed twice` };
    }),
    ...days.flatMap(({ name, timings: all }, index) =>
      timingProblems(all).map(({ path, code, message }): Problem => {
        return { path: [index, 'timings', ...path], code, message: `${titleOf(name)} ${message}`, asIs: true };
      }),
    ),
  ];
}

function titleOf(name: Weekday): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** The minutes of each of the seven days, Monday first. */
export function weekOf(days: readonly DayInput[]): { weekday: Weekday; minutes: Minutes[] }[] {
  return weekdays.map((weekday) => ({
    weekday,
    minutes: minutesOf(days.find(({ name }) => name === weekday)?.timings ?? []),
  }));
}
