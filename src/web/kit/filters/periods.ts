import { daysAfter, daysText, monthOf, weekStartOf } from '../days.ts';
import { dayIn } from './search.ts';

/** Periods that move on with the day. */
export const periodTitles = {
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  'this-week': 'This week',
  'last-week': 'Last week',
  'next-week': 'Next week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-7': 'Last 7 days',
  'last-30': 'Last 30 days',
  'last-90': 'Last 90 days',
} as const;

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A period as an address has it: the name of one that moves on, or two days of which one may be missing. */
export function periodIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (Object.hasOwn(periodTitles, value)) return value;
  const [from, to, ...more] = value.split('..');
  const isDays = more.length === 0 && to !== undefined && [from, to].every((day) => day === '' || dayIn(day));
  return isDays && value !== '..' ? value : undefined;
}

/** Two days as an address has them; undefined where both are missing. */
export function periodOf({ from = '', to = '' }: Days): string | undefined {
  return from === '' && to === '' ? undefined : `${from}..${to}`;
}

/** The first and the last day of a period. */
export function daysOfPeriod(period: string, today: string): Days {
  const week = (weeks: number) => {
    const firstDay = daysAfter(weekStartOf(today), 7 * weeks);
    return { from: firstDay, to: daysAfter(firstDay, 6) };
  };
  const last = (count: number) => ({ from: daysAfter(today, 1 - count), to: today });
  switch (period as keyof typeof periodTitles) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: daysAfter(today, -1), to: daysAfter(today, -1) };
    case 'tomorrow':
      return { from: daysAfter(today, 1), to: daysAfter(today, 1) };
    case 'this-week':
      return week(0);
    case 'last-week':
      return week(-1);
    case 'next-week':
      return week(1);
    case 'this-month':
      return monthOf(today, 0);
    case 'last-month':
      return monthOf(today, -1);
    case 'last-7':
      return last(7);
    case 'last-30':
      return last(30);
    case 'last-90':
      return last(90);
    default: {
      const [from = '', to = ''] = period.split('..');
      return { from: from || undefined, to: to || undefined };
    }
  }
}

/** `Last 7 days`, `November 23 – 29, 2026`, `since November 23, 2026`. */
export function periodText(period: string): string {
  if (Object.hasOwn(periodTitles, period)) return periodTitles[period as keyof typeof periodTitles].toLowerCase();
  const { from, to } = daysOfPeriod(period, '');
  if (from !== undefined && to !== undefined) return daysText(from, to);
  return from === undefined ? `until ${daysText(`${to}`, `${to}`)}` : `since ${daysText(from, from)}`;
}
