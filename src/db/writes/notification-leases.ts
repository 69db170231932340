import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { leaseTable } from '#src/db/leases.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { within } from '#src/db/within.ts';
import type { NotificationKind } from '#src/domain/notifications/notification.ts';
import { consumeMailbox, type MailboxMail, releaseMailbox } from './mailboxes.ts';
import { countedMail, type MailAddressee } from './notification-mailboxes.ts';

/** The length of a lease, from its start or renewal. */
export const leaseMs = 60_000;

interface LeasedRow extends MailAddressee {
  readonly workspaceId: number;
  readonly id: number;
  /** The number of attempts that ended before. */
  readonly attempts: number;
  /** The fencing token: another lease has a greater one. */
  readonly leases: number;
  /** How often it was resent by hand. The message is recorded as sent only if this is unchanged. */
  readonly resends: number;
  readonly kind: NotificationKind;
  readonly dateTime: string;
  readonly endTime: string;
}

const mails = leaseTable<LeasedRow>({
  name: 'notificationLeases',
  table: 'Notification',
  due: `r."status" = 'WAITING' AND r."dueAt" <= $1`,
  // For each person only the newest mail about an update is sent, in the order of the updates: it waits while an earlier one is
  // being sent. An earlier host is another person. A reminder announces no update and waits for nothing, because its time
  // passes. With NOT EXISTS, PostgreSQL would plan a join, and look at every due mail before it takes the first.
  ready: `r."id" <> ALL ($4::int[])
    AND (r."kind" = 'REMINDER' OR (SELECT o."id" FROM "Notification" o WHERE o."workspaceId" = $2 AND o."eventCallId" = r."eventCallId"
      AND o."recipient" = r."recipient" AND CASE r."recipient" WHEN 'INVITEE' THEN true WHEN 'GUEST' THEN o."guestEmail" = r."guestEmail" ELSE o."userId" = r."userId" END
      AND o."status" = 'WAITING' AND o."kind" <> 'REMINDER' AND o."id" <> r."id"
      AND (o."id" > r."id" OR o."leasedUntil" >= $1 OR o."id" = ANY ($4::int[]))
      ORDER BY o."id" LIMIT 1) IS NULL)`,
  order: 'dueAt',
  assignment: '"isHeldBack" = false',
  returning: ['attempts', 'resends', 'eventCallId', 'kind', 'recipient', 'guestEmail', 'userId', 'dateTime', 'endTime'],
  leaseMs,
});
export const { workspaces: workspacesWithMail, renew: renewLease } = mails;

/** Skips locked rows: other transactions delete or send them, and waiting for those could deadlock. */
const deleteOthers = (name: string, replaced: string) =>
  preparedStatement(
    `notificationLeases.${name}`,
    `DELETE FROM "Notification" WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
       SELECT n."id" FROM "Notification" n WHERE n."workspaceId" = $2 AND n."eventCallId" = $3 AND n."recipient" = $4
         AND CASE n."recipient" WHEN 'INVITEE' THEN true WHEN 'GUEST' THEN n."guestEmail" = $8 ELSE n."userId" = $5 END
         AND n."status" = 'WAITING' AND n."id" <> ALL ($6::int[])
         AND (n."leasedUntil" IS NULL OR n."leasedUntil" < $1) AND ${replaced}
       FOR UPDATE SKIP LOCKED))`,
  );

const deleteReplaced = {
  /** Mails about earlier updates, which could not be replaced because they were being sent, but were not sent. */
  ofChange: deleteOthers('deleteEarlier', `n."kind" <> 'REMINDER' AND n."id" < $7`),
  /** Overdue reminders: one reminder announces the call as well as two. */
  ofReminder: deleteOthers(
    'deleteReminders',
    `n."kind" = 'REMINDER' AND n."id" <> $7 AND (n."dueAt" <= $1 OR n."isHeldBack")`,
  ),
} as const;

/** A mail that this worker alone sends until the lease ends. */
export interface LeasedMail extends LeasedRow {
  /** The count of the mail in its recipient's mailbox; undefined if the mail does not count. */
  readonly counted: MailboxMail | undefined;
}

interface MailQuery {
  readonly workspaceId: number;
  readonly now: Date;
  /** The ids of mails that this process is still sending or recording, although their lease may have expired. */
  readonly except: readonly number[];
}

/**
 * Leases the next mail of a workspace, and counts it in its recipient's mailbox in the same transaction. After a killed
 * process, the next attempt replaces the count. If the mailbox is full, the mail is held back.
 */
export async function leaseMail({ write }: Pick<Database, 'write'>, query: MailQuery): Promise<LeasedMail | undefined> {
  for (let held = 0; held < maxHeldAtOnce; held++) {
    const leased = await write((client) => leaseNext(client, query));
    if (leased !== 'held back') return leased;
  }
  return undefined;
}

/** After holding back this many mails of one workspace, another has its turn: mails to a full mailbox are all due at once. */
const maxHeldAtOnce = 20;

