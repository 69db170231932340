import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { MemberKey } from '#src/db/keys.ts';
import { leaseTable } from '#src/db/leases.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { earliestDue } from '#src/domain/weekly-mails/schedule.ts';
import { type Instant, isoText } from '../types.ts';

/** The length of a lease, from its start or renewal. */
export const weeklyLeaseMs = 60_000;

/** A weekly mail that only this worker sends. */
export interface LeasedWeeklyMail {
  readonly workspaceId: number;
  readonly id: number;
  readonly userId: number;
  /** The Monday of the mail, as the driver reads it. */
  readonly week: Instant;
  /** The attempts of this week that have ended. */
  readonly attempts: number;
  /** The fencing token. */
  readonly leases: number;
}

const mails = leaseTable<LeasedWeeklyMail>({
  name: 'weeklyMails',
  table: 'WeeklyMail',
  due: 'r."dueAt" <= $1',
  // A process that has lost the database still sends its mail: another lease of it would send the mail twice.
  ready: 'r."id" <> ALL ($4::int[])',
  order: 'dueAt',
  returning: ['userId', 'week', 'attempts'],
  leaseMs: weeklyLeaseMs,
});
export const { workspaces: workspacesWithWeeklyMail, lease: leaseWeeklyMail, renew: renewWeeklyMail } = mails;

export function weekOf({ week }: Pick<LeasedWeeklyMail, 'week'>): string {
  return isoText(week).slice(0, 10);
}

const postponed = mails.end('postponed', '"dueAt" = $4');
const retried = mails.end('retried', '"attempts" = "attempts" + 1', '"dueAt" = $4');
const moved = mails.whileLeased(
  'moved',
  'UPDATE "WeeklyMail" SET "leasedUntil" = NULL, "attempts" = 0, "week" = $4::date, "dueAt" = $5',
);

/** Deletes the mail of a member who has left: nodes of an earlier version do not know it. */
export const dropWeeklyMail = mails.whileLeased('drop', 'DELETE FROM "WeeklyMail"');

type Db = Pick<Database, 'writeOne'>;

/** Ends a lease without an attempt: the mail is due later. */
export function postponeWeeklyMail(db: Db, leased: LeasedWeeklyMail, dueAt: Date): Promise<boolean> {
  return postponed(db, leased, dueAt);
}

/** Ends a failed attempt that is followed by another. */
export function retryWeeklyMail(db: Db, leased: LeasedWeeklyMail, dueAt: Date): Promise<boolean> {
  return retried(db, leased, dueAt);
}

/** Ends the mail of a week, sent or not: the next is that of another week. */
export function moveWeeklyMail(db: Db, leased: LeasedWeeklyMail, week: string): Promise<boolean> {
  return moved(db, leased, week, new Date(earliestDue(week)));
}

/** Switches the mail of a member on, from this week on. Nothing changes if it is on. The member is locked. */
export async function addWeeklyMail(client: ClientBase, key: MemberKey, week: string): Promise<void> {
  await client.query(
    `INSERT INTO "WeeklyMail" ("workspaceId", "userId", "week", "dueAt") VALUES ($1, $2, $3, $4)
     ON CONFLICT ("userId", "workspaceId") DO NOTHING`,
    [...key, week, new Date(earliestDue(week))],
  );
}

/** Switches the mail of a member off. Returns false if it was off. */
export async function deleteWeeklyMail(client: Pick<ClientBase, 'query'>, key: MemberKey): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM "WeeklyMail" WHERE "workspaceId" = $1 AND "userId" = $2', [
    ...key,
  ]);
  return rowCount !== 0;
}

/** The member whom a mail is for, and the workspace. */
export interface WeeklyRecipient {
  readonly userId: number;
  readonly role: Role;
  readonly email: string;
  readonly firstName: string;
  readonly memberZone: string;
  readonly workspace: string;
  readonly workspaceZone: string;
}

const recipientStatement = preparedStatement(
  'weeklyMails.recipient',
  `SELECT m."userId", m."role", u."email", u."firstName", u."timeZone" AS "memberZone", w."name" AS "workspace",
     w."timeZone" AS "workspaceZone"
   FROM "Membership" m JOIN "User" u ON u."id" = m."userId" JOIN "Workspace" w ON w."id" = $1
   WHERE m."workspaceId" = $1 AND m."userId" = $2 AND m."removedAt" IS NULL`,
);

/** Reads the member as they are now; undefined if they have left. */
export async function readWeeklyRecipient(
  { run }: Pick<Database, 'run'>,
  { workspaceId, userId }: Pick<LeasedWeeklyMail, 'workspaceId' | 'userId'>,
): Promise<WeeklyRecipient | undefined> {
  const [recipient] = await run<WeeklyRecipient>(recipientStatement, [workspaceId, userId]);
  return recipient;
}
