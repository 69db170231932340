import { daysAfter, daysText, monthOf, startOfDay, weekStartOf } from '../days.ts';
import { now } from '../now.ts';
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

/** Periods that move on with the minute, for what happens many times a day. */
export const recentTitles = { '15m': 'Last 15 minutes', '1h': 'Last hour', '24h': 'Last 24 hours' } as const;

const minuteMs = 60_000;
const recentMs: Readonly<Record<string, number>> = {
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '24h': 24 * 60 * minuteMs,
};

type Titles = Readonly<Record<string, string>>;

const titles: Titles = { ...periodTitles, ...recentTitles };

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A period as an address has it: the name of one that moves on, or two days of which one may be missing. */
export function periodIn(value: unknown, offered: Titles = periodTitles): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (Object.hasOwn(offered, value)) return value;
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
      const [from = '', to] = period.split('..');
      if (to === undefined) return {};
      return { from: from || undefined, to: to || undefined };
    }
  }
}

/** The clock of the person who looks: the day that it shows (YYYY-MM-DD), and its zone. */
export interface Clock {
  readonly today: string;
  readonly timeZone: string;
}

/** ISO 8601. A day is sent as it is where it is still being typed. */
interface Instants {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The first and the last instant of a period: its days are those of the viewer's clock, as all times on the page are. */
export function instantsOfPeriod(period: string, { today, timeZone }: Clock): Instants {
  const recent = recentMs[period];
  // From a whole minute on, so that the cache has one entry a minute, not one a request.
  if (recent !== undefined) return { from: isoOf(Math.floor((now() - recent) / minuteMs) * minuteMs) };
  const { from, to } = daysOfPeriod(period, today);
  return {
    from: from && (isCompleteYear(from) ? isoOf(startOfDay(from, timeZone)) : from),
    to: to && (isCompleteYear(to) ? isoOf(startOfDay(daysAfter(to, 1), timeZone) - 1) : to),
  };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}

/** A date field reports `0002` while 2026 is typed. Such a day is sent unchanged, for the server to accept or refuse. */
function isCompleteYear(day: string): boolean {
  return day >= '1900' && day < '3000';
}

/** `Last 7 days`, `November 23 – 29, 2026`, `since November 23, 2026`. */
export function periodText(period: string): string {
  if (Object.hasOwn(titles, period)) return `${titles[period]}`.toLowerCase();
  const { from, to } = daysOfPeriod(period, '');
  if (from !== undefined && to !== undefined) return daysText(from, to);
  return from === undefined ? `until ${daysText(`${to}`, `${to}`)}` : `since ${daysText(from, from)}`;
}
