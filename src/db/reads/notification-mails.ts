import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { CallStatus, EventCall } from '#src/domain/event-calls/event-call.ts';
import type { HourFormat } from '#src/domain/languages/language.ts';
import type { MailText } from '#src/domain/notifications/mail-text.ts';
import type { MailRecipient, NotificationKind } from '#src/domain/notifications/notification.ts';
import { logoOwner, pictureVersion } from './pictures.ts';

/** A mail with its content: the call at the time of the mail, and the current names and addresses. */
export interface StoredMail
  extends Pick<EventCall, 'previewId' | 'dateTime' | 'endTime' | 'timeZone' | 'location' | 'locationLink'>,
    Pick<EventCall, 'name' | 'inviteeName' | 'inviteeEmail' | 'phoneNumber' | 'guests'> {
  readonly kind: NotificationKind;
  readonly recipient: MailRecipient;
  /** The address of a guest; null for others. */
  readonly guestEmail: string | null;
  readonly sequence: number;
  readonly resends: number;
  /** The current time and status of the call. */
  readonly presentDateTime: string;
  readonly presentStatus: CallStatus;
  /** True if the event currently sends mails. */
  readonly sendsMail: boolean;
  readonly language: string;
  readonly workspace: string;
  /** The version of the workspace's logo; null if there is none. */
  readonly logoVersion: string | null;
  readonly accentColor: string | null;
  readonly hourFormat: HourFormat | null;
  /** The workspace's own texts of this mail; null if there are none. */
  readonly ownTexts: Pick<MailText, 'subject' | 'text'> | null;
  readonly hostFirstName: string;
  readonly hostLastName: string;
  readonly hostEmail: string;
  readonly hostTimeZone: string;
  /** True if the call is written into the calendar that this host currently chooses for bookings. */
  readonly isInCalendar: boolean;
}

const mailStatement = preparedStatement(
  'notificationMails.one',
  `SELECT n."kind", n."recipient", n."guestEmail", n."sequence", n."resends", n."dateTime", n."endTime", n."timeZone", n."location",
     n."locationLink", c."previewId", c."inviteeName", c."inviteeEmail", c."phoneNumber", c."guests", c."language",
     c."dateTime" AS "presentDateTime", c."status" AS "presentStatus", e."sendsMail", e."name", w."name" AS "workspace", w."accentColor",
     w."hourFormat",
     ${pictureVersion(String(logoOwner))} AS "logoVersion",
     (SELECT t FROM jsonb_array_elements(w."mailTexts") t
       WHERE t->>'kind' = n."kind"::text AND t->>'language' = c."language" LIMIT 1) AS "ownTexts",
     u."firstName" AS "hostFirstName", u."lastName" AS "hostLastName", u."email" AS "hostEmail", u."timeZone" AS "hostTimeZone",
     EXISTS (SELECT FROM "CalendarEntry" x JOIN "Calendar" k ON k."workspaceId" = $1 AND k."id" = x."calendarId" AND k."takesBookings"
       JOIN "CalendarConnection" a ON a."workspaceId" = $1 AND a."id" = k."connectionId" AND a."userId" = n."userId"
       WHERE x."workspaceId" = $1 AND x."eventCallId" = n."eventCallId") AS "isInCalendar"
   FROM "Notification" n
   JOIN "EventCall" c ON c."workspaceId" = $1 AND c."id" = n."eventCallId"
   JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId"
   JOIN "Workspace" w ON w."id" = $1
   JOIN "User" u ON u."id" = n."userId"
   WHERE n."workspaceId" = $1 AND n."id" = $2 AND n."leases" = $3 AND n."status" = 'WAITING'`,
);

/** Returns undefined if the mail was deleted or sent meanwhile, or another attempt has begun. */
export async function readMail(
  { run }: Pick<Database, 'run'>,
  { workspaceId, id, leases }: { readonly workspaceId: number; readonly id: number; readonly leases: number },
): Promise<StoredMail | undefined> {
  return (await run<StoredMail>(mailStatement, [workspaceId, id, leases]))[0];
}
