import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { leaseTable } from '#src/db/leases.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { within } from '#src/db/within.ts';
import type { NotificationKind } from '#src/domain/notifications/notification.ts';
import { consumeMailbox, type MailboxMail, releaseMailbox } from './mailboxes.ts';
import { countedMail, type MailAddressee } from './notification-mailboxes.ts';

/** How long a mail is kept from other workers after it was leased or the lease was renewed. */
export const leaseMs = 60_000;

interface LeasedRow extends MailAddressee {
  readonly workspaceId: number;
  readonly id: number;
  /** Those that ended before. */
  readonly attempts: number;
  /** The fencing token: another lease has a greater one. */
  readonly leases: number;
  /** How often it was sent again by hand: what is recorded as sent is this message, and not a later one. */
  readonly resends: number;
  readonly kind: NotificationKind;
  readonly dateTime: string;
  readonly endTime: string;
}

const mails = leaseTable<LeasedRow>({
  name: 'notificationLeases',
  table: 'Notification',
  due: `r."status" = 'WAITING' AND r."dueAt" <= $1`,
  // The newest mail about a change to each person alone, in the order of the changes: while an earlier one is being sent, it waits. An
  // earlier host is another person. A reminder announces no change and waits for nothing, because its time passes. PostgreSQL would
  // make a join of a NOT EXISTS, and look at every mail that is due before it takes the first.
  ready: `r."id" <> ALL ($4::int[])
    AND (r."kind" = 'REMINDER' OR (SELECT o."id" FROM "Notification" o WHERE o."workspaceId" = $2 AND o."eventCallId" = r."eventCallId"
      AND o."recipient" = r."recipient" AND (r."recipient" = 'INVITEE' OR o."userId" = r."userId")
      AND o."status" = 'WAITING' AND o."kind" <> 'REMINDER' AND o."id" <> r."id"
      AND (o."id" > r."id" OR o."leasedUntil" >= $1 OR o."id" = ANY ($4::int[]))
      ORDER BY o."id" LIMIT 1) IS NULL)`,
  order: 'dueAt',
  assignment: '"isHeldBack" = false',
  returning: ['attempts', 'resends', 'eventCallId', 'kind', 'recipient', 'userId', 'dateTime', 'endTime'],
  leaseMs,
});
export const { workspaces: workspacesWithMail, renew: renewLease } = mails;

/** Where other transactions have locked a row, they delete or send it: to wait for them could be a deadlock. */
const deleteOthers = (name: string, replaced: string) =>
  preparedStatement(
    `notificationLeases.${name}`,
    `DELETE FROM "Notification" WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
       SELECT n."id" FROM "Notification" n WHERE n."workspaceId" = $2 AND n."eventCallId" = $3 AND n."recipient" = $4
         AND (n."recipient" = 'INVITEE' OR n."userId" = $5) AND n."status" = 'WAITING' AND n."id" <> ALL ($6::int[])
         AND (n."leasedUntil" IS NULL OR n."leasedUntil" < $1) AND ${replaced}
       FOR UPDATE SKIP LOCKED))`,
  );

const deleteReplaced = {
  /** Those of earlier changes, which could not be replaced because they were being sent, and were not. */
  ofChange: deleteOthers('deleteEarlier', `n."kind" <> 'REMINDER' AND n."id" < $7`),
  /** Reminders that wait longer than they should: one announces the call as well as two do. */
  ofReminder: deleteOthers(
    'deleteReminders',
    `n."kind" = 'REMINDER' AND n."id" <> $7 AND (n."dueAt" <= $1 OR n."isHeldBack")`,
  ),
} as const;

/** A mail that this worker alone sends until the lease ends. */
export interface LeasedMail extends LeasedRow {
  /** What it counts in the mailbox of its recipient; undefined where it does not count. */
  readonly counted: MailboxMail | undefined;
}

interface MailQuery {
  readonly workspaceId: number;
  readonly now: Date;
  /** The ids of those that this process still sends or records, though their lease may have run out. */
  readonly except: readonly number[];
}

/**
 * Leases the next mail of a workspace, and counts it in the mailbox of its recipient in the same transaction: what a killed process
 * has counted is counted once, because the next attempt takes its place. What the mailbox has no room for is held back.
 */
export async function leaseMail({ write }: Pick<Database, 'write'>, query: MailQuery): Promise<LeasedMail | undefined> {
  for (let held = 0; held < maxHeldAtOnce; held++) {
    const leased = await write((client) => leaseNext(client, query));
    if (leased !== 'held back') return leased;
  }
  return undefined;
}

/** So many mails of one workspace are held back before another has its turn: those to a full mailbox are all due at once. */
const maxHeldAtOnce = 20;

async function leaseNext(
  client: ClientBase,
  { workspaceId, now, except }: MailQuery,
): Promise<LeasedMail | 'held back' | undefined> {
  const row = await mails.lease(within(client), workspaceId, now, except);
  if (!row) return undefined;
  const { id, eventCallId, recipient, userId } = row;
  const replaced = row.kind === 'REMINDER' ? deleteReplaced.ofReminder : deleteReplaced.ofChange;
  await client.query(queryConfig(replaced, [now, workspaceId, eventCallId, recipient, userId, except, id]));
  const counted = await countedMail(client, workspaceId, row);
  const freeAt = counted && (await consumeMailbox(client, counted, now))?.freeAt;
  if (!freeAt) return { ...row, counted };
  await holdBack(client, [workspaceId, id], { row, freeAt });
  return 'held back';
}

/** It is no attempt, so the row has the leases that it had. */
const held = `"leases" = "leases" - 1, "leasedUntil" = NULL, "isHeldBack" = true`;
const holdStatement = preparedStatement(
  'notificationLeases.hold',
  `UPDATE "Notification" SET ${held}, "dueAt" = $3 WHERE "workspaceId" = $1 AND "id" = $2`,
);
const giveUpStatement = preparedStatement(
  'notificationLeases.giveUp',
  `UPDATE "Notification" SET ${held}, "status" = 'FAILED', "lastError" = $3 WHERE "workspaceId" = $1 AND "id" = $2`,
);

/** A mail waits until its mailbox has room, but not for a time at which it is of no use any more. */
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

/** Whoever holds the lease: what the mail server has taken is sent, also where another attempt has begun or failed since. */
const sentStatement = preparedStatement(
  'notificationLeases.sent',
  `UPDATE "Notification" SET ${attempted}, "leasedUntil" = NULL, "status" = 'SENT', "sentAt" = $4, "lastError" = NULL
   WHERE "workspaceId" = $1 AND "id" = $2 AND "resends" = $3 AND "status" <> 'SENT'`,
);

/** What became of an attempt. */
export type MailResult =
  | { readonly sentAt: Date }
  | {
      readonly error: string;
      /** Undefined: it is tried no more. */
      readonly nextAttemptAt: Date | undefined;
      /** Whether the mail server may have sent it on, or has refused it: it counts in the mailbox of its recipient then. */
      readonly reachedServer: boolean;
    };

/** False: the mail was deleted, another attempt has begun since, or the message is recorded as sent already. */
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

/** Also returns what the mail has counted in its mailbox, unless another attempt counts in its place. */
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

/** Deletes a mail that nobody needs any more, before it was sent. */
export function dropMail(db: Pick<Database, 'write' | 'writeOne'>, mail: LeasedMail, now: Date): Promise<boolean> {
  return endUnsent(db, { mail, now }, (at) => drop(at, mail));
}
