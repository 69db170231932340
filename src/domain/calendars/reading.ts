import { dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { CalendarKind } from './calendar.ts';

// When calendars are read, and which part of them.

/** Of an event without a booking window. */
export const daysWithoutWindow = 365;
const minDays = 60;
/** For zones, the length of the last call, and until the next read of the day. */
const daysAfterWindow = 4;

/**
 * What is read of a member's calendars, in whole days of UTC: a provider says whether something has changed since the last read
 * only where the range is the same.
 */
export function readingRange(now: Date, windowDays: number): { readonly from: number; readonly until: number } {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { from: today - dayMs, until: today + Math.max(minDays, windowDays + daysAfterWindow) * dayMs };
}

const minutesBetween: Readonly<Record<CalendarKind, number>> = { ICS: 5, CALDAV: 2, GOOGLE: 5, MICROSOFT: 5 };

/** After a good read. A believed read must not grow too old while all goes well. */
export function pauseAfterRead(kind: CalendarKind, maxAgeMs: number): number {
  return Math.min(minutesBetween[kind] * minuteMs, maxAgeMs / 3);
}

const retryMinutes = [1, 2, 5];
const maxRetryMinutes = 10;
const maxRetryAfterMs = 60 * minuteMs;

/** After so many failed reads one after the other. A provider that wants more time gets it, up to an hour. */
export function pauseAfterFailure(failures: number, retryAfterMs = 0): number {
  const pause = (retryMinutes[failures - 1] ?? maxRetryMinutes) * minuteMs;
  return Math.max(pause, Math.min(retryAfterMs, maxRetryAfterMs));
}
