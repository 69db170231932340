import { dateOfDay, dayMs, minuteMs, weekdayOfDay, type ZoneOffsets } from '#src/lib/time/zone-offsets.ts';
import type { Interval, ScheduleRules, Timing } from './rules.ts';

const endOfDayMinute = 1440;

/** A period of open time with its own grid of slots. */
export interface OpenWindow extends Interval {
  /** The end of the continuous open time from here: a call may cross windows that touch. */
  readonly openUntil: number;
}

/** The timings of a day: those of its override if it has one, else those of its weekday. */
export function timingsOfDay({ weekly, overrides }: ScheduleRules, day: number): readonly Timing[] {
  const override = overrides.size === 0 ? undefined : overrides.get(dateOfDay(day));
  return override ?? weekly[weekdayOfDay(day)] ?? [];
}

/**
 * The window of a timing on a day, as instants. Its end is not after its start if the clock skips all of it. It begins at the
 * first instant and ends at the last instant with its wall-clock times, so a window across a repeated hour is an hour longer.
 */
export function windowOf([startMinute, endMinute]: Timing, day: number, zone: ZoneOffsets): Interval {
  const midnight = day * dayMs;
  const start = zone.firstInstant(midnight + startMinute * minuteMs);
  const end =
    endMinute === endOfDayMinute ? zone.startOfDay(day + 1) : zone.lastInstant(midnight + endMinute * minuteMs);
  return { start, end };
}

/** The windows of the days `first` to `last`, sorted by start. */
export function openWindows(
  schedule: ScheduleRules,
  zone: ZoneOffsets,
  { first, last }: { readonly first: number; readonly last: number },
): OpenWindow[] {
  const windows: Interval[] = [];
  for (let day = first; day <= last; day++) {
    for (const timing of timingsOfDay(schedule, day)) {
      const window = windowOf(timing, day, zone);
      if (window.start < window.end) windows.push(window);
    }
  }
  // Around a repeated hour, a window may begin before one that comes earlier on the wall clock.
  return withOpenUntil(windows.sort((one, other) => one.start - other.start));
}

function withOpenUntil(windows: readonly Interval[]): OpenWindow[] {
  const open: OpenWindow[] = [];
  for (let index = 0; index < windows.length; ) {
    let { end: openUntil } = windows[index] as Interval;
    let next = index + 1;
    for (; next < windows.length && (windows[next] as Interval).start <= openUntil; next++) {
      openUntil = Math.max(openUntil, (windows[next] as Interval).end);
    }
    for (; index < next; index++) open.push({ ...(windows[index] as Interval), openUntil });
  }
  return open;
}
