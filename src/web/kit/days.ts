import { now } from './now.ts';
// Calendar days (YYYY-MM-DD) and instants in a time zone, with Intl alone: not all browsers have Temporal.

import { readableZoneName } from '#src/lib/time/time-zone-names.ts';

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The formats of a page are few, and making one takes longer than its use. */
function format(options: Intl.DateTimeFormatOptions, locale = 'en'): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** 12 or 24 hours, as the browser's language has them. */
const { hourCycle = 'h23' } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions();

/** What a clock in the zone shows, in milliseconds as if it showed UTC. */
function wallClock(at: number, timeZone: string): number {
  const options = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23', timeZone } as const;
  // The locale of Sweden writes 2026-11-26 09:00:00.
  return Date.parse(`${format(options, 'sv').format(at).replace(' ', 'T')}Z`);
}

/** The day that an instant is on. */
export function dayOf(at: number | string, timeZone: string): string {
  return new Date(wallClock(new Date(at).getTime(), timeZone)).toISOString().slice(0, 10);
}

export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The first day of weeks where the browser's language is spoken, 0 for Sunday; Monday where the browser does not know. */
const firstWeekday = weekInfoOf(navigator.language) % 7;

function weekInfoOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } };
  return locale.getWeekInfo?.().firstDay ?? 1;
}

/** The first day of the week that the day is in. */
export function weekStartOf(day: string): string {
  return daysAfter(day, -((new Date(day).getUTCDay() - firstWeekday + 7) % 7));
}

/** The first and the last day of the month that the day is in, or of one so many months after it. */
export function monthOf(day: string, after: number): { readonly from: string; readonly to: string } {
  const at = new Date(day);
  const first = (months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
  return {
    from: first(after).toISOString().slice(0, 10),
    to: daysAfter(
      first(after + 1)
        .toISOString()
        .slice(0, 10),
      -1,
    ),
  };
}

/** The instant at which a clock in the zone shows this: `2026-11-26T09:30`. Where it is skipped, as much later. */
export function instantAt(local: string, timeZone: string): number {
  const shown = Date.parse(`${local}Z`);
  const near = shown - (wallClock(shown, timeZone) - shown);
  return shown - (wallClock(near, timeZone) - near);
}

/** What a clock in the zone shows: `2026-11-26T09:30`. */
export function localText(at: number | string, timeZone: string): string {
  return new Date(wallClock(new Date(at).getTime(), timeZone)).toISOString().slice(0, 16);
}

/** The instant at which the day begins. */
export function startOfDay(day: string, timeZone: string): number {
  const start = instantAt(`${day}T00:00`, timeZone);
  // Where clocks go from midnight to one, the day begins at one.
  return dayOf(start, timeZone) < day ? start + 3_600_000 : start;
}

/** The minute of the day that a clock in the zone shows. */
export function minuteAt(at: number | string, timeZone: string): number {
  return Math.floor((wallClock(new Date(at).getTime(), timeZone) % dayMs) / 60_000);
}

/** The instant at which a clock in the zone shows this minute of the day; where it is skipped, as much later. */
export function instantOfMinute(day: string, minute: number, timeZone: string): number {
  return instantAt(new Date(Date.parse(day) + minute * 60_000).toISOString().slice(0, 16), timeZone);
}

/** `10:30`, or `10:30 AM` where the browser's language has twelve hours. */
export function timeText(at: number | string, timeZone: string): string {
  return format({ hour: 'numeric', minute: '2-digit', hourCycle, timeZone }).format(new Date(at));
}

/** `November 2026`. */
export function monthText(day: string): string {
  return format({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(day));
}

/** `November 23 – 29, 2026`. */
export function daysText(first: string, last: string): string {
  const days = format({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  // Around the dash, versions of the same language differ in their spaces: those of the server and of the browser.
  return days.formatRange(Date.parse(first), Date.parse(last)).replace(/\s/g, ' ');
}

/** `Nov 26` for a day or the week that begins with it, `Nov 2026` for a month: for the steps of a chart. */
export function stepText(day: string, step: 'day' | 'week' | 'month'): string {
  const shown = step === 'month' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  return format({ month: 'short', ...shown, timeZone: 'UTC' }).format(Date.parse(day));
}

/** `Thu 26`: for the head of a column. */
export function columnDayText(day: string): string {
  const at = Date.parse(day);
  return `${format({ weekday: 'short', timeZone: 'UTC' }).format(at)} ${new Date(at).getUTCDate()}`;
}

/** The hour of a clock, for an axis: `09:00`, or `9 AM` where the browser's language has twelve hours. */
export function hourText(hour: number): string {
  const isShort = hourCycle === 'h12' || hourCycle === 'h11';
  const minute = isShort ? {} : { minute: '2-digit' as const };
  return format({ hour: 'numeric', ...minute, hourCycle, timeZone: 'UTC' }).format(hour * 3_600_000);
}

/** `Thursday, November 26`, with the year where it is another one. */
export function dayText(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
  return format({ weekday: 'long', day: 'numeric', month: 'long', year, timeZone: 'UTC' }).format(Date.parse(day));
}

/** `Thu, Nov 26`, with the year where it is another one: for lists. */
export function shortDayText(day: string, today: string): string {
  const distance = (Date.parse(day) - Date.parse(today)) / dayMs;
  const near = nearDays[distance];
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
  return (
    near ?? format({ weekday: 'short', day: 'numeric', month: 'short', year, timeZone: 'UTC' }).format(Date.parse(day))
  );
}

const nearDays: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' };

/** `Today`, `Tomorrow`, `Yesterday`, or the day with its weekday. */
export function relativeDayText(day: string, today: string): string {
  const distance = (Date.parse(day) - Date.parse(today)) / dayMs;
  return nearDays[distance] ?? dayText(day, today);
}

/** `Thursday, November 26, 10:30`. */
export function dayTimeText(at: number | string, timeZone: string): string {
  return `${dayText(dayOf(at, timeZone), dayOf(now(), timeZone))}, ${timeText(at, timeZone)}`;
}

/** `Thu, Nov 26, 10:30`: for lists. */
export function shortDayTimeText(at: number | string, timeZone: string): string {
  return `${shortDayText(dayOf(at, timeZone), dayOf(now(), timeZone))}, ${timeText(at, timeZone)}`;
}

/** `New York time`, or `UTC`. */
export function zoneName(timeZone: string): string {
  const [name = timeZone] = readableZoneName(timeZone).split('/').slice(-1);
  return name === 'UTC' ? name : `${name} time`;
}

/** Says below the title of a page which zone its times are in. */
export function zoneNote(timeZone: string): string {
  return `Times in ${zoneName(timeZone)}`;
}
