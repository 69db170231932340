import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { PublicEvent } from '#src/domain/event-calls/public-booking.ts';

/** A member with their bookable events. */
export interface MemberEvents {
  readonly name: string;
  readonly events: readonly Pick<PublicEvent, 'name' | 'description' | 'linkPrefix' | 'duration' | 'location'>[];
}

/** $1 a LIKE pattern for the prefix of the links. Usernames contain no LIKE wildcards. */
const workspaces = preparedStatement(
  'memberEvents.workspaces',
  'SELECT DISTINCT "leadsTo" FROM "BookingLink" WHERE "linkPrefix"::text LIKE $1',
);

const events = preparedStatement(
  'memberEvents.events',
  `SELECT u."firstName" || ' ' || u."lastName" AS "memberName", e."name", e."description", e."linkPrefix", e."duration", e."location"
   FROM "Event" e JOIN "User" u ON u."username" = $2
   WHERE e."workspaceId" = $1 AND starts_with(e."linkPrefix", $2 || '/') AND e."status" = 'ACTIVATED'
     AND e."isListed" AND e."deletedAt" IS NULL
     AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")
   ORDER BY e."name", e."id" LIMIT 200`,
);

/** Finds the workspaces with events whose link begins with a username. */
export async function workspacesOfUsername(
  { run }: Pick<Database, 'run'>,
  username: string,
): Promise<readonly number[]> {
  const rows = await run<{ leadsTo: number }>(workspaces, [`${username}/%`]);
  return rows.map(({ leadsTo }) => leadsTo);
}

/** Reads a workspace's live events whose link begins with a username, by name; undefined if there are none. */
export async function readMemberEvents(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  username: string,
): Promise<MemberEvents | undefined> {
  type Row = MemberEvents['events'][number] & { readonly memberName: string };
  const rows = await run<Row>(events, [workspaceId, username]);
  const [first] = rows;
  return first && { name: first.memberName.trim(), events: rows.map(({ memberName: _, ...event }) => event) };
}
