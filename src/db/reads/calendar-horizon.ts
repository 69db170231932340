import type { Database } from '#src/db/database.ts';
import type { MemberKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { daysWithoutWindow } from '#src/domain/calendars/reading.ts';

const statement = preparedStatement(
  'calendarHorizon.one',
  `SELECT coalesce(max(coalesce(e."bookingWindow", ${daysWithoutWindow})), 0)::int AS "days"
   FROM "EventHost" h JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = h."eventId"
   WHERE h."workspaceId" = $1 AND h."userId" = $2 AND e."status" = 'ACTIVATED' AND e."deletedAt" IS NULL`,
);

/** Returns for how many days ahead a member can be booked: the longest booking window of the live events that they host. */
export async function readHorizonDays({ run }: Pick<Database, 'run'>, key: MemberKey): Promise<number> {
  const [row] = await run<{ days: number }>(statement, [...key]);
  return row?.days ?? 0;
}
