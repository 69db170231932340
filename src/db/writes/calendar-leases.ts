import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { leaseTable } from '#src/db/leases.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { retriedForMs } from '#src/domain/calendars/refusals.ts';

/** The length of a lease. It exceeds the duration of a read, so that a lease needs no renewal. */
export const calendarLeaseMs = 90_000;

/** The minimum time between reads on request, whatever the result of the last one. */
export const refreshPauseMs = 10_000;

/** A connection that this process alone reads until the lease ends. */
export interface LeasedConnection {
  readonly workspaceId: number;
  readonly id: number;
  /** The fencing token: another lease has a greater one. */
  readonly leases: number;
  readonly lastReadAt: string | null;
  /** If this changes before the result is recorded, somebody requested a read that begins after this one. */
  readonly nextReadAt: string;
}

const connections = leaseTable<LeasedConnection>({
  name: 'calendarLeases',
  table: 'CalendarConnection',
  // A disconnected connection is retried for a week.
  due: `r."nextReadAt" <= $1 AND (r."disconnectedAt" IS NULL
    OR r."disconnectedAt" > $1::timestamptz - interval '${retriedForMs} milliseconds')`,
  ready: 'r."id" <> ALL ($4::int[])',
  order: 'nextReadAt',
  returning: ['lastReadAt', 'nextReadAt'],
  leaseMs: calendarLeaseMs,
});
export const { workspaces: workspacesToRead } = connections;

const leaseById = connections.leaseWhere('leaseById', 'r."id" = $4::int');
const leaseAgain = connections.leaseWhere(
  'leaseAgain',
  `r."id" = $4::int
   AND coalesce(greatest(r."lastReadAt", r."failedAt") <= $1::timestamptz - interval '${refreshPauseMs} milliseconds', true)`,
);

interface ConnectionQuery {
  readonly workspaceId: number;
  readonly now: Date;
  /** The ids of connections that this process is still reading, although their lease may have expired. */
  readonly except: readonly number[];
}

/** Leases the connection of a workspace that has been due longest. */
export function leaseConnection(
  db: Pick<Database, 'writeOne'>,
  { workspaceId, now, except }: ConnectionQuery,
): Promise<LeasedConnection | undefined> {
  return connections.lease(db, workspaceId, now, except);
}

/** Leases a connection even if it is not due, or is disconnected; undefined if it is leased or missing. */
export function leaseConnectionNow(
  db: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<LeasedConnection | undefined> {
  return leaseById(db, workspaceId, now, id);
}

/** Does the same; also undefined if the last read was within `refreshPauseMs`. */
export function leaseConnectionAgain(
  db: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<LeasedConnection | undefined> {
  return leaseAgain(db, workspaceId, now, id);
}

/** Releases a connection without reading it. */
export const releaseConnection = connections.end('release');

const requestStatement = preparedStatement(
  'calendarLeases.request',
  `UPDATE "CalendarConnection" SET "nextReadAt" = $3 WHERE "workspaceId" = $1 AND "id" = $2`,
);

/** Requests a read as soon as possible, or one more after a read that is running. */
export async function requestRead(
  { writeOne }: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<void> {
  await writeOne(requestStatement, [workspaceId, id, now]);
}

const requestAgainStatement = preparedStatement(
  'calendarLeases.requestAgain',
  `UPDATE "CalendarConnection" SET "nextReadAt" = $4 WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedUntil" >= $3`,
);

/** Requests one more read, after a pause, if a read is running. */
export async function requestReadAgain(
  { writeOne }: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<void> {
  const next = new Date(now.getTime() + refreshPauseMs);
  await writeOne(requestAgainStatement, [workspaceId, id, now, next]);
}
