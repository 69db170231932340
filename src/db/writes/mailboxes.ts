import type { ClientBase } from 'pg';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import {
  type CountedMail,
  mailboxLimits,
  type ReachedLimit,
  reachedLimit,
  stillCounted,
} from '#src/domain/mails/mailbox-limit.ts';
import { mailboxOf } from '#src/lib/network/mailbox.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';

// One row has the mails of the last day to each mailbox of an invitee, and every process updates it. So the limits of a mailbox
// hold across nodes, workers and restarts, with every store of rate limits.

/** Returns the key of a mailbox: a hash of its address, so that no table lists who got mail. */
export function mailboxKey(email: string): Buffer<ArrayBuffer> {
  return sha256(`mailbox\n${mailboxOf(email)}`);
}

/** A mail to the mailbox of an invitee. */
export interface MailboxMail {
  readonly email: string;
  readonly workspaceId: number;
  /** Identifies the mail within the installation: several attempts to send it count once. */
  readonly mail: string;
}

/** Concurrent transactions on one mailbox wait for each other here. The assignment only locks the row and returns it. */
const lockStatement = preparedStatement(
  'mailboxes.lock',
  `INSERT INTO "Mailbox" ("key", "mails", "expiresAt") VALUES ($1, '[]', $2)
   ON CONFLICT ("key") DO UPDATE SET "expiresAt" = "Mailbox"."expiresAt" RETURNING "mails"`,
);

const writeStatement = preparedStatement(
  'mailboxes.write',
  'UPDATE "Mailbox" SET "mails" = $2, "expiresAt" = $3 WHERE "key" = $1',
);

async function lockMails(client: ClientBase, key: Buffer, now: Date): Promise<CountedMail[]> {
  const { rows } = await client.query<{ mails: CountedMail[] }>(queryConfig(lockStatement, [key, endOfDay(now)]));
  return stillCounted(rows[0]?.mails ?? [], now);
}

async function writeMails(client: ClientBase, key: Buffer, mails: readonly CountedMail[], now: Date): Promise<void> {
  await client.query(queryConfig(writeStatement, [key, JSON.stringify(mails), endOfDay(now)]));
}

const endOfDay = (now: Date) => new Date(now.getTime() + mailboxLimits.server.ms);

/**
 * Counts a mail about a workspace in a mailbox and returns undefined, or returns the limit that the mailbox has reached and
 * counts nothing. The mailbox stays locked until the transaction ends, so call this last.
 */
export async function consumeMailbox(
  client: ClientBase,
  { email, workspaceId, mail }: MailboxMail,
  now: Date,
): Promise<ReachedLimit | undefined> {
  const key = mailboxKey(email);
  const others = (await lockMails(client, key, now)).filter((each) => each.mail !== mail);
  const reached = reachedLimit(others, { workspaceId, now });
  if (reached) return reached;
  await writeMails(client, key, [...others, { at: now.getTime(), workspaceId, mail }], now);
  return undefined;
}

/** Removes the count of a mail that never reached the mail server. */
export async function releaseMailbox(client: ClientBase, { email, mail }: MailboxMail, now: Date): Promise<void> {
  const key = mailboxKey(email);
  const mails = await lockMails(client, key, now);
  const others = mails.filter((each) => each.mail !== mail);
  if (others.length < mails.length) await writeMails(client, key, others, now);
}

const peekStatement = preparedStatement('mailboxes.peek', 'SELECT "mails" FROM "Mailbox" WHERE "key" = $1');

/** Returns the limit that a mailbox has reached for mails about a workspace, if any. Counts nothing. */
export async function peekMailbox(
  client: ClientBase,
  { email, workspaceId, mail }: MailboxMail,
  now: Date,
): Promise<ReachedLimit | undefined> {
  const { rows } = await client.query<{ mails: CountedMail[] }>(queryConfig(peekStatement, [mailboxKey(email)]));
  const others = (rows[0]?.mails ?? []).filter((each) => each.mail !== mail);
  return reachedLimit(others, { workspaceId, now });
}
