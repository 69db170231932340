// `ical.js` 2.2 cannot replace this file, because it changes a wrong value where this file refuses it: February 30 becomes March 2,
// hour 25 becomes the next day, and P1D2D becomes two days. An entry would then block a wrong time and leave its own time free. It
// also drops the seconds of a UTC offset and reads +2359 as -0301.

import { dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';

/** A date, or a time on a wall clock: milliseconds as if the clock showed UTC. */
export interface WallTime {
  readonly wall: number;
  readonly isDate: boolean;
  /** True if the time is UTC, whatever zone is named with it. */
  readonly isUtc: boolean;
}

/** Also allows the separators and offsets of ISO 8601, which some programs write and which are unambiguous. */
const form = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** DATE or DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5); undefined if the text is neither, or the day does not exist. */
export function parseWallTime(text: string): WallTime | undefined {
  const match = form.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((each) => Number(each ?? 0));
  // Date.UTC reads years below 100 as years of the last century.
  const date = new Date(0).setUTCFullYear(year, month - 1, day);
  const exists = new Date(date).getUTCMonth() === month - 1 && new Date(date).getUTCDate() === day;
  // Some programs write 24:00, and second 60 is a leap second.
  if (!exists || hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return undefined;
  const isDate = match[4] === undefined;
  const zone = match[7]?.toUpperCase() ?? 'Z';
  const offset = zone === 'Z' ? 0 : parseUtcOffset(zone);
  if (offset === undefined) return undefined;
  const wall = date + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000 - offset;
  return { wall, isDate, isUtc: match[7] !== undefined };
}

/** Days, whose length depends on the clock, and the rest, which is exact. */
export interface WallDuration {
  readonly days: number;
  readonly ms: number;
}

const durationForm = /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i;

/** DURATION (RFC 5545, section 3.3.6). */
export function parseDuration(text: string): WallDuration | undefined {
  const match = durationForm.exec(text.trim());
  if (!match || !/\d/.test(text)) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((each) => Number(each ?? 0));
  const sign = match[1] === '-' ? -1 : 1;
  return { days: sign * (weeks * 7 + days), ms: sign * (hours * 60 * minuteMs + minutes * minuteMs + seconds * 1000) };
}

/** `+0100`, in milliseconds (RFC 5545, section 3.3.14). */
export function parseUtcOffset(text: string): number | undefined {
  const match = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text.trim());
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((each) => Number(each ?? 0));
  const ms = (hours * 60 + minutes) * minuteMs + seconds * 1000;
  return ms >= dayMs || minutes > 59 || seconds > 59 ? undefined : ms * (match[1] === '-' ? -1 : 1);
}
