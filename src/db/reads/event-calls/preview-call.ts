import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';

interface PreviewCall
  extends Pick<
    EventCall,
    'dateTime' | 'endTime' | 'location' | 'locationLink' | 'inviteeName' | 'inviteeEmail' | 'phoneNumber' | 'guests'
  > {
  readonly hostName: string;
  readonly hostEmail: string;
}

/** $1 workspace, $2 event. The index of an event's calls by time finds the last one. */
const latestCall = preparedStatement(
  'eventCalls.forPreview',
  `SELECT c."dateTime", c."endTime", c."location", c."locationLink", c."inviteeName", c."inviteeEmail", c."phoneNumber", c."guests",
     u."firstName" || ' ' || u."lastName" AS "hostName", u."email" AS "hostEmail"
   FROM "EventCall" c JOIN "User" u ON u."id" = c."userId"
   WHERE c."workspaceId" = $1 AND c."eventId" = $2 AND c."contactId" IS NOT NULL
   ORDER BY c."dateTime" DESC, c."id" DESC LIMIT 1`,
);

/** Reads the latest call of an event whose contact was not erased, for a preview of its mails. */
export async function readCallForPreview(
  { run }: Pick<Database, 'run'>,
  key: readonly [workspaceId: number, eventId: number],
): Promise<PreviewCall | undefined> {
  const [call] = await run<PreviewCall>(latestCall, [...key]);
  return (
    call && { ...call, dateTime: new Date(call.dateTime).toISOString(), endTime: new Date(call.endTime).toISOString() }
  );
}
