import { daysAfter, monthOf } from '../../kit/days.ts';
import { dayIn } from '../../kit/filters/search.ts';

/** Periods up to today, which move on with the day, and the last month as a whole. */
export const periodTitles = {
  'this-week': 'This week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-90': 'Last 90 days',
  'this-year': 'This year',
} as const;
export type NamedPeriod = keyof typeof periodTitles;

export const defaultPeriod: NamedPeriod = 'this-month';

/** The server reports on no longer period. */
const maxDays = 3_660;
const dayMs = 86_400_000;

/** Whole days in the time zone of the workspace, both inclusive. */
export interface Days {
  readonly dateFrom: string;
  readonly dateTo: string;
}

export function isNamed(period: string): period is NamedPeriod {
  return Object.hasOwn(periodTitles, period);
}

/** A period as the address has it: the name of one that moves on, or two days. */
export function periodIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (isNamed(value)) return value;
  const [from, to, ...more] = value.split('..');
  return more.length === 0 && problemOfDays(from, to) === undefined ? value : undefined;
}

/** What is wrong with the two days of a period; undefined if nothing is. */
export function problemOfDays(from: string | undefined, to: string | undefined): string | undefined {
  const [first, last] = [dayIn(from), dayIn(to)];
  if (first === undefined || last === undefined || first < '2000' || last >= '3000') return 'Enter two days';
  if (last < first) return 'This is before the first day';
  return daysBetween(first, last) < maxDays ? undefined : 'This is more than ten years after the first day';
}

/** The days of a period. `today` is the day of the workspace. */
export function daysOf(period: string, today: string): Days {
  const soFar = (dateFrom: string) => ({ dateFrom, dateTo: today });
  switch (period as NamedPeriod) {
    case 'this-week':
      // As in reports, a week begins on Monday, whatever the language of the browser.
      return soFar(daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7)));
    case 'this-month':
      return soFar(monthOf(today, 0).from);
    case 'last-month': {
      const { from, to } = monthOf(today, -1);
      return { dateFrom: from, dateTo: to };
    }
    case 'this-quarter':
      return soFar(monthOf(today, -(new Date(today).getUTCMonth() % 3)).from);
    case 'last-90':
      return soFar(daysAfter(today, -89));
    case 'this-year':
      return soFar(`${today.slice(0, 4)}-01-01`);
    default: {
      const [dateFrom = today, dateTo = today] = period.split('..');
      return { dateFrom, dateTo };
    }
  }
}

/** The period of the same length before it, with which reports compare. */
export function daysBefore({ dateFrom, dateTo }: Days): Days {
  return { dateFrom: daysAfter(dateFrom, -daysBetween(dateFrom, dateTo) - 1), dateTo: daysAfter(dateFrom, -1) };
}

/** The steps of a chart: few enough to be distinguished. */
export function stepOf({ dateFrom, dateTo }: Days): 'day' | 'week' | 'month' {
  const days = daysBetween(dateFrom, dateTo);
  if (days < 35) return 'day';
  return days < 190 ? 'week' : 'month';
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / dayMs;
}
