import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { SharedEvent } from '#src/domain/events/shared-event.ts';

/** $1 workspace, $2 link. Finds the same events as the form of invitees. */
const sharedEvent = preparedStatement(
  'sharedEvents.one',
  `SELECT e."name", e."duration", w."name" AS "workspaceName", w."accentColor", w."showsBranding",
    (SELECT CASE count(*) WHEN 1 THEN min(concat_ws(' ', u."firstName", u."lastName")) END
      FROM "EventHost" h JOIN "User" u ON u."id" = h."userId"
      WHERE h."workspaceId" = $1 AND h."eventId" = e."id") AS "hostName"
  FROM "Event" e JOIN "Workspace" w ON w."id" = $1
  WHERE e."workspaceId" = $1 AND e."linkPrefix" = $2 AND e."status" = 'ACTIVATED' AND e."deletedAt" IS NULL
    AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")`,
);

export async function readSharedEvent(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  linkPrefix: string,
): Promise<SharedEvent | undefined> {
  const [event] = await run<SharedEvent>(sharedEvent, [workspaceId, linkPrefix]);
  return event;
}
