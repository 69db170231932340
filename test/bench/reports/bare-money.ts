import type pg from 'pg';
import type { Days } from './reports.ts';

/** The report of money as somebody would write it down in SQL. Returns the number of deals. */
export async function bareMoney(client: pg.Client, workspaceId: number, { dateFrom, dateTo }: Days): Promise<number> {
  const { rows } = await client.query<{ what: string; isPrevious: boolean; userId: number | null; count: string }>(
    `WITH "bound" AS (
       SELECT ($2::date - ($3::date - $2::date + 1))::timestamp AT TIME ZONE "timeZone" AS "previous",
         $2::date::timestamp AT TIME ZONE "timeZone" AS "start", ($3::date + 1)::timestamp AT TIME ZONE "timeZone" AS "end"
       FROM "Workspace" WHERE "id" = $1),
     "deal" AS (
       SELECT d.*, d."time" < b."start" AS "isPrevious" FROM "Deal" d CROSS JOIN "bound" b
       WHERE d."workspaceId" = $1 AND d."time" >= b."previous" AND d."time" < b."end"),
     "payment" AS (
       SELECT t.*, d."userId" AS "closerId", t."time" < b."start" AS "isPrevious" FROM "Transaction" t CROSS JOIN "bound" b
       LEFT JOIN "Deal" d ON d."workspaceId" = $1 AND d."id" = t."dealId"
       WHERE t."workspaceId" = $1 AND t."time" >= b."previous" AND t."time" < b."end"),
     "call" AS (
       SELECT c."userId", c."dateTime" < b."start" AS "isPrevious", c."outcome" IS NOT NULL
           AND c."noSaleReason" IS DISTINCT FROM 'NO_SHOW' AND c."endTime" <= now() AND c."status" <> 'CANCELLED'
           AND coalesce(c."noSaleReason" NOT IN ('CONTACT_CANCELLED', 'ADMIN_CANCELLED'), true) AS "isHeld"
       FROM "EventCall" c CROSS JOIN "bound" b
       WHERE c."workspaceId" = $1 AND c."dateTime" >= b."previous" AND c."dateTime" < b."end")
     SELECT 'deals' AS "what", d."isPrevious", d."userId", d."currency", d."transactionType"::text AS "type", count(*) AS "count",
       sum(d."value") AS "value", NULL::numeric AS "refunds"
     FROM "deal" d GROUP BY GROUPING SETS ((1, 2, 3, 4, 5), (1, 2, 4, 5))
     UNION ALL
     SELECT 'paid', d."isPrevious", d."userId", d."currency", NULL, count(*), sum(t."value"), NULL
     FROM "deal" d JOIN "Transaction" t ON t."workspaceId" = $1 AND t."dealId" = d."id"
     GROUP BY GROUPING SETS ((1, 2, 3, 4), (1, 2, 4))
     UNION ALL
     SELECT 'payments', p."isPrevious", p."closerId", p."currency", NULL, count(*), sum(p."value"),
       sum(p."value") FILTER (WHERE p."refundOf" IS NOT NULL)
     FROM "payment" p GROUP BY GROUPING SETS ((1, 2, 3, 4), (1, 2, 4))
     UNION ALL
     SELECT 'calls', c."isPrevious", c."userId", NULL, NULL, count(*), count(*) FILTER (WHERE c."isHeld"), NULL
     FROM "call" c GROUP BY GROUPING SETS ((1, 2, 3), (1, 2))`,
    [workspaceId, dateFrom, dateTo],
  );
  const totals = rows.filter(({ what, isPrevious, userId }) => what === 'deals' && !isPrevious && userId === null);
  return totals.reduce((sum, { count }) => sum + Number(count), 0);
}
