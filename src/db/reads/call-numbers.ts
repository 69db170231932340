import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { CountedCalls } from '#src/domain/reports/call-numbers.ts';
import type { Grouping } from '#src/domain/reports/report.ts';
import { countedSets, setsOfType } from './event-calls/counted.ts';
import { anyOf, ownedBy, Values, type VisibleRows } from './list.ts';

export interface CallNumbersQuery extends VisibleRows {
  readonly nowMs: number;
  /** The starts of the period before and of the period, and its end, in epoch milliseconds. */
  readonly previousFromMs: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly groupBy: Grouping;
  /** The starts of the days, weeks or months of the period, in order; the first may be before it. */
  readonly stepsMs: readonly number[];
  readonly userIds?: readonly number[] | undefined;
  readonly setterIds?: readonly number[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly callTypes?: readonly string[] | undefined;
}

/** The numbers of a group, of the period, or of the one before it. */
export interface CountedGroup extends CountedCalls {
  readonly part: 'group' | 'total' | 'previous';
  /** The index of a step, or the id or the value of another group; null for calls without one. */
  readonly key: string | null;
  /** The name of what the key is the id of. */
  readonly label: string | null;
}

interface Group {
  /** SQL for the key of a call `c`. */
  readonly key: string;
  readonly join?: string;
  /** SQL for the name of the key `g."key"`. */
  readonly label?: string;
}

const memberName = `(SELECT btrim(u."firstName" || ' ' || u."lastName") FROM "User" u WHERE u."id" = g."key"::int)`;
const nameIn = (table: string) =>
  `(SELECT n."name" FROM "${table}" n WHERE n."workspaceId" = $1 AND n."id" = g."key"::int)`;

function groupOf({ groupBy, stepsMs }: CallNumbersQuery, values: Values): Group {
  switch (groupBy) {
    case 'none':
      return { key: 'NULL::text' };
    case 'day':
    case 'week':
    case 'month': {
      const steps = values.add(
        stepsMs.map((each) => new Date(each).toISOString()),
        'timestamptz[]',
      );
      return { key: `width_bucket(c."dateTime", ${steps})::text` };
    }
    case 'closer':
      return { key: 'c."userId"::text', label: memberName };
    case 'setter':
      return { key: 'c."setterId"::text', label: memberName };
    case 'event':
      return { key: 'c."eventId"::text', label: nameIn('Event') };
    case 'callType':
      return { key: 'c."callType"::text' };
    case 'source':
      return {
        key: `coalesce(c."source", jsonb_path_query_first(k."utm", '$[*] ? (@."utmKey" == "utm_source")."utmValue"') #>> '{}')`,
        join: `LEFT JOIN "Contact" k ON k."workspaceId" = $1 AND k."id" = c."contactId" AND c."source" IS NULL`,
      };
    case 'product':
      return {
        key: 'd."productId"::text',
        // A call with several deals counts for the product of the first.
        join: `LEFT JOIN (SELECT DISTINCT ON (s."eventCallId") s."eventCallId", s."productId" FROM "Deal" s
          WHERE s."workspaceId" = $1 AND s."eventCallId" IS NOT NULL ORDER BY s."eventCallId", s."id") d ON d."eventCallId" = c."id"`,
        label: nameIn('Product'),
      };
  }
}

const median = 'percentile_cont(0.5) WITHIN GROUP (ORDER BY q."afterMs") FILTER (WHERE q."due")';

/**
 * Counts the calls of a period by group, and those of the period before it, in one statement. It reads one index alone, unless
 * the group needs another table, so its cost grows with the calls of the two periods.
 */
export async function readCallNumbers(db: Database, query: CallNumbersQuery): Promise<CountedGroup[]> {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const now = values.instant(query.nowMs);
  const from = values.instant(query.fromMs);
  const { key, join = '', label = 'NULL::text' } = groupOf(query, values);
  const sets = Object.entries({ ...countedSets, ...setsOfType }).map(([name, of]) => [name, of(() => now)] as const);
  const conditions = [
    `c."workspaceId" = $1`,
    `c."dateTime" >= ${values.instant(query.previousFromMs)}`,
    `c."dateTime" < ${values.instant(query.untilMs)}`,
    ...ownedBy('c', values, query.visible),
    ...anyOf('c."userId"', 'int', values, query.userIds),
    ...anyOf('c."setterId"', 'int', values, query.setterIds),
    ...anyOf('c."eventId"', 'int', values, query.eventIds),
    ...anyOf('c."callType"', '"CallType"', values, query.callTypes),
  ];
  const counts = sets.map(([name]) => `count(*) FILTER (WHERE q."${name}")::int AS "${name}"`).join(', ');
  const text = `WITH "counted" AS (
      SELECT q."isPrevious", q."key", grouping(q."key") = 1 AS "isTotal", ${counts},
        (${median} + abs(${median})) / 120000 AS "timeToOutcomeMinutes"
      FROM (
        SELECT c."dateTime" < ${from} AS "isPrevious", CASE WHEN c."dateTime" >= ${from} THEN ${key} END AS "key",
          ${sets.map(([name, condition]) => `${condition} AS "${name}"`).join(', ')},
          (extract(epoch FROM c."firstOutcomeAt" - c."endTime") * 1000)::float8 AS "afterMs"
        FROM "EventCall" c ${join} WHERE ${conditions.join(' AND ')}) q
      GROUP BY GROUPING SETS ((q."isPrevious", q."key"), (q."isPrevious")))
    SELECT h."nonce", g."isPrevious" IS NOT NULL AS "found",
      CASE WHEN g."isPrevious" THEN 'previous' WHEN g."isTotal" THEN 'total' ELSE 'group' END AS "part",
      g."key", ${label} AS "label", ${sets.map(([name]) => `g."${name}"`).join(', ')}, g."timeToOutcomeMinutes"
    FROM (SELECT ${values.nonce()}) h
    LEFT JOIN "counted" g ON g."isTotal" OR NOT g."isPrevious" AND ${query.groupBy === 'none' ? 'false' : 'true'}
    ORDER BY g."booked" DESC, g."key"`;
  const rows = await db.run<CountedGroup & { readonly found: boolean; readonly nonce: number }>(
    dynamicStatement('reports.calls', text, { isCommon: true, cost: 'grows' }),
    values.list,
  );
  return rows.filter(({ found }) => found).map(({ found, nonce, ...group }) => group);
}
