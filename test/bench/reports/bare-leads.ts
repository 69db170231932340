import type pg from 'pg';
import type { Days } from './reports.ts';

/** The report of leads as somebody would write it down in SQL. Returns the number of new contacts. */
export async function bareLeads(client: pg.Client, workspaceId: number, { dateFrom, dateTo }: Days): Promise<number> {
  const { rows } = await client.query<{ what: string; isPrevious: boolean; userId: number | null; count: string }>(
    `WITH "bound" AS (
       SELECT ($2::date - ($3::date - $2::date + 1))::timestamp AT TIME ZONE "timeZone" AS "previous",
         $2::date::timestamp AT TIME ZONE "timeZone" AS "start", ($3::date + 1)::timestamp AT TIME ZONE "timeZone" AS "end"
       FROM "Workspace" WHERE "id" = $1),
     "call" AS (
       SELECT c.*, NOT "isCancelled" AND c."endTime" <= now() AND c."outcome" IS NOT NULL
           AND c."noSaleReason" IS DISTINCT FROM 'NO_SHOW' AS "isHeld",
         NOT "isCancelled" AND c."endTime" <= now() AND c."noSaleReason" IS NOT DISTINCT FROM 'NO_SHOW' AS "isNoShow",
         NOT "isCancelled" AND c."endTime" <= now() AND c."outcome" IS NOT DISTINCT FROM 'WON' AS "isWon"
       FROM (
         SELECT *, "status" = 'CANCELLED' OR coalesce("noSaleReason" IN ('CONTACT_CANCELLED', 'ADMIN_CANCELLED'), false) AS "isCancelled"
         FROM "EventCall" WHERE "workspaceId" = $1) c),
     "first" AS (
       SELECT DISTINCT ON ("contactId") "contactId", "createdAt" AS "bookedAt", "dateTime" AS "startsAt" FROM "call"
       ORDER BY "contactId", "createdAt", "id"),
     "reached" AS (
       SELECT "contactId", bool_or("isHeld") AS "isHeld", bool_or("isWon") AS "isWon" FROM "call" GROUP BY "contactId"),
     "lead" AS (
       SELECT k."userId", k."createdAt", k."joinedTime", k."status", f."bookedAt", f."startsAt", r."isHeld", r."isWon"
       FROM "Contact" k LEFT JOIN "first" f ON f."contactId" = k."id" LEFT JOIN "reached" r ON r."contactId" = k."id"
       WHERE k."workspaceId" = $1)
     SELECT 'leads' AS "what", l."createdAt" < b."start" AS "isPrevious", l."userId", count(*) AS "count",
       ARRAY[count(l."bookedAt"), count(*) FILTER (WHERE l."isHeld"), count(*) FILTER (WHERE l."isWon"),
         count(*) FILTER (WHERE l."status" = 'DISQUALIFIED')] AS "counts",
       percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY extract(epoch FROM l."bookedAt" - l."joinedTime")) AS "toBooking",
       percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY extract(epoch FROM l."startsAt" - l."joinedTime")) AS "toCall"
     FROM "lead" l CROSS JOIN "bound" b WHERE l."createdAt" >= b."previous" AND l."createdAt" < b."end"
     GROUP BY GROUPING SETS ((1, 2, 3), (1, 2))
     UNION ALL
     SELECT 'cohort', l."bookedAt" < b."start", l."userId", count(*), ARRAY[count(*) FILTER (WHERE l."isWon")], NULL, NULL
     FROM "lead" l CROSS JOIN "bound" b WHERE l."bookedAt" >= b."previous" AND l."bookedAt" < b."end"
     GROUP BY GROUPING SETS ((1, 2, 3), (1, 2))
     UNION ALL
     SELECT 'forms', a."createdAt" < b."start", k."userId", count(*), NULL, NULL, NULL
     FROM (SELECT DISTINCT "contactId", "eventId", "createdAt" FROM "InviteeAnswer" WHERE "workspaceId" = $1) a CROSS JOIN "bound" b
     JOIN "Contact" k ON k."workspaceId" = $1 AND k."id" = a."contactId"
     WHERE a."createdAt" >= b."previous" AND a."createdAt" < b."end"
     GROUP BY GROUPING SETS ((1, 2, 3), (1, 2))
     UNION ALL
     SELECT 'ahead', c."dateTime" < b."start", k."userId", count(*),
       ARRAY[count(*) FILTER (WHERE c."dateTime" - c."createdAt" < interval '1 day' AND c."isHeld"),
         count(*) FILTER (WHERE c."dateTime" - c."createdAt" < interval '3 days' AND c."isHeld"),
         count(*) FILTER (WHERE c."dateTime" - c."createdAt" < interval '7 days' AND c."isHeld"), count(*) FILTER (WHERE c."isNoShow")],
       NULL, NULL
     FROM "call" c CROSS JOIN "bound" b LEFT JOIN "Contact" k ON k."workspaceId" = $1 AND k."id" = c."contactId"
     WHERE c."dateTime" >= b."previous" AND c."dateTime" < b."end"
     GROUP BY GROUPING SETS ((1, 2, 3), (1, 2))`,
    [workspaceId, dateFrom, dateTo],
  );
  const totals = rows.filter(({ what, isPrevious, userId }) => what === 'leads' && !isPrevious && userId === null);
  // A contact without a closer is in a group whose key is null too; the total is the largest of the two.
  return Math.max(...totals.map(({ count }) => Number(count)));
}
