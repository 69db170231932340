import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import type { Notification } from '#src/domain/notifications/notification.ts';
import { Values, type VisibleRows, visibleTo } from '../reads/list.ts';
import { notifications } from '../reads/notifications.ts';
import type { MailAddressee } from './notification-mailboxes.ts';
import { recordWrites } from './record-writes.ts';

const writes = recordWrites<Notification, object>({ table: 'Notification', reader: notifications });

/** A mail to resend, with the current state of its call and event. */
export interface ResentMail extends Pick<Notification, 'kind' | 'status' | 'dateTime'>, MailAddressee {
  /** The time of the last resend by hand. */
  readonly resentAt: string | null;
  /** True if the call still matches the mail. */
  readonly isPresent: boolean;
  /** True if the event sends mails. */
  readonly sendsMail: boolean;
}

/** A guest may have been removed or added since, which changes no sequence. */
const isPresent = `n."sequence" = c."sequence" AND (n."recipient" <> 'GUEST'
  OR (n."guestEmail" = ANY (c."guests")) = (n."kind" <> 'CANCELLATION' OR c."status" = 'CANCELLED'))`;

/** Finds a mail of a call that the caller sees, and locks it until the transaction ends. */
export async function findNotification(
  client: ClientBase,
  caller: VisibleRows,
  id: number,
): Promise<ResentMail | undefined> {
  const values = new Values();
  const conditions = [...visibleTo('c', values, caller), `n."id" = ${values.add(id, 'int')}`];
  const { rows } = await client.query<ResentMail>(
    `SELECT n."id", n."eventCallId", n."userId", n."recipient", n."guestEmail", n."resends", n."resentAt", n."kind", n."status", n."dateTime", ${isPresent} AS "isPresent", e."sendsMail"
     FROM "EventCall" c
     JOIN "Event" e ON e."workspaceId" = c."workspaceId" AND e."id" = c."eventId"
     JOIN "Notification" n ON n."workspaceId" = c."workspaceId" AND n."eventCallId" = c."id"
     WHERE ${conditions.join(' AND ')} FOR NO KEY UPDATE OF n`,
    values.list,
  );
  return rows[0];
}

/**
 * Makes a waiting mail due at once, after an attempt that is running. Any other mail restarts with a new Message-ID, because
 * mail clients show duplicates of a message only once.
 */
export async function resendNotification(client: ClientBase, key: RecordKey, now: Date): Promise<Notification> {
  const ofMail = '"workspaceId" = $1 AND "id" = $2';
  await client.query(
    `UPDATE "Notification" SET "status" = 'WAITING', "attempts" = 0, "resends" = "resends" + 1, "lastError" = NULL,
       "sentAt" = NULL, "leasedUntil" = NULL
     WHERE ${ofMail} AND "status" <> 'WAITING'`,
    [...key],
  );
  await client.query(`UPDATE "Notification" SET "dueAt" = $3, "resentAt" = $3, "isHeldBack" = false WHERE ${ofMail}`, [
    ...key,
    now,
  ]);
  return (await writes.read(client, key)) as Notification;
}
