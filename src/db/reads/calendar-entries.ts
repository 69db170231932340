import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';

/** An entry with the current state of its call. */
export interface StoredEntry
  extends Pick<EventCall, 'previewId' | 'dateTime' | 'endTime' | 'location' | 'locationLink'>,
    Pick<EventCall, 'name' | 'inviteeName' | 'inviteeEmail' | 'phoneNumber' | 'guests'> {
  readonly version: number;
  /** The number of completed attempts to write this version. */
  readonly attempts: number;
  /** The id that the provider gave the entry. */
  readonly externalId: string | null;
  readonly connectionId: number;
  readonly calendarExternalId: string;
  /** True if the call belongs in the calendar: it takes place, its host owns the calendar, and the calendar takes bookings. */
  readonly shouldExist: boolean;
  readonly sequence: number;
  /** The IANA time zone of the host. */
  readonly timeZone: string;
}

const oneStatement = preparedStatement(
  'calendarEntries.one',
  `SELECT n."version", n."attempts", n."externalId", c."id" AS "connectionId", k."externalId" AS "calendarExternalId",
     k."takesBookings" AND c."userId" = e."userId" AND e."status" <> 'CANCELLED' AS "shouldExist",
     e."previewId", e."dateTime", e."endTime", e."location", e."locationLink", e."inviteeName", e."inviteeEmail", e."phoneNumber", e."guests",
     e."sequence", v."name", u."timeZone"
   FROM "CalendarEntry" n
   JOIN "Calendar" k ON k."workspaceId" = $1 AND k."id" = n."calendarId"
   JOIN "CalendarConnection" c ON c."workspaceId" = $1 AND c."id" = k."connectionId"
   JOIN "EventCall" e ON e."workspaceId" = $1 AND e."id" = n."eventCallId"
   JOIN "Event" v ON v."workspaceId" = $1 AND v."id" = e."eventId"
   JOIN "User" u ON u."id" = e."userId"
   WHERE n."workspaceId" = $1 AND n."id" = $2 AND n."leases" = $3`,
);

/** Returns undefined if the entry was deleted meanwhile, or another attempt has begun. */
export async function readEntry(
  { run }: Pick<Database, 'run'>,
  { workspaceId, id, leases }: { readonly workspaceId: number; readonly id: number; readonly leases: number },
): Promise<StoredEntry | undefined> {
  return (await run<StoredEntry>(oneStatement, [workspaceId, id, leases]))[0];
}

const calledStatement = preparedStatement(
  'calendarEntries.called',
  `SELECT e."previewId", e."dateTime", e."endTime" FROM "EventCall" e
   LEFT JOIN "CalendarEntry" n ON n."workspaceId" = $1 AND n."eventCallId" = e."id" AND n."calendarId" = $3
   WHERE e."workspaceId" = $1 AND e."previewId" = ANY ($4::text[]) AND (e."userId" = $2 OR n."id" IS NOT NULL)`,
);

interface CalledQuery {
  readonly workspaceId: number;
  readonly userId: number;
  readonly calendarId: number;
  readonly previewIds: readonly string[];
}

/** Reads the given calls that the member hosts or that are in the calendar, including cancelled ones. */
export function readEnteredCalls(
  { run }: Pick<Database, 'run'>,
  { workspaceId, userId, calendarId, previewIds }: CalledQuery,
): Promise<Pick<EventCall, 'previewId' | 'dateTime' | 'endTime'>[]> {
  return run(calledStatement, [workspaceId, userId, calendarId, previewIds]);
}
