import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';
import type { EventReminder } from '#src/domain/notifications/notification.ts';
import type { PlannedNotification } from '#src/domain/notifications/planned.ts';

interface MailSettings {
  readonly sendsMail: boolean;
  readonly reminders: readonly EventReminder[];
  /** How often the call was changed. */
  readonly sequence: number;
  /** Whether there were mails about the call before. */
  readonly isAnnounced: boolean;
}

const settingsStatement = preparedStatement(
  'notifications.settings',
  `SELECT e."sendsMail", e."reminders", c."sequence", EXISTS (SELECT FROM "Notification" n
     WHERE n."workspaceId" = $1 AND n."eventCallId" = $2) AS "isAnnounced"
   FROM "EventCall" c JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = c."eventId" WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

/** What the event of a call says about mail. */
export async function readMailSettings(client: ClientBase, key: RecordKey): Promise<MailSettings> {
  const { rows } = await client.query<MailSettings>(queryConfig(settingsStatement, [...key]));
  return rows[0] as MailSettings;
}

const columns = [
  ...['eventCallId', 'kind', 'recipient', 'sequence', 'userId', 'dateTime', 'endTime', 'timeZone', 'location'],
  ...['locationLink', 'dueAt'],
];

/** A session keeps the plans of a few lengths. */
const commonLengths = 5;

/** The rows are values of the statement, because a distributed PostgreSQL would copy those that a SELECT makes. */
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

/** Adds the mails of a change, in the transaction of the change. */
export async function insertNotifications(
  client: ClientBase,
  [workspaceId]: RecordKey,
  { planned, sequence }: { readonly planned: readonly PlannedNotification[]; readonly sequence: number },
): Promise<void> {
  if (planned.length === 0) return;
  const values = planned.flatMap(({ kind, recipient, call, dueAt }) => [
    ...[call.id, kind, recipient, sequence, call.userId, call.dateTime, call.endTime, call.timeZone, call.location],
    ...[call.locationLink, dueAt],
  ]);
  await client.query(queryConfig(insertStatement(planned.length), [workspaceId, ...values]));
}

const deleteRemindersStatement = preparedStatement(
  'notifications.deleteReminders',
  `DELETE FROM "Notification" WHERE "workspaceId" = $1 AND "eventCallId" = $2 AND "kind" = 'REMINDER' AND "status" = 'WAITING'`,
);

/** Deletes the waiting reminders of a call that was moved or cancelled. */
export async function deleteReminders(client: ClientBase, key: RecordKey): Promise<void> {
  await client.query(queryConfig(deleteRemindersStatement, [...key]));
}

const retryNowStatement = preparedStatement(
  'notifications.retryNow',
  `UPDATE "Notification" SET "dueAt" = $3 WHERE "workspaceId" = $1 AND "eventCallId" = $2 AND "status" = 'WAITING'
     AND "kind" <> 'REMINDER' AND "dueAt" > $3`,
);

/** Makes due the mails of a call that wait for a retry, because the mails of a later change wait for them. */
export async function retryNow(client: ClientBase, key: RecordKey, now: Date): Promise<void> {
  await client.query(queryConfig(retryNowStatement, [...key, now]));
}

/** Takes the mails to an invitee who is erased, and what mail servers have said, which may name them. */
export async function eraseNotifications(
  client: ClientBase,
  workspaceId: number,
  callIds: readonly number[],
): Promise<void> {
  const ofCalls = '"workspaceId" = $1 AND "eventCallId" = ANY ($2::int[])';
  await client.query(`DELETE FROM "Notification" WHERE ${ofCalls} AND "recipient" = 'INVITEE'`, [workspaceId, callIds]);
  await client.query(`UPDATE "Notification" SET "lastError" = NULL WHERE ${ofCalls}`, [workspaceId, callIds]);
}
