import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { CallReasons, ObjectionCount, ReasonCount } from '#src/domain/reports/call-reasons.ts';
import { Values } from './list.ts';
import { type ReportedCalls, reportedCallConditions } from './reports/calls.ts';
import type { PeriodQuery } from './reports/period.ts';

/**
 * Counts the reasons for lost sales and the objections of the calls of a period in one statement. A statement of its own: it reads
 * the rows of the calls that have one, where that of the numbers reads an index alone.
 */
export async function readCallReasons(
  db: Database,
  period: PeriodQuery,
  calls: ReportedCalls,
): Promise<Pick<CallReasons, 'reasons' | 'objections'>> {
  const values = new Values();
  values.add(period.workspaceId, 'int');
  const conditions = [
    ...reportedCallConditions(period, calls, values),
    `(c."noSaleReason" IS NOT NULL OR c."objectionKind" IS NOT NULL)`,
  ];
  const text = `WITH "counted" AS (
      SELECT c."noSaleReason"::text AS "reason", c."objectionKind"::text AS "objectionKind", count(*)::int AS "count"
      FROM "EventCall" c WHERE ${conditions.join(' AND ')}
      GROUP BY GROUPING SETS ((c."noSaleReason"), (c."objectionKind")))
    SELECT h."nonce", g."reason", g."objectionKind", g."count" FROM (SELECT ${values.nonce()}) h
    LEFT JOIN "counted" g ON coalesce(g."reason", g."objectionKind") IS NOT NULL
    ORDER BY g."count" DESC, coalesce(g."reason", g."objectionKind") COLLATE "C"`;
  const rows = await db.run<Counted & { readonly nonce: number }>(
    dynamicStatement('reports.callReasons', text, { isCommon: true, cost: 'grows' }),
    values.list,
  );
  return {
    reasons: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    objections: rows.flatMap(({ objectionKind, count }) => (objectionKind === null ? [] : [{ objectionKind, count }])),
  };
}

/** One of the two is null; both are where no call has either. */
interface Counted {
  readonly reason: ReasonCount['reason'] | null;
  readonly objectionKind: ObjectionCount['objectionKind'] | null;
  readonly count: number;
}
