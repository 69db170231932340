import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { CountedCalls } from '#src/domain/reports/call-numbers.ts';
import { countedSets, setsOfType } from './event-calls/counted.ts';
import { Values } from './list.ts';
import { groupOfCall, type ReportedCalls, reportedCallConditions } from './reports/calls.ts';
import { type GroupRow, labelOfKey, type PeriodQuery } from './reports/period.ts';

export interface CallNumbersQuery extends PeriodQuery, ReportedCalls {}

/** The numbers of a group, of the period, or of the one before it. */
export interface CountedGroup extends CountedCalls, GroupRow {}

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
  const { key, join = '' } = groupOfCall(query, values);
  const sets = Object.entries({ ...countedSets, ...setsOfType }).map(([name, of]) => [name, of(() => now)] as const);
  const conditions = reportedCallConditions(query, query, values);
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
      g."key", ${labelOfKey(query.groupBy)} AS "label", ${sets.map(([name]) => `g."${name}"`).join(', ')}, g."timeToOutcomeMinutes"
    FROM (SELECT ${values.nonce()}) h
    LEFT JOIN "counted" g ON g."isTotal" OR NOT g."isPrevious" AND ${query.groupBy === 'none' ? 'false' : 'true'}
    ORDER BY g."booked" DESC, g."key"`;
  const rows = await db.run<CountedGroup & { readonly found: boolean; readonly nonce: number }>(
    dynamicStatement('reports.calls', text, { isCommon: true, cost: 'grows' }),
    values.list,
  );
  return rows.filter(({ found }) => found).map(({ found, nonce, ...group }) => group);
}
