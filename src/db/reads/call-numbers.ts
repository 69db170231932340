import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { CountedCalls } from '#src/domain/reports/call-numbers.ts';
import { countedSets, setsOfType, timesOfCall } from './event-calls/counted.ts';
import { Values } from './list.ts';
import {
  callsIn,
  countedCalls,
  groupOfCall,
  type ReportedCalls,
  reportedCallConditions,
  timesOfCells,
} from './reports/calls.ts';
import { type GroupRow, inGroup, labelOfKey, type PeriodQuery } from './reports/period.ts';

export interface CallNumbersQuery extends PeriodQuery, ReportedCalls {}

/** The numbers of a group, of the period, or of the one before it. */
export interface CountedGroup extends CountedCalls, GroupRow {}

const median = 'percentile_cont(0.5) WITHIN GROUP (ORDER BY q."afterMs")';

/** SQL after FROM and GROUP BY: by group and in total, of rows with the columns of `inGroup`. */
const byGroup = (alias: string) => `GROUPING SETS ((${alias}."isPrevious", ${alias}."key"), (${alias}."isPrevious"))`;

/**
 * Counts the calls of a period by group, and those of the period before it, in one statement. It reads one index alone, unless
 * the group needs another table, so its cost grows with the calls of the two periods. The medians are read apart: they need the
 * calls in the order of their groups, which would sort all columns of the counts too. The cells are materialized, or PostgreSQL
 * sorts the calls for the order of the groups instead of hashing them: with a million calls that took three times as long.
 */
export async function readCallNumbers(db: Database, query: CallNumbersQuery): Promise<CountedGroup[]> {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const { key, join = '' } = groupOfCall(query, values);
  const times = timesOfCall(() => values.instant(query.nowMs));
  const sets = Object.entries({ ...countedSets, ...setsOfType });
  const counts = sets.map(([name, of]) => `${callsIn(of(timesOfCells))} AS "${name}"`);
  const text = `WITH "cell" AS MATERIALIZED (${countedCalls(query, query, values)}), "counted" AS (
      SELECT c."isPrevious", c."key", grouping(c."key") = 1 AS "isTotal", ${counts.join(', ')}
      FROM "cell" c GROUP BY ${byGroup('c')}),
    "after" AS (
      SELECT q."isPrevious", q."key", grouping(q."key") = 1 AS "isTotal", (${median} + abs(${median})) / 120000 AS "minutes"
      FROM (
        SELECT ${inGroup('c."dateTime"', key, query, values)},
          round(date_part('epoch', c."firstOutcomeAt" - c."endTime") * 1000) AS "afterMs"
        FROM "EventCall" c ${join}
        WHERE ${[...reportedCallConditions(query, query, values), countedSets.due(times)].join(' AND ')}
          AND c."firstOutcomeAt" IS NOT NULL) q
      GROUP BY ${byGroup('q')})
    SELECT h."nonce", g."isPrevious" IS NOT NULL AS "found",
      CASE WHEN g."isPrevious" THEN 'previous' WHEN g."isTotal" THEN 'total' ELSE 'group' END AS "part",
      g."key"::text, ${labelOfKey(query.groupBy)} AS "label", ${sets.map(([name]) => `g."${name}"`).join(', ')},
      a."minutes" AS "timeToOutcomeMinutes"
    FROM (SELECT ${values.nonce()}) h
    LEFT JOIN "counted" g ON g."isTotal" OR NOT g."isPrevious" AND ${query.groupBy === 'none' ? 'false' : 'true'}
    LEFT JOIN "after" a ON a."isPrevious" = g."isPrevious" AND a."isTotal" = g."isTotal" AND a."key" IS NOT DISTINCT FROM g."key"
    ORDER BY g."booked" DESC, g."key"::text`;
  const rows = await db.run<CountedGroup & { readonly found: boolean; readonly nonce: number }>(
    dynamicStatement('reports.calls', text, { isCommon: true, cost: 'grows' }),
    values.list,
  );
  return rows.filter(({ found }) => found).map(({ found, nonce, ...group }) => group);
}
