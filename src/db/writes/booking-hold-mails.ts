import type { Database } from '#src/db/database.ts';
import { leaseTable } from '#src/db/leases.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { within } from '#src/db/within.ts';
import { type MailboxMail, releaseMailbox } from './mailboxes.ts';

// The mails by which held bookings are confirmed.

/** Longer than a mail server takes: a mail is kept from other workers so long, and the lease is not renewed. */
export const holdLeaseMs = 150_000;

/** A held booking whose mail this worker alone sends. */
export interface LeasedHold {
  readonly workspaceId: number;
  readonly id: string;
  readonly eventId: number;
  readonly email: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expiresAt: string;
  /** This one included. Another lease has a greater number. */
  readonly attempts: number;
}

const mails = leaseTable<LeasedHold>({
  name: 'bookingHoldMails',
  table: 'BookingHold',
  due: `r."dueAt" <= $1 AND r."expiresAt" > $1`,
  order: 'dueAt',
  token: 'attempts',
  returning: ['eventId', 'email', 'input', 'expiresAt'],
  leaseMs: holdLeaseMs,
});
export const { workspaces: workspacesWithHoldMail, lease: leaseHoldMail } = mails;

const end = mails.end('end', '"dueAt" = $4');

/** The mail of a held booking, as its mailbox counts it. */
export function holdMail({ workspaceId, id, email }: Pick<LeasedHold, 'workspaceId' | 'id' | 'email'>): MailboxMail {
  return { email, workspaceId, mail: `hold ${workspaceId}.${id}` };
}

/** Ends the last attempt at a mail that never reached the mail server: the mailbox has room for another in its place. */
export async function giveUpHoldMail({ write }: Pick<Database, 'write'>, hold: LeasedHold, now: Date): Promise<void> {
  await write(async (client) => {
    await end(within(client), hold, null);
    await releaseMailbox(client, holdMail(hold), now);
  });
}

/** Ends an attempt. `nextAt` is that of the next one; null where the mail was sent, or is refused. */
export async function endHoldMail(
  db: Pick<Database, 'writeOne'>,
  hold: LeasedHold,
  nextAt: Date | null,
): Promise<void> {
  await end(db, hold, nextAt);
}

const aboutStatement = preparedStatement(
  'bookingHoldMails.about',
  `SELECT e."name", e."duration", w."name" AS "workspace" FROM "Event" e JOIN "Workspace" w ON w."id" = $1
   WHERE e."workspaceId" = $1 AND e."id" = $2 AND e."deletedAt" IS NULL`,
);

/** What the mail says of the event. */
export interface HeldEvent {
  readonly name: string;
  readonly duration: number;
  readonly workspace: string;
}

export async function readHeldEvent(
  { run }: Pick<Database, 'run'>,
  { workspaceId, eventId }: Pick<LeasedHold, 'workspaceId' | 'eventId'>,
): Promise<HeldEvent | undefined> {
  const [event] = await run<HeldEvent>(aboutStatement, [workspaceId, eventId]);
  return event;
}
