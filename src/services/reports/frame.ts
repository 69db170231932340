import type { GroupRow, PeriodQuery } from '#src/db/reads/reports/period.ts';
import {
  type Grouping,
  type Period,
  periodBefore,
  periodOf,
  type Report,
  stepsOf,
} from '#src/domain/reports/report.ts';
import { dayIn, startOfDay, startOfNextDay } from '#src/lib/time/time-zones.ts';
import type { CallerContext } from '../context.ts';

/** What a report is about: its period, and the days, weeks or months that are its groups, if it is grouped by these. */
export interface ReportFrame extends Period {
  readonly timeZone: string;
  readonly groupBy: Grouping;
  readonly steps: readonly string[];
  /** The same as the database needs it. */
  readonly query: PeriodQuery;
}

interface ReportInput {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly groupBy?: Grouping | undefined;
}

export function frameOf(
  { principal: { workspaceId, timeZone }, clock }: Pick<CallerContext, 'principal' | 'clock'>,
  { dateFrom, dateTo, groupBy = 'none' }: ReportInput,
): ReportFrame {
  const now = clock.now();
  const period = periodOf({ dateFrom, dateTo }, dayIn(now, timeZone));
  const steps = isStep(groupBy) ? stepsOf(period, groupBy) : [];
  const query = {
    workspaceId,
    nowMs: now.getTime(),
    previousFromMs: startOfDay(periodBefore(period).dateFrom, timeZone),
    fromMs: startOfDay(period.dateFrom, timeZone),
    untilMs: startOfNextDay(period.dateTo, timeZone),
    groupBy,
    stepsMs: steps.map((day) => startOfDay(day, timeZone)),
  };
  return { ...period, timeZone, groupBy, steps, query };
}

function isStep(groupBy: Grouping): groupBy is 'day' | 'week' | 'month' {
  return groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
}

/** What was counted of a group, of the period, or of the one before it. */
type Counted<Count> = Omit<GroupRow, 'part'> & { readonly count: Count };

interface Parts<Count> {
  /** In the order of the report, unless it is grouped by days, weeks or months. */
  readonly groups: readonly Counted<Count>[];
  readonly total: Count | undefined;
  readonly previous: Count | undefined;
}

/** The report of what was counted; `none` is the count of nothing. */
export function reportOf<Count, Numbers>(
  { query: _, steps, ...frame }: ReportFrame,
  { groups, total, previous }: Parts<Count>,
  { numbersOf, none }: { readonly numbersOf: (count: Count) => Numbers; readonly none: Count },
): Report<Numbers> {
  const byKey = new Map(groups.map(({ key, count }) => [key, count]));
  const ofStep = (day: string, index: number) => ({
    key: day,
    label: day,
    ...numbersOf(byKey.get(String(index + 1)) ?? none),
  });
  const ofGroup = ({ key, label, count }: Counted<Count>) => ({
    key,
    label: label ?? key ?? withoutName[frame.groupBy] ?? '',
    ...numbersOf(count),
  });
  return {
    ...frame,
    // Days, weeks and months without records are groups too.
    groups: steps.length > 0 ? steps.map(ofStep) : groups.map(ofGroup),
    total: numbersOf(total ?? none),
    previous: numbersOf(previous ?? none),
  };
}

const withoutName: Readonly<Partial<Record<Grouping, string>>> = {
  closer: 'No closer',
  setter: 'No setter',
  event: 'No event',
  callType: 'No call',
  source: 'No source',
  product: 'No product',
};

/** Sorts the keys of groups; the group without one is last. */
export function compareKeys(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
