import type { Database } from '#src/db/database.ts';
import { leaseTable } from '#src/db/leases.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { within } from '#src/db/within.ts';
import type { HourFormat } from '#src/domain/languages/language.ts';
import { logoOwner, pictureVersion } from '../reads/pictures.ts';
import { type MailboxMail, releaseMailbox } from './mailboxes.ts';

// The mails that ask to confirm held bookings.

/** The lease is longer than a mail server takes, and is not renewed. */
export const holdLeaseMs = 150_000;

/** A held booking whose mail this worker alone sends. */
export interface LeasedHold {
  readonly workspaceId: number;
  readonly id: string;
  readonly eventId: number;
  readonly email: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expiresAt: string;
  /** The number of attempts, including this one. Each lease has a greater number. */
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

/** Identifies the mail of a held booking for the limits of its mailbox. */
export function holdMail({ workspaceId, id, email }: Pick<LeasedHold, 'workspaceId' | 'id' | 'email'>): MailboxMail {
  return { email, workspaceId, mail: `hold ${workspaceId}.${id}` };
}

/** Ends the last attempt at a mail that never reached the mail server, so it no longer counts in its mailbox. */
export async function giveUpHoldMail({ write }: Pick<Database, 'write'>, hold: LeasedHold, now: Date): Promise<void> {
  await write(async (client) => {
    await end(within(client), hold, null);
    await releaseMailbox(client, holdMail(hold), now);
  });
}

/** Ends an attempt. `nextAt` is the time of the next one; null if the mail was sent or refused. */
export async function endHoldMail(
  db: Pick<Database, 'writeOne'>,
  hold: LeasedHold,
  nextAt: Date | null,
): Promise<void> {
  await end(db, hold, nextAt);
}

const aboutStatement = preparedStatement(
  'bookingHoldMails.about',
  `SELECT e."name", e."duration", w."name" AS "workspace", w."accentColor", w."hourFormat",
     ${pictureVersion(String(logoOwner))} AS "logoVersion" FROM "Event" e JOIN "Workspace" w ON w."id" = $1
   WHERE e."workspaceId" = $1 AND e."id" = $2 AND e."deletedAt" IS NULL`,
);

/** The event, as the mail describes it. */
export interface HeldEvent {
  readonly name: string;
  readonly duration: number;
  readonly workspace: string;
  readonly accentColor: string | null;
  readonly hourFormat: HourFormat | null;
  /** The version of the workspace's logo; null if there is none. */
  readonly logoVersion: string | null;
}

export async function readHeldEvent(
  { run }: Pick<Database, 'run'>,
  { workspaceId, eventId }: Pick<LeasedHold, 'workspaceId' | 'eventId'>,
): Promise<HeldEvent | undefined> {
  const [event] = await run<HeldEvent>(aboutStatement, [workspaceId, eventId]);
  return event;
}
