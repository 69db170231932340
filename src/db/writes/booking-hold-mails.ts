import type { Database } from '#src/db/database.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { type MailboxMail, releaseMailbox } from './mailboxes.ts';

// The mails by which held bookings are confirmed. What is due is found in all workspaces at once; what is leased, read and
// written names its workspace.

/** Longer than a mail server takes: a mail is kept from other workers so long, and the lease is not renewed. */
export const holdLeaseMs = 150_000;

const isFree = `h."dueAt" <= $1 AND h."expiresAt" > $1 AND (h."leasedUntil" IS NULL OR h."leasedUntil" < $1)`;

const workspacesStatement = preparedStatement(
  'bookingHoldMails.workspaces',
  `SELECT h."workspaceId" FROM "BookingHold" h WHERE ${isFree}
   GROUP BY h."workspaceId" ORDER BY min(h."dueAt"), h."workspaceId" LIMIT 500`,
);

/** The workspaces with a held booking whose mail is to be sent now; those that have waited longest first. */
export async function workspacesWithHoldMail({ run }: Pick<Database, 'run'>, now: Date): Promise<number[]> {
  const rows = await run<{ workspaceId: number }>(workspacesStatement, [now]);
  return rows.map(({ workspaceId }) => workspaceId);
}

const leaseStatement = preparedStatement(
  'bookingHoldMails.lease',
  `UPDATE "BookingHold" SET "attempts" = "attempts" + 1, "leasedUntil" = $3
   WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
     SELECT h."id" FROM "BookingHold" h WHERE h."workspaceId" = $2 AND ${isFree}
     ORDER BY h."dueAt", h."id" LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING "id", "eventId", "email", "input", "expiresAt", "attempts"`,
);

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

export function leaseHoldMail(
  { write }: Pick<Database, 'write'>,
  workspaceId: number,
  now: Date,
): Promise<LeasedHold | undefined> {
  return write(async (client) => {
    const values = [now, workspaceId, new Date(now.getTime() + holdLeaseMs)];
    const { rows } = await client.query<Omit<LeasedHold, 'workspaceId'>>(queryConfig(leaseStatement, values));
    return rows[0] && { workspaceId, ...rows[0] };
  });
}

const endStatement = preparedStatement(
  'bookingHoldMails.end',
  `UPDATE "BookingHold" SET "dueAt" = $4, "leasedUntil" = NULL WHERE "workspaceId" = $1 AND "id" = $2 AND "attempts" = $3`,
);

/** The mail of a held booking, as its mailbox counts it. */
export function holdMail({ workspaceId, id, email }: Pick<LeasedHold, 'workspaceId' | 'id' | 'email'>): MailboxMail {
  return { email, workspaceId, mail: `hold ${workspaceId}.${id}` };
}

/** Ends the last attempt at a mail that never reached the mail server: the mailbox has room for another in its place. */
export async function giveUpHoldMail({ write }: Pick<Database, 'write'>, hold: LeasedHold, now: Date): Promise<void> {
  await write(async (client) => {
    await client.query(queryConfig(endStatement, [hold.workspaceId, hold.id, hold.attempts, null]));
    await releaseMailbox(client, holdMail(hold), now);
  });
}

/** Ends an attempt. `nextAt` is that of the next one; null where the mail was sent, or is refused. */
export async function endHoldMail(
  { write }: Pick<Database, 'write'>,
  { workspaceId, id, attempts }: LeasedHold,
  nextAt: Date | null,
): Promise<void> {
  await write((client) => client.query(queryConfig(endStatement, [workspaceId, id, attempts, nextAt])));
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
