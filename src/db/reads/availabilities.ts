import type { Database } from '#src/db/database.ts';
import { fixedStatement } from '#src/db/statement.ts';
import { type Availability, clockTime, type Weekday } from '#src/domain/availabilities/availability.ts';

/** $1 workspace, $2 user or null. One row a schedule; `member` tells an unknown user from one without schedules. */
const statement = fixedStatement(
  'availabilities.list',
  `SELECT m."member", s."id", s."userId", s."name", s."timeZone", s."isDefault", s."createdAt",
    ARRAY(SELECT h."eventId" FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."scheduleId" = s."id" ORDER BY h."eventId") AS "eventId",
    (SELECT json_agg(json_build_array(d."id", d."weekday", (
        SELECT json_agg(json_build_array(t."startMinute", t."endMinute") ORDER BY t."startMinute", t."id")
        FROM "ScheduleTiming" t WHERE t."workspaceId" = $1 AND t."dayId" = d."id"
      )) ORDER BY d."weekday")
      FROM "ScheduleDay" d WHERE d."workspaceId" = $1 AND d."scheduleId" = s."id") AS "days"
  FROM (SELECT $2::int IS NULL OR EXISTS (
      SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2) AS "member") m
  LEFT JOIN "Schedule" s ON s."workspaceId" = $1 AND ($2::int IS NULL OR s."userId" = $2)
  ORDER BY s."id"`,
);

interface ScheduleRow extends Omit<Availability, 'id' | 'days'> {
  member: boolean;
  id: number | null;
  days: [number, Weekday, [number, number][] | null][] | null;
}

/** The schedules of a workspace, or of one user; undefined when the user is not of the workspace. */
export async function readAvailabilities(
  db: Database,
  workspaceId: number,
  userId: number | undefined,
): Promise<Availability[] | undefined> {
  const rows = await db.pipelined.run<ScheduleRow>(statement, [workspaceId, userId ?? null]);
  if (!rows[0]?.member) return undefined;
  return rows.flatMap((row) => (row.id === null ? [] : [availability(row, row.id)]));
}

function availability(row: ScheduleRow, id: number): Availability {
  const { userId, name, timeZone, isDefault, createdAt, eventId } = row;
  return { id, userId, name, timeZone, isDefault, createdAt, days: (row.days ?? []).map(day), eventId };
}

function day([id, name, minutes]: [number, Weekday, [number, number][] | null]): Availability['days'][number] {
  const timings = (minutes ?? []).map(([start, end]) => ({ startTime: clockTime(start), endTime: clockTime(end) }));
  return { id, name, active: timings.length > 0, timings };
}
