import { fieldError } from '#src/domain/errors.ts';
import { calendarDay, enumeration } from '#src/domain/input.ts';
import { field, type RecordFields, type RecordOf } from '#src/domain/record.ts';
import { dateOfDay, dayOfDate, weekdayOfDay } from '#src/lib/time/zone-offsets.ts';

/** By what the numbers of a report are grouped. */
export const groupings = [
  'none',
  'day',
  'week',
  'month',
  'closer',
  'setter',
  'event',
  'callType',
  'source',
  'product',
] as const;
export type Grouping = (typeof groupings)[number];

/** The most days of a period: more groups help nobody. */
export const maxDays = 3_660;

/** The period and the grouping of a report; `what` is counted by its instant. */
export const reportFields = (what: string) => ({
  dateFrom: calendarDay()
    .optional()
    .describe(
      `First day of ${what} (YYYY-MM-DD), in the workspace's time zone. Default: the first of the month of dateTo.`,
    ),
  dateTo: calendarDay()
    .optional()
    .describe(
      `Last day of ${what} (YYYY-MM-DD), inclusive; less than ${maxDays} days after the first. Default: today, or dateFrom if that is later.`,
    ),
  groupBy: enumeration(groupings)
    .optional()
    .meta({ default: 'none' })
    .describe(
      'By what the numbers are grouped. Weeks begin on Monday. source is utm_source of the call, or else of its contact. none has no groups.',
    ),
});

/** Whole days, both inclusive. */
export interface Period {
  readonly dateFrom: string;
  readonly dateTo: string;
}

/** The period of a report, by default the month so far. `today` is the day of the workspace. */
export function periodOf({ dateFrom, dateTo }: Partial<Period>, today: string): Period {
  const last = dateTo ?? (dateFrom && dateFrom > today ? dateFrom : today);
  const first = dateFrom ?? startOf.month(last);
  const days = dayOfDate(last) - dayOfDate(first);
  if (days >= 0 && days < maxDays) return { dateFrom: first, dateTo: last };
  const message = `Must be dateFrom or later, and less than ${maxDays} days after it`;
  throw fieldError('dateTo', 'out_of_range', message);
}

/** The period of the same length before it. */
export function periodBefore({ dateFrom, dateTo }: Period): Period {
  const [first, last] = [dayOfDate(dateFrom), dayOfDate(dateTo)];
  return { dateFrom: dateOfDay(first - (last - first + 1)), dateTo: dateOfDay(first - 1) };
}

/** The first days of the days, weeks or months that a period touches. The first of them may be before the period. */
export function stepsOf({ dateFrom, dateTo }: Period, step: 'day' | 'week' | 'month'): string[] {
  const last = dayOfDate(dateTo);
  const steps: string[] = [];
  for (let day = startOf[step](dateFrom); dayOfDate(day) <= last; day = next[step](day)) steps.push(day);
  return steps;
}

/** The first day of the month of a day. */
export function firstDayOfMonth(day: string): string {
  return startOf.month(day);
}

/** The last day of the month of a day. */
export function lastDayOfMonth(day: string): string {
  return dateOfDay(dayOfDate(next.month(startOf.month(day))) - 1);
}

const startOf = {
  day: (day: string) => day,
  week: (day: string) => dateOfDay(dayOfDate(day) - weekdayOfDay(dayOfDate(day))),
  month: (day: string) => `${day.slice(0, 7)}-01`,
};

const next = {
  day: (day: string) => dateOfDay(dayOfDate(day) + 1),
  week: (day: string) => dateOfDay(dayOfDate(day) + 7),
  // No month has more than 31 days.
  month: (day: string) => startOf.month(dateOfDay(dayOfDate(day) + 31)),
};

export const rateRecord = {
  numerator: field.int('What is counted.'),
  denominator: field.int('Of how many. Below 10, the rate says little.'),
  value: field.float('The numerator divided by the denominator; null if that is 0.').nullable(),
};
export type Rate = RecordOf<typeof rateRecord>;

export function rate(numerator: number, denominator: number): Rate {
  return { numerator, denominator, value: denominator === 0 ? null : numerator / denominator };
}

/** The fields that each group has before its numbers. */
export const groupFields = {
  key: field
    .string(
      'What the group is: the first day of a day, week or month (YYYY-MM-DD), the id of a member, event or product as text, a call type, or a source. Null for records without one.',
    )
    .nullable(),
  label: field.string('The same for people: a name, or the key itself.'),
};

/** A report, whose groups and totals have the same numbers. */
export interface Report<Numbers> extends Period {
  readonly timeZone: string;
  readonly groupBy: Grouping;
  readonly groups: readonly (RecordOf<typeof groupFields> & Numbers)[];
  readonly total: Numbers;
  readonly previous: Numbers;
}

/** The fields around the numbers of a report. */
export const reportRecord = {
  dateFrom: field.date('First day of the period.'),
  dateTo: field.date('Last day of the period.'),
  timeZone: field.string("The workspace's time zone, in which the days are."),
  groupBy: field.oneOf(groupings, 'By what the numbers are grouped.'),
} satisfies RecordFields;
