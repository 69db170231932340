import { dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { CalendarKind } from './calendar.ts';

// When calendars are read, and which range.

/** The days to read for an event without a booking window. */
export const daysWithoutWindow = 365;
const minDays = 60;
/** Extra days for time zones, the length of the last call, and the time until the next read of the day. */
const daysAfterWindow = 4;

/**
 * The range to read in a member's calendars, in whole UTC days: a provider reports changes since the last read only for the
 * same range.
 */
export function readingRange(now: Date, windowDays: number): { readonly from: number; readonly until: number } {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { from: today - dayMs, until: today + Math.max(minDays, windowDays + daysAfterWindow) * dayMs };
}

const minutesBetween: Readonly<Record<CalendarKind, number>> = { ICS: 5, CALDAV: 2, GOOGLE: 5, MICROSOFT: 5 };

/** The pause after a successful read. While reads succeed, a read never gets older than `maxAgeMs`. */
export function pauseAfterRead(kind: CalendarKind, maxAgeMs: number): number {
  return Math.min(minutesBetween[kind] * minuteMs, maxAgeMs / 3);
}

const retryMinutes = [1, 2, 5];
const maxRetryMinutes = 10;
const maxRetryAfterMs = 60 * minuteMs;

/** The pause after this many failed reads in a row. A provider that asks for more time gets it, up to an hour. */
export function pauseAfterFailure(failures: number, retryAfterMs = 0): number {
  const pause = (retryMinutes[failures - 1] ?? maxRetryMinutes) * minuteMs;
  return Math.max(pause, Math.min(retryAfterMs, maxRetryAfterMs));
}
