import type { Database } from '#src/db/database.ts';
import { leaseTable } from '#src/db/leases.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { CalendarKind } from '#src/domain/calendars/calendar.ts';

/** The length of a lease, and the pause before a retry if no mail server accepted the notice. */
export const noticeLeaseMs = 180_000;

/** A connection whose notice only this worker sends. */
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

const notices = leaseTable<LeasedNotice>({
  name: 'calendarNotices',
  table: 'CalendarConnection',
  // No notice was sent since the last good read, or since the disconnect. A connection counts as unreadable only after a read
  // has failed in that time: if no worker ran for an hour, all calendars would be outdated, and one read fixes that.
  due: `r."noticedAt" IS NULL AND r."readableUntil" <= $1
    AND (r."disconnectedAt" IS NOT NULL OR r."failedAt" >= r."readableUntil")`,
  order: 'readableUntil',
  leasedUntil: 'noticeLeasedUntil',
  token: 'noticeLeasedUntil',
  returning: ['userId', 'kind', 'name', 'problem', 'disconnectedAt', 'lastReadAt', 'readableUntil'],
  leaseMs: noticeLeaseMs,
});
export const { workspaces: workspacesToNotice, lease: leaseNotice } = notices;

/** Records nothing after a good read or a disconnect meanwhile: the new state gets notices of its own. */
export const recordNotice = notices.end('noticed', '"noticedAt" = $4');

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

/** Reads the member whose calendars these are, followed by the owners of the workspace. */
export function readPeopleToNotice(
  { run }: Pick<Database, 'run'>,
  { workspaceId, userId }: Pick<LeasedNotice, 'workspaceId' | 'userId'>,
): Promise<NoticedPerson[]> {
  return run<NoticedPerson>(peopleStatement, [workspaceId, userId]);
}
