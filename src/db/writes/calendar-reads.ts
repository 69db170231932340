import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig, type Statement } from '#src/db/statement.ts';
import { storedMessage } from '#src/domain/calendars/problem.ts';
import type { Refusals } from '#src/domain/calendars/refusals.ts';
import type { LeasedConnection } from './calendar-leases.ts';

// Records the results of reading a connection. Only the holder of the lease may do so: a later reader knows more.

const update = (name: string, assignments: string) =>
  preparedStatement(
    `calendarReads.${name}`,
    `UPDATE "CalendarConnection" SET ${assignments}, "leasedUntil" = NULL,
       "nextReadAt" = CASE WHEN "nextReadAt" = $4::timestamptz THEN $5::timestamptz ELSE "nextReadAt" END
     WHERE "workspaceId" = $1 AND "id" = $2 AND "leases" = $3`,
  );

const goodStatement = update(
  'good',
  `"lastReadAt" = $6, "readableUntil" = $7, "failures" = 0, "failedAt" = NULL, "problem" = NULL, "disconnectedAt" = NULL,
   "refusals" = 0, "refusedAt" = NULL, "noticedAt" = NULL, "noticeLeasedUntil" = NULL`,
);

const failure = `"failures" = "failures" + 1, "failedAt" = $6, "problem" = $7`;
const refusal = `${failure}, "refusals" = $8, "refusedAt" = $9`;

const failedStatement = update('failed', failure);
/** The last good read stays valid until it is too old. */
const refusedStatement = update('refused', refusal);
/**
 * People get a notice of the disconnect even after one of the outage: only they can reconnect the calendar. The lease of a
 * notice ends, so that sending one of the outage does not count as one of the disconnect.
 */
const disconnectedStatement = update(
  'disconnected',
  `${refusal}, "disconnectedAt" = coalesce("disconnectedAt", $6), "readableUntil" = least("readableUntil", $6),
   "noticedAt" = CASE WHEN "disconnectedAt" IS NOT NULL THEN "noticedAt" END,
   "noticeLeasedUntil" = CASE WHEN "disconnectedAt" IS NOT NULL THEN "noticeLeasedUntil" END`,
);

export type ReadResult = { readonly nextReadAt: Date } & (
  | { readonly readAt: Date; readonly readableUntil: Date }
  | {
      readonly failedAt: Date;
      readonly problem: string;
      /** Present if the provider refused the credential. */
      readonly refused: (Refusals & { readonly disconnects: boolean }) | undefined;
    }
);

/** Returns false, and stores nothing, if the connection was deleted or reconnected, or a later read has begun. */
export async function recordRead(
  client: ClientBase,
  { workspaceId, id, leases, nextReadAt }: LeasedConnection,
  result: ReadResult,
): Promise<boolean> {
  const run = async (statement: Statement, values: readonly unknown[]) => {
    const config = queryConfig(statement, [workspaceId, id, leases, nextReadAt, result.nextReadAt, ...values]);
    return (await client.query(config)).rowCount === 1;
  };
  if ('readAt' in result) return run(goodStatement, [result.readAt, result.readableUntil]);
  const { failedAt, problem, refused } = result;
  const failed = [failedAt, storedMessage(problem)];
  if (!refused) return run(failedStatement, failed);
  const { refusals, refusedAt, disconnects } = refused;
  return run(disconnects ? disconnectedStatement : refusedStatement, [...failed, refusals, refusedAt]);
}

/** The busy times from a read of a calendar. */
export interface ReadCalendar {
  readonly id: number;
  readonly busy: Buffer;
  readonly syncState: string | null;
}

const busyStatement = preparedStatement(
  'calendarReads.busy',
  `UPDATE "Calendar" k SET "busy" = r."busy", "busyUntil" = $3, "syncState" = r."syncState"
   FROM unnest($4::int[], $5::bytea[], $6::text[]) AS r("id", "busy", "syncState")
   WHERE k."workspaceId" = $1 AND k."connectionId" = $2 AND k."id" = r."id"`,
);

/** Clears the busy times of calendars that are no longer read. */
const forgetStatement = preparedStatement(
  'calendarReads.forget',
  `UPDATE "Calendar" SET "busy" = '', "busyUntil" = NULL, "syncState" = NULL
   WHERE "workspaceId" = $1 AND "connectionId" = $2 AND NOT "countsAsBusy" AND NOT "takesBookings" AND "busyUntil" IS NOT NULL`,
);

export async function storeBusy(
  client: ClientBase,
  key: RecordKey,
  { calendars, until }: { readonly calendars: readonly ReadCalendar[]; readonly until: Date },
): Promise<void> {
  if (calendars.length > 0) {
    const columns = [
      calendars.map(({ id }) => id),
      calendars.map(({ busy }) => busy),
      calendars.map(({ syncState }) => syncState),
    ];
    await client.query(queryConfig(busyStatement, [...key, until, ...columns]));
  }
  await client.query(queryConfig(forgetStatement, [...key]));
}
