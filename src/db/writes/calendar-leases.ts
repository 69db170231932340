import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';
import { retriedForMs } from '#src/domain/calendars/refusals.ts';

// Connections that are to be read are found in all workspaces at once; what is leased and written names its workspace. All instants
// are those of the clock that the caller reads, which is the database's.

/** How long a connection is kept from other workers. It is longer than a read may take, so that a lease needs no renewal. */
export const calendarLeaseMs = 90_000;

/** Who wants a read now gets at most one in so much time, whatever became of the last one. */
export const refreshPauseMs = 10_000;

/** A disconnected connection is tried for a week more. */
const isDue = `c."nextReadAt" <= $1 AND (c."disconnectedAt" IS NULL
  OR c."disconnectedAt" > $1::timestamptz - interval '${retriedForMs} milliseconds')`;
const isFree = `(c."leasedUntil" IS NULL OR c."leasedUntil" < $1)`;

const workspacesStatement = preparedStatement(
  'calendarLeases.workspaces',
  `SELECT c."workspaceId" FROM "CalendarConnection" c WHERE ${isDue} AND ${isFree}
   GROUP BY c."workspaceId" ORDER BY min(c."nextReadAt"), c."workspaceId" LIMIT 500`,
);

/** The workspaces that have a connection to be read now; those that have waited longest first. */
export async function workspacesToRead({ run }: Pick<Database, 'run'>, now: Date): Promise<number[]> {
  const rows = await run<{ workspaceId: number }>(workspacesStatement, [now]);
  return rows.map(({ workspaceId }) => workspaceId);
}

/** A connection that this process alone reads until the lease ends. */
export interface LeasedConnection {
  readonly workspaceId: number;
  readonly id: number;
  /** The fencing token: another lease has a greater one. */
  readonly leases: number;
  readonly lastReadAt: string | null;
  /** Another value when the result is recorded: somebody wants a read that begins after this one. */
  readonly nextReadAt: string;
}

const lease = (name: string, condition: string) =>
  preparedStatement(
    `calendarLeases.${name}`,
    `UPDATE "CalendarConnection" SET "leases" = "leases" + 1, "leasedUntil" = $3
     WHERE "workspaceId" = $2 AND "id" = ANY (ARRAY(
       SELECT c."id" FROM "CalendarConnection" c WHERE c."workspaceId" = $2 AND ${isFree} AND ${condition}
       ORDER BY c."nextReadAt", c."id" LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED))
     RETURNING "id", "leases", "lastReadAt", "nextReadAt"`,
  );

const leaseDue = lease('lease', `${isDue} AND c."id" <> ALL ($4::int[])`);
const leaseById = lease('leaseById', 'c."id" = $4::int');
const leaseAgain = lease(
  'leaseAgain',
  `c."id" = $4::int
   AND coalesce(greatest(c."lastReadAt", c."failedAt") <= $1::timestamptz - interval '${refreshPauseMs} milliseconds', true)`,
);

async function leased(
  { write }: Pick<Database, 'write'>,
  statement: Statement,
  { workspaceId, now, which }: { readonly workspaceId: number; readonly now: Date; readonly which: unknown },
): Promise<LeasedConnection | undefined> {
  const values = [now, workspaceId, new Date(now.getTime() + calendarLeaseMs), which];
  const { rows } = await write((client) =>
    client.query<Omit<LeasedConnection, 'workspaceId'>>(queryConfig(statement, values)),
  );
  return rows[0] && { workspaceId, ...rows[0] };
}

interface ConnectionQuery {
  readonly workspaceId: number;
  readonly now: Date;
  /** The ids of those that this process still reads, though their lease may have run out. */
  readonly except: readonly number[];
}

/** Leases the connection of a workspace that is due longest. */
export function leaseConnection(
  db: Pick<Database, 'write'>,
  { except, ...query }: ConnectionQuery,
): Promise<LeasedConnection | undefined> {
  return leased(db, leaseDue, { ...query, which: except });
}

/** Leases a connection whenever it is due, also one that is disconnected; undefined where it is leased, or is not there. */
export function leaseConnectionNow(
  db: Pick<Database, 'write'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<LeasedConnection | undefined> {
  return leased(db, leaseById, { workspaceId, now, which: id });
}

/** Likewise; undefined also where the last read was within `refreshPauseMs`. */
export function leaseConnectionAgain(
  db: Pick<Database, 'write'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<LeasedConnection | undefined> {
  return leased(db, leaseAgain, { workspaceId, now, which: id });
}

const releaseStatement = preparedStatement(
  'calendarLeases.release',
  `UPDATE "CalendarConnection" SET "leasedUntil" = NULL WHERE "workspaceId" = $1 AND "id" = $2 AND "leases" = $3`,
);

/** Gives a connection back that was not read. */
export async function releaseConnection(
  { write }: Pick<Database, 'write'>,
  { workspaceId, id, leases }: LeasedConnection,
): Promise<void> {
  await write((client) => client.query(queryConfig(releaseStatement, [workspaceId, id, leases])));
}

const requestStatement = preparedStatement(
  'calendarLeases.request',
  `UPDATE "CalendarConnection" SET "nextReadAt" = $3 WHERE "workspaceId" = $1 AND "id" = $2`,
);

/** Has a connection read as soon as possible: once more, where it is read now. */
export async function requestRead(
  { write }: Pick<Database, 'write'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<void> {
  await write((client) => client.query(queryConfig(requestStatement, [workspaceId, id, now])));
}

const requestAgainStatement = preparedStatement(
  'calendarLeases.requestAgain',
  `UPDATE "CalendarConnection" SET "nextReadAt" = $4 WHERE "workspaceId" = $1 AND "id" = $2 AND "leasedUntil" >= $3`,
);

/** Has a connection that is read now read once more, after a pause. */
export async function requestReadAgain(
  { write }: Pick<Database, 'write'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<void> {
  const next = new Date(now.getTime() + refreshPauseMs);
  await write((client) => client.query(queryConfig(requestAgainStatement, [workspaceId, id, now, next])));
}
