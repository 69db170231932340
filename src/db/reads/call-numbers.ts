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
import { type GroupRow, labelOfKey, type PeriodQuery } from './reports/period.ts';

export interface CallNumbersQuery extends PeriodQuery, ReportedCalls {}

/** The numbers of a group, of the period, or of the one before it. */
export interface CountedGroup extends CountedCalls, GroupRow {}

const median = 'percentile_cont(0.5) WITHIN GROUP (ORDER BY q."after")';

/** SQL for the median of `decidedCalls`, not below 0, and exact to half a millisecond. */
const minutes = `round((${median} + abs(${median})) * 1000) / 120000 AS "minutes"`;

/** SQL for the due calls of the period that have an outcome: their group, and the seconds to their first outcome. */
function decidedCalls(query: CallNumbersQuery, values: Values): string {
  const { key, join = '' } = groupOfCall(query, query, values);
  const due = countedSets.due(timesOfCall(() => values.instant(query.nowMs)));
  return `SELECT ${key} AS "key", date_part('epoch', c."firstOutcomeAt" - c."endTime") AS "after"
    FROM "EventCall" c ${join}
    WHERE ${[...reportedCallConditions(query, query, values), due].join(' AND ')} AND c."firstOutcomeAt" IS NOT NULL`;
}

/**
 * Counts the calls of a period by group, and those of the period before it, in one statement. It reads one index alone, unless
 * the group needs another table, so its cost grows with the calls of the two periods. The medians are read apart: they need the
 * calls in the order of their groups, which would sort all columns of the counts too. The cells are materialized, or PostgreSQL
 * sorts the calls for the order of the groups instead of hashing them: with a million calls that took three times as long. It is
 * planned for its values: a plan for any took a sixth longer.
 */
export async function readCallNumbers(db: Database, query: CallNumbersQuery): Promise<CountedGroup[]> {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const before = { ...query, groupBy: 'none', fromMs: query.previousFromMs, untilMs: query.fromMs } as const;
  const sets = Object.entries({ ...countedSets, ...setsOfType });
  const counts = sets.map(([name, of]) => `${callsIn(of(timesOfCells))} AS "${name}"`);
  const isGrouped = query.groupBy !== 'none';
  const part = isGrouped
    ? `CASE WHEN grouping("key") = 1 THEN 'total' ELSE 'group' END AS "part", "key"`
    : `'total' AS "part", NULL AS "key"`;
  const bySet = isGrouped ? 'GROUP BY GROUPING SETS (("key"), ())' : '';
  const text = `WITH "cell" AS MATERIALIZED (${countedCalls(query, query, values)}),
    "counted" AS (
      SELECT ${part}, ${counts.join(', ')} FROM "cell" c WHERE NOT c."isPrevious" ${bySet}
      UNION ALL SELECT 'previous', NULL, ${counts.join(', ')} FROM "cell" c WHERE c."isPrevious"),
    "after" AS (
      SELECT ${part}, ${minutes} FROM (${decidedCalls(query, values)}) q ${bySet}
      UNION ALL SELECT 'previous', NULL, ${minutes} FROM (${decidedCalls(before, values)}) q)
    SELECT ${values.nonce()}, g."part", g."key"::text, ${labelOfKey(query.groupBy)} AS "label",
      ${sets.map(([name]) => `g."${name}"`).join(', ')}, a."minutes" AS "timeToOutcomeMinutes"
    FROM "counted" g LEFT JOIN "after" a ON a."part" = g."part" AND ARRAY[a."key"] = ARRAY[g."key"]
    ORDER BY g."booked" DESC, g."key"::text`;
  const rows = await db.run<CountedGroup & { readonly nonce: number }>(
    dynamicStatement('reports.calls', text, { isCommon: false, cost: 'grows' }),
    values.list,
  );
  return rows.map(({ nonce, ...group }) => group);
}