async function leaseNext(
  client: ClientBase,
  { workspaceId, now, except }: MailQuery,
): Promise<LeasedMail | 'held back' | undefined> {
  const row = await mails.lease(within(client), workspaceId, now, except);
  if (!row) return undefined;
  const { id, eventCallId, recipient, guestEmail, userId } = row;
  const replaced = row.kind === 'REMINDER' ? deleteReplaced.ofReminder : deleteReplaced.ofChange;
  await client.query(queryConfig(replaced, [now, workspaceId, eventCallId, recipient, userId, except, id, guestEmail]));
  const counted = await countedMail(client, workspaceId, row);
  const freeAt = counted && (await consumeMailbox(client, counted, now))?.freeAt;
  if (!freeAt) return { ...row, counted };
  await holdBack(client, [workspaceId, id], { row, freeAt });
  return 'held back';
}

/** Holding back is not an attempt, so the lease count is restored. */
const held = `"leases" = "leases" - 1, "leasedUntil" = NULL, "isHeldBack" = true`;
const holdStatement = preparedStatement(
  'notificationLeases.hold',
  `UPDATE "Notification" SET ${held}, "dueAt" = $3 WHERE "workspaceId" = $1 AND "id" = $2`,
);
const giveUpStatement = preparedStatement(
  'notificationLeases.giveUp',
  `UPDATE "Notification" SET ${held}, "status" = 'FAILED', "lastError" = $3 WHERE "workspaceId" = $1 AND "id" = $2`,
);

/** Lets a mail wait until its mailbox has room, unless it would be useless by then. */
async function holdBack(
  client: ClientBase,
  key: RecordKey,
  { row: { kind, dateTime, endTime }, freeAt }: { readonly row: LeasedRow; readonly freeAt: Date },
): Promise<void> {
  const isUseful = freeAt < new Date(kind === 'REMINDER' ? dateTime : endTime);
  const [statement, value] = isUseful ? [holdStatement, freeAt] : [giveUpStatement, heldTooLong];
  await client.query(queryConfig(statement, [...key, value]));
}

const heldTooLong =
  'The mail was held back, because many were sent to this address, which gets no more mails in the time in which this one is of use.';

const attempted = `"attempts" = "attempts" + 1`;
const retried = mails.end('retried', `${attempted}, "dueAt" = $4, "lastError" = $5`);
const failed = mails.end('failed', `${attempted}, "status" = 'FAILED', "lastError" = $4`);
const drop = mails.whileLeased('drop', 'DELETE FROM "Notification"');

/** Ignores the lease: a mail that the mail server accepted is sent, even if another attempt has begun or failed since. */
const sentStatement = preparedStatement(
  'notificationLeases.sent',
  `UPDATE "Notification" SET ${attempted}, "leasedUntil" = NULL, "status" = 'SENT', "sentAt" = $4, "lastError" = NULL
   WHERE "workspaceId" = $1 AND "id" = $2 AND "resends" = $3 AND "status" <> 'SENT'`,
);

/** The result of an attempt. */
export type MailResult =
  | { readonly sentAt: Date }
  | {
      readonly error: string;
      /** Undefined if there is no further attempt. */
      readonly nextAttemptAt: Date | undefined;
      /** True if the mail server may have forwarded or has refused it: it then counts in the mailbox of its recipient. */
      readonly reachedServer: boolean;
    };

/** Returns false if the mail was deleted, another attempt has begun since, or the message is recorded as sent already. */
export async function recordMailResult(
  db: Pick<Database, 'write' | 'writeOne'>,
  mail: LeasedMail,
  result: MailResult,
  now: Date,
): Promise<boolean> {
  const { workspaceId, id, resends } = mail;
  if ('sentAt' in result)
    return (await db.writeOne(sentStatement, [workspaceId, id, resends, result.sentAt])).rowCount === 1;
  const { error, nextAttemptAt, reachedServer } = result;
  const end = (at: Pick<Database, 'writeOne'>) =>
    nextAttemptAt === undefined ? failed(at, mail, error) : retried(at, mail, nextAttemptAt, error);
  return reachedServer ? end(db) : endUnsent(db, { mail, now }, end);
}

/** Ends an attempt and removes the mail's count in its mailbox, unless another attempt replaced the count. */
async function endUnsent(
  db: Pick<Database, 'write' | 'writeOne'>,
  { mail: { counted }, now }: { readonly mail: LeasedMail; readonly now: Date },
  end: (at: Pick<Database, 'writeOne'>) => Promise<boolean>,
): Promise<boolean> {
  if (!counted) return end(db);
  return db.write(async (client) => {
    const isDone = await end(within(client));
    if (isDone) await releaseMailbox(client, counted, now);
    return isDone;
  });
}

/** Deletes an unsent mail that nobody needs any more. */
export function dropMail(db: Pick<Database, 'write' | 'writeOne'>, mail: LeasedMail, now: Date): Promise<boolean> {
  return endUnsent(db, { mail, now }, (at) => drop(at, mail));
}
