import type pg from 'pg';
import type { Days } from './reports.ts';

/** The same numbers as somebody would write them down in SQL, from the table of calls. Returns the number of calls. */
export async function bareCalls(client: pg.Client, workspaceId: number, { dateFrom, dateTo }: Days): Promise<number> {
  const { rows } = await client.query<{ isPrevious: boolean; userId: number | null; booked: string }>(
    `WITH "zone" AS (SELECT "timeZone" FROM "Workspace" WHERE "id" = $1),
     "call" AS (
       SELECT c.*, c."dateTime" < $2::date::timestamp AT TIME ZONE z."timeZone" AS "isPrevious",
         c."status" = 'CANCELLED' OR coalesce(c."noSaleReason" IN ('CONTACT_CANCELLED', 'ADMIN_CANCELLED'), false) AS "isCancelled",
         c."endTime" <= now() AS "isOver"
       FROM "EventCall" c CROSS JOIN "zone" z
       WHERE c."workspaceId" = $1
         AND c."dateTime" >= ($2::date - ($3::date - $2::date + 1))::timestamp AT TIME ZONE z."timeZone"
         AND c."dateTime" < ($3::date + 1)::timestamp AT TIME ZONE z."timeZone"),
     "due" AS (SELECT *, NOT "isCancelled" AND "isOver" AS "isDue", "noSaleReason" IS NOT DISTINCT FROM 'NO_SHOW' AS "isNoShow" FROM "call")
     SELECT d."isPrevious", d."userId", min(u."firstName" || ' ' || u."lastName") AS "name", count(*) AS "booked",
       count(*) FILTER (WHERE d."isCancelled") AS "cancelled",
       count(*) FILTER (WHERE d."isCancelled" AND d."cancelledAt" >= d."dateTime" - interval '24 hours') AS "late",
       count(*) FILTER (WHERE d."isCancelled" AND d."cancelledAt" >= d."dateTime" - interval '24 hours' AND d."isCancelledByInvitee") AS "lateByInvitee",
       count(*) FILTER (WHERE d."isDue") AS "due",
       count(*) FILTER (WHERE d."isDue" AND d."isNoShow") AS "noShow",
       count(*) FILTER (WHERE d."isDue" AND d."outcome" IS NULL) AS "undecided",
       count(*) FILTER (WHERE d."isDue" AND d."outcome" IS NOT NULL AND NOT d."isNoShow") AS "held",
       count(*) FILTER (WHERE d."isDue" AND d."outcome" = 'WON') AS "won",
       count(*) FILTER (WHERE d."isDue" AND d."outcome" IN ('QUALIFIED', 'APPROVED')) AS "qualified",
       count(*) FILTER (WHERE d."isMoved") AS "moved",
       count(*) FILTER (WHERE d."isDue" AND d."callType" = 'STRATEGY_EVENT') AS "strategyDue",
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d."firstOutcomeAt" - d."endTime")) FILTER (WHERE d."isDue") AS "seconds"
     FROM "due" d LEFT JOIN "User" u ON u."id" = d."userId"
     GROUP BY GROUPING SETS ((d."isPrevious", d."userId"), (d."isPrevious"))`,
    [workspaceId, dateFrom, dateTo],
  );
  return Number(rows.find(({ isPrevious, userId }) => !isPrevious && userId === null)?.booked ?? 0);
}
