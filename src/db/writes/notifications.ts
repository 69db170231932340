import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';
import type { CountedMail } from '#src/domain/mails/mailbox-limit.ts';
import type { EventReminder } from '#src/domain/notifications/notification.ts';
import type { PlannedNotification } from '#src/domain/notifications/planned.ts';
import type { ReplacedNotification } from '#src/domain/notifications/replaced.ts';
import { mailboxKey } from './mailboxes.ts';

interface MailSettings {
  readonly sendsMail: boolean;
  readonly reminders: readonly EventReminder[];
  /** How often the call was updated. */
  readonly sequence: number;
  /** True if earlier mails announced the call. */
  readonly isAnnounced: boolean;
  /** The recent mails to the invitee's mailbox. */
  readonly mails: readonly CountedMail[] | null;
}

const settingsStatement = preparedStatement(
  'notifications.settings',
  `SELECT e."sendsMail", e."reminders", c."sequence", EXISTS (SELECT FROM "Notification" n
     WHERE n."workspaceId" = $1 AND n."eventCallId" = $2) AS "isAnnounced",
     (SELECT m."mails" FROM "Mailbox" m WHERE m."key" = $3) AS "mails"
   FROM "EventCall" c JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId" WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

/** Reads the mail settings of a call's event, and the recent mails to its invitee. */
export async function readMailSettings(
  client: ClientBase,
  key: RecordKey,
  email: string | null,
): Promise<MailSettings> {
  const values = [...key, email === null ? null : mailboxKey(email)];
  const { rows } = await client.query<MailSettings>(queryConfig(settingsStatement, values));
  return rows[0] as MailSettings;
}

const columns = [
  ...[
    'eventCallId',
    'kind',
    'recipient',
    'guestEmail',
    'sequence',
    'userId',
    'dateTime',
    'endTime',
    'timeZone',
    'location',
  ],
  ...['locationLink', 'dueAt', 'isHeldBack'],
];

/** A session caches the plans of a few lengths. */
const commonLengths = 5;

/** The rows are parameters, because Citus would copy rows that a SELECT creates. */
function insertStatement(length: number): Statement {
  const rows = Array.from({ length }, (_, row) => {
    const places = columns.map((_column, index) => `$${row * columns.length + index + 2}`);
    return `($1, ${places.join(', ')})`;
  });
  const names = columns.map((column) => `"${column}"`).join(', ');
  const text = `INSERT INTO "Notification" ("workspaceId", ${names}) VALUES ${rows.join(', ')}`;
  const name = 'notifications.insert';
  return length <= commonLengths ? preparedStatement(`${name}.${length}`, text) : { name, text };
}

/** Inserts the mails of an update, in the transaction of the update. */
export async function insertNotifications(
  client: ClientBase,
  [workspaceId]: RecordKey,
  { planned, sequence }: { readonly planned: readonly PlannedNotification[]; readonly sequence: number },
): Promise<void> {
  if (planned.length === 0) return;
  const values = planned.flatMap(({ kind, recipient, guestEmail = null, call, dueAt, isHeldBack = false }) => [
    ...[call.id, kind, recipient, guestEmail, sequence, call.userId, call.dateTime, call.endTime, call.timeZone],
    ...[call.location, call.locationLink, dueAt, isHeldBack],
  ]);
  await client.query(queryConfig(insertStatement(planned.length), [workspaceId, ...values]));
}

const replaceStatement = preparedStatement(
  'notifications.replace',
  `DELETE FROM "Notification" WHERE "workspaceId" = $1 AND "eventCallId" = $2 AND "status" = 'WAITING' AND ("kind" = 'REMINDER' AND ($7 OR "guestEmail" = ANY ($6::text[]))
     OR (("leasedUntil" IS NULL OR "leasedUntil" < $3) AND ("recipient" = 'INVITEE' AND $4 OR "recipient" = 'HOST' AND "userId" = ANY ($5::int[])
       OR "recipient" = 'GUEST' AND "guestEmail" = ANY ($6::text[]))))
   RETURNING "kind", "recipient", "guestEmail", "userId", "leases" > 0 OR "resends" > 0 AS "wasTried"`,
);

interface Replacing {
  readonly planned: readonly PlannedNotification[];
  /** True if the update concerns guests alone: the reminders of others stay. */
  readonly isOfGuests: boolean;
  readonly now: Date;
}

/**
 * Deletes the waiting mails that the mails of this update replace: the reminders of the call, and mails of earlier updates to
 * the same recipients. An earlier mail that is being sent stays, and is sent first.
 */
export async function deleteReplaced(
  client: ClientBase,
  key: RecordKey,
  { planned, isOfGuests, now }: Replacing,
): Promise<ReplacedNotification[]> {
  const hosts = planned.filter(({ recipient }) => recipient === 'HOST').map(({ call }) => call.userId);
  const hasInvitee = planned.some(({ recipient }) => recipient === 'INVITEE');
  const guests = planned.flatMap(({ guestEmail }) => guestEmail ?? []);
  const values = [...key, now, hasInvitee, hosts, guests, !isOfGuests];
  return (await client.query<ReplacedNotification>(queryConfig(replaceStatement, values))).rows;
}

/** Deletes the mails to an erased invitee and the guests, and the errors of mail servers, which may name them. */
export async function eraseNotifications(
  client: ClientBase,
  workspaceId: number,
  callIds: readonly number[],
): Promise<void> {
  const ofCalls = '"workspaceId" = $1 AND "eventCallId" = ANY ($2::int[])';
  await client.query(`DELETE FROM "Notification" WHERE ${ofCalls} AND "recipient" <> 'HOST'`, [workspaceId, callIds]);
  await client.query(`UPDATE "Notification" SET "lastError" = NULL WHERE ${ofCalls}`, [workspaceId, callIds]);
}

/** Deletes the mails to a guest who is erased, and the errors of mail servers of these calls, which may name the guest. */
export async function eraseGuestMails(
  client: ClientBase,
  workspaceId: number,
  { callIds, emails }: { readonly callIds: readonly number[]; readonly emails: readonly string[] },
): Promise<void> {
  if (emails.length === 0) return;
  const folded = emails.map((email) => email.toLowerCase());
  await client.query(
    `DELETE FROM "Notification" WHERE "workspaceId" = $1 AND "recipient" = 'GUEST' AND lower("guestEmail") = ANY ($2::text[])`,
    [workspaceId, folded],
  );
  await client.query(
    `UPDATE "Notification" SET "lastError" = NULL WHERE "workspaceId" = $1 AND "eventCallId" = ANY ($2::int[])`,
    [workspaceId, callIds],
  );
}
