import { dayOf, daysAfter, instantOfMinute, minuteAt, shortDayText, startOfDay } from '../../kit/days.ts';
import { endOfDay, minuteOfTyped, minuteText, spanText } from './clock.ts';

/** What is typed of time off: whole days, or a part of one. Days are YYYY-MM-DD. */
export interface OffValues extends Record<string, unknown> {
  readonly kind: 'days' | 'hours';
  readonly first: string;
  readonly last: string;
  readonly from: string;
  readonly to: string;
}

interface Span {
  readonly startTime: string;
  readonly endTime: string;
}

/** The first and the last day in the zone, the minutes at which it begins and ends on them, and whether it is all of them. */
function placeOf({ startTime, endTime }: Span, timeZone: string) {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)];
  const [first, last] = [dayOf(start, timeZone), dayOf(end - 1, timeZone)];
  const isWhole = startOfDay(first, timeZone) === start && startOfDay(daysAfter(last, 1), timeZone) === end;
  return { isWhole, first, last, from: minuteAt(start, timeZone), to: minuteAt(end, timeZone) || endOfDay };
}

/** Time off in words, on the clock of the zone. */
export function offText(span: Span, timeZone: string, today: string): string {
  const { isWhole, first, last, from, to } = placeOf(span, timeZone);
  const [start, end] = [shortDayText(first, today), shortDayText(last, today)];
  if (isWhole) return first === last ? start : `${start} – ${end}`;
  return first === last
    ? `${start}, ${spanText(from, to)}`
    : `${start}, ${minuteText(from)} – ${end}, ${minuteText(to)}`;
}

export function newOff(today: string): OffValues {
  return { kind: 'days', first: today, last: today, from: minuteText(9 * 60), to: minuteText(12 * 60) };
}

export function offValues(span: Span, timeZone: string): OffValues {
  const { isWhole, first, last, from, to } = placeOf(span, timeZone);
  if (isWhole) return { ...newOff(first), last };
  return { kind: 'hours', first, last, from: minuteText(from), to: minuteText(to) };
}

const day = /^\d{4}-\d\d-\d\d$/;

/** What is wrong, by field. */
export function offProblems({ kind, first, last, from, to }: OffValues): Record<string, string> {
  if (!day.test(first)) return { first: 'Choose a day' };
  if (!day.test(last)) return { last: 'Choose a day' };
  if (last < first) return { last: 'Ends before it starts' };
  if (kind === 'days') return {};
  const [start, end] = [minuteOfTyped(from, 'start'), minuteOfTyped(to, 'end')];
  const example = `Write a time, like ${minuteText(9 * 60 + 30)}`;
  if (start === undefined) return { from: example };
  if (end === undefined) return { to: example };
  return first === last && end <= start ? { to: 'Ends before it starts' } : {};
}

/** What the API takes: days as days, which are those of the member's zone there too, and hours as instants. */
export function offInput({ kind, first, last, from, to }: OffValues, timeZone: string): Span {
  if (kind === 'days') return { startTime: first, endTime: last };
  const instant = (on: string, minute = 0) => new Date(instantOfMinute(on, minute, timeZone)).toISOString();
  return {
    startTime: instant(first, minuteOfTyped(from, 'start')),
    endTime: instant(last, minuteOfTyped(to, 'end')),
  };
}
