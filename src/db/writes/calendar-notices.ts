import type { Database } from '#src/db/database.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { CalendarKind } from '#src/domain/calendars/calendar.ts';

/** How long a notice is kept from other workers, and after how long it is tried again where no mail server took it. */
export const noticeLeaseMs = 180_000;

/**
 * A connection that nobody was written to about since its last good read, or since it was disconnected. It counts as unreadable after
 * a read has failed in that time: where no worker ran for an hour, all calendars would be too old, and one read fixes that.
 */
const isDue = `c."noticedAt" IS NULL AND c."readableUntil" <= $1
  AND (c."disconnectedAt" IS NOT NULL OR c."failedAt" >= c."readableUntil")
  AND (c."noticeLeasedUntil" IS NULL OR c."noticeLeasedUntil" < $1)`;

const workspacesStatement = preparedStatement(
  'calendarNotices.workspaces',
  `SELECT DISTINCT c."workspaceId" FROM "CalendarConnection" c WHERE ${isDue} ORDER BY c."workspaceId" LIMIT 500`,
);

/** The workspaces with a connection that cannot be read, about which nobody was written to. */
export async function workspacesToNotice({ run }: Pick<Database, 'run'>, now: Date): Promise<number[]> {
  const rows = await run<{ workspaceId: number }>(workspacesStatement, [now]);
  return rows.map(({ workspaceId }) => workspaceId);
}

const leaseStatement = preparedStatement(
  'calendarNotices.lease',
  `UPDATE "CalendarConnection" SET "noticeLeasedUntil" = $3
   WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
     SELECT c."id" FROM "CalendarConnection" c WHERE c."workspaceId" = $2 AND ${isDue}
     ORDER BY c."readableUntil", c."id" LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING "id", "userId", "kind", "name", "problem", "disconnectedAt", "lastReadAt", "readableUntil", "noticeLeasedUntil"`,
);

/** A connection whose people this worker alone writes to. */
export interface LeasedNotice {
  readonly workspaceId: number;
  readonly id: number;
  readonly userId: number;
  readonly kind: CalendarKind;
  readonly name: string;
  readonly problem: string | null;
  readonly disconnectedAt: string | null;
  readonly lastReadAt: string | null;
  readonly readableUntil: string;
  /** The fencing token. */
  readonly noticeLeasedUntil: string;
}

export function leaseNotice(
  { write }: Pick<Database, 'write'>,
  workspaceId: number,
  now: Date,
): Promise<LeasedNotice | undefined> {
  return write(async (client) => {
    const values = [now, workspaceId, new Date(now.getTime() + noticeLeaseMs)];
    const { rows } = await client.query<Omit<LeasedNotice, 'workspaceId'>>(queryConfig(leaseStatement, values));
    return rows[0] && { workspaceId, ...rows[0] };
  });
}

/** After a good read, or where the calendar was disconnected meanwhile, it notes nothing: the new state gets mails of its own. */
const noticedStatement = preparedStatement(
  'calendarNotices.noticed',
  `UPDATE "CalendarConnection" SET "noticedAt" = $4, "noticeLeasedUntil" = NULL
   WHERE "workspaceId" = $1 AND "id" = $2 AND "noticeLeasedUntil" = $3`,
);

export async function recordNotice(
  { write }: Pick<Database, 'write'>,
  { workspaceId, id, noticeLeasedUntil }: LeasedNotice,
  now: Date,
): Promise<void> {
  await write((client) => client.query(queryConfig(noticedStatement, [workspaceId, id, noticeLeasedUntil, now])));
}

export interface NoticedPerson {
  readonly userId: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly workspace: string;
}

const peopleStatement = preparedStatement(
  'calendarNotices.people',
  `SELECT m."userId", u."email", u."firstName", u."lastName", w."name" AS "workspace"
   FROM "Membership" m JOIN "User" u ON u."id" = m."userId" JOIN "Workspace" w ON w."id" = $1
   WHERE m."workspaceId" = $1 AND m."removedAt" IS NULL AND (m."userId" = $2 OR m."role" = 'OWNER')
   ORDER BY m."userId" <> $2, m."userId"`,
);

/** The member whose calendars these are, first, and the owners of the workspace. */
export function readPeopleToNotice(
  { run }: Pick<Database, 'run'>,
  { workspaceId, userId }: Pick<LeasedNotice, 'workspaceId' | 'userId'>,
): Promise<NoticedPerson[]> {
  return run<NoticedPerson>(peopleStatement, [workspaceId, userId]);
}
