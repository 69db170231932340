import type { Grouping } from '#src/domain/reports/report.ts';
import type { Values } from '../list.ts';

/** What all reports are about: two periods of the same length, and the groups of the second. */
export interface PeriodQuery {
  readonly workspaceId: number;
  readonly nowMs: number;
  /** The starts of the period before and of the period, and its end, in epoch milliseconds. */
  readonly previousFromMs: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly groupBy: Grouping;
  /** The starts of the days, weeks or months of the period, in order; the first may be before it. */
  readonly stepsMs: readonly number[];
}

/** A row of numbers of a group, of the period, or of the one before it. */
export interface GroupRow {
  readonly part: 'group' | 'total' | 'previous';
  /** The index of a step, or the id or the value of another group; null for records without one. */
  readonly key: string | null;
  /** The name of what the key is the id of. */
  readonly label: string | null;
}

/** SQL for the index, from 1, of the day, week or month in which an instant lies. */
export function stepKey(instant: string, { stepsMs }: Pick<PeriodQuery, 'stepsMs'>, values: Values): string {
  const steps = values.add(
    stepsMs.map((each) => new Date(each).toISOString()),
    'timestamptz[]',
  );
  return `width_bucket(${instant}, ${steps})`;
}

/**
 * SQL for the columns by which a row is grouped: whether it is of the period before, and its key. The period before has a total
 * alone, so its rows have no key: there are fewer groups to hash and nothing to sort.
 */
export function inGroup(instant: string, key: string, { fromMs }: Pick<PeriodQuery, 'fromMs'>, values: Values): string {
  const isPrevious = `${instant} < ${values.instant(fromMs)}`;
  return `${isPrevious} AS "isPrevious", CASE WHEN NOT ${isPrevious} THEN ${key} END AS "key"`;
}

const memberName = `(SELECT btrim(u."firstName" || ' ' || u."lastName") FROM "User" u WHERE u."id" = g."key"::int)`;
const nameIn = (table: string) =>
  `(SELECT n."name" FROM "${table}" n WHERE n."workspaceId" = $1 AND n."id" = g."key"::int)`;

const labels: Readonly<Partial<Record<Grouping, string>>> = {
  closer: memberName,
  setter: memberName,
  event: nameIn('Event'),
  product: nameIn('Product'),
};

/** SQL for the name of the key `g."key"`. */
export function labelOfKey(groupBy: Grouping): string {
  return labels[groupBy] ?? 'NULL::text';
}
