import type { Database } from '#src/db/database.ts';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';

// What is due is found in all workspaces at once; what is leased, read and written names its workspace. All instants are those
// of the clock that the caller reads, which is the database's.

/** How long a mail is kept from other workers after it was leased or the lease was renewed. */
export const leaseMs = 60_000;

const isFree = `n."status" = 'WAITING' AND n."dueAt" <= $1 AND (n."leasedUntil" IS NULL OR n."leasedUntil" < $1)`;

const workspacesStatement = preparedStatement(
  'notificationLeases.workspaces',
  `SELECT n."workspaceId" FROM "Notification" n WHERE ${isFree}
   GROUP BY n."workspaceId" ORDER BY min(n."dueAt"), n."workspaceId" LIMIT 500`,
);

/** The workspaces that have a mail to be sent now; those that have waited longest first. */
export async function workspacesWithMail({ pooled }: Pick<Database, 'pooled'>, now: Date): Promise<number[]> {
  const rows = await pooled.run<{ workspaceId: number }>(workspacesStatement, [now]);
  return rows.map(({ workspaceId }) => workspaceId);
}

/**
 * One mail of a call and person after the other, in the order of the changes: an earlier host is another person. A reminder tells
 * of no change and waits for nothing, because its time passes. PostgreSQL would make a join of a NOT EXISTS, and look at every
 * mail that is due before it takes the first.
 */
const leaseStatement = preparedStatement(
  'notificationLeases.lease',
  `UPDATE "Notification" SET "leases" = "leases" + 1, "leasedUntil" = $3
   WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
     SELECT n."id" FROM "Notification" n WHERE n."workspaceId" = $2 AND ${isFree} AND n."id" <> ALL ($4::int[])
       AND (n."kind" = 'REMINDER' OR (SELECT o."id" FROM "Notification" o WHERE o."workspaceId" = $2 AND o."eventCallId" = n."eventCallId"
         AND o."recipient" = n."recipient" AND (n."recipient" = 'INVITEE' OR o."userId" = n."userId")
         AND o."status" = 'WAITING' AND o."kind" <> 'REMINDER' AND o."id" < n."id"
         ORDER BY o."id" LIMIT 1) IS NULL)
     ORDER BY n."dueAt", n."id" LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING "id", "attempts", "leases", "resends"`,
);

/** A mail that this worker alone sends until the lease ends. */
export interface LeasedMail {
  readonly workspaceId: number;
  readonly id: number;
  /** Those that ended before. */
  readonly attempts: number;
  /** The fencing token: another lease has a greater one. */
  readonly leases: number;
  /** How often it was sent again by hand: what is recorded as sent is this message, and not a later one. */
  readonly resends: number;
}

interface MailQuery {
  readonly workspaceId: number;
  readonly now: Date;
  /** The ids of those that this process still sends or records, though their lease may have run out. */
  readonly except: readonly number[];
}

/** Leases the next mail of a workspace. */
export function leaseMail(
  { write }: Pick<Database, 'write'>,
  { workspaceId, now, except }: MailQuery,
): Promise<LeasedMail | undefined> {
  return write(async (client) => {
    const values = [now, workspaceId, new Date(now.getTime() + leaseMs), except];
    const { rows } = await client.query<Omit<LeasedMail, 'workspaceId'>>(queryConfig(leaseStatement, values));
    return rows[0] && { workspaceId, ...rows[0] };
  });
}

/** Only of the attempt that holds the lease: another may have begun since, or the mail is not wanted any more. */
const ofLease = `"workspaceId" = $1 AND "id" = $2 AND "leases" = $3 AND "status" = 'WAITING'`;

/** Whoever holds the lease: what the mail server has taken is sent, also where another attempt has begun or failed since. */
const ofMessage = `"workspaceId" = $1 AND "id" = $2 AND "resends" = $3 AND "status" <> 'SENT'`;

const update = (name: string, assignments: string, condition = ofLease) =>
  preparedStatement(`notificationLeases.${name}`, `UPDATE "Notification" SET ${assignments} WHERE ${condition}`);

const ended = `"attempts" = "attempts" + 1, "leasedUntil" = NULL`;

const statements = {
  renew: update('renew', '"leasedUntil" = $4'),
  sent: update('sent', `${ended}, "status" = 'SENT', "sentAt" = $4, "lastError" = NULL`, ofMessage),
  retried: update('retried', `${ended}, "dueAt" = $4, "lastError" = $5`),
  failed: update('failed', `${ended}, "status" = 'FAILED', "lastError" = $4`),
} as const;

/** Whether the row was as the statement expects it. */
async function run(
  { write }: Pick<Database, 'write'>,
  statement: Statement,
  values: readonly unknown[],
): Promise<boolean> {
  return write(async (client) => (await client.query(queryConfig(statement, [...values]))).rowCount === 1);
}

const leaseOf = ({ workspaceId, id, leases }: LeasedMail) => [workspaceId, id, leases];

export function renewLease(db: Pick<Database, 'write'>, mail: LeasedMail, now: Date): Promise<boolean> {
  return run(db, statements.renew, [...leaseOf(mail), new Date(now.getTime() + leaseMs)]);
}

/** What became of an attempt. */
export type MailResult =
  | { readonly sentAt: Date }
  | { readonly error: string; readonly nextAttemptAt: Date }
  | { readonly error: string; readonly nextAttemptAt: undefined };

/** False: the mail was deleted, another attempt has begun since, or the message is recorded as sent already. */
export function recordMailResult(db: Pick<Database, 'write'>, mail: LeasedMail, result: MailResult): Promise<boolean> {
  const { workspaceId, id, resends } = mail;
  if ('sentAt' in result) return run(db, statements.sent, [workspaceId, id, resends, result.sentAt]);
  const { error, nextAttemptAt } = result;
  if (nextAttemptAt === undefined) return run(db, statements.failed, [...leaseOf(mail), error]);
  return run(db, statements.retried, [...leaseOf(mail), nextAttemptAt, error]);
}

const dropStatement = preparedStatement('notificationLeases.drop', `DELETE FROM "Notification" WHERE ${ofLease}`);

/** Deletes a mail that nobody needs any more. */
export function dropMail(db: Pick<Database, 'write'>, mail: LeasedMail): Promise<boolean> {
  return run(db, dropStatement, leaseOf(mail));
}
