// Times of the day as minutes after midnight. 1440 is the end of the day: midnight, as an end.

import { timeText } from '../../kit/days.ts';

export const endOfDay = 24 * 60;

const minuteMs = 60_000;

/** 12 hours and a half of the day, or 24, as everywhere in the application. */
const hasTwelveHours = /[ap]m/i.test(timeText(0, 'UTC'));

/** A time of the day as the rest of the application shows it: `09:30`, or `9:30 AM`. */
export function minuteText(minute: number): string {
  if (minute === endOfDay && !hasTwelveHours) return '24:00';
  return timeText(minute * minuteMs, 'UTC');
}

/** For where there is little room: `09:30`, or `9:30am`, `9am`. */
export function shortMinuteText(minute: number): string {
  return hasTwelveHours ? minuteText(minute).replace(':00', '').replace(/\s/g, '').toLowerCase() : minuteText(minute);
}

/** `09:00–17:00`. */
export function spanText(start: number, end: number): string {
  return `${minuteText(start)}–${minuteText(end)}`;
}

/** As the API writes it: `HH:mm`. */
export function wireTime(minute: number): string {
  return `${`${Math.floor(minute / 60)}`.padStart(2, '0')}:${`${minute % 60}`.padStart(2, '0')}`;
}

/** The minutes of a time as the API writes it. */
export function minuteOfWire(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const written = /^(\d{1,2})(?:[:.h ]?([0-5]\d))?\s*(?:(a|p)\.?m?\.?)?$/;

/**
 * The minute that somebody means: `9`, `9:30`, `930`, `0930`, `9.30`, `9h30`, `9am`, `9:30 PM`, `noon`; undefined for what is
 * no time. Midnight is the end of the day where it ends something.
 */
export function minuteOfTyped(typed: string, bound: 'start' | 'end'): number | undefined {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === 'noon') return endOfDay / 2;
  const minute = text === 'midnight' ? 0 : minuteOfClock(text);
  if (minute === undefined) return undefined;
  if (bound === 'end' && minute === 0) return endOfDay;
  return bound === 'start' && minute === endOfDay ? undefined : minute;
}

function minuteOfClock(text: string): number | undefined {
  const [match, hourText, minutes = '0', half] = written.exec(text) ?? [];
  if (match === undefined) return undefined;
  const hours = Number(hourText);
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
  const hour = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0);
  const minute = hour * 60 + Number(minutes);
  return minute <= endOfDay ? minute : undefined;
}
