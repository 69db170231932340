import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement } from '#src/db/statement.ts';

// The channels by which providers report that a calendar has changed.

/** A calendar whose channel ends soon, or that has none. */
interface EndingChannel {
  readonly id: number;
  readonly externalId: string;
  readonly channelId: string | null;
}

const endingStatement = preparedStatement(
  'calendarChannels.ending',
  `SELECT k."id", k."externalId", k."channelId" FROM "Calendar" k
   WHERE k."workspaceId" = $1 AND k."connectionId" = $2 AND k."countsAsBusy" AND (k."channelUntil" IS NULL OR k."channelUntil" <= $3)
   ORDER BY k."id"`,
);

/** Reads the busy calendars of a connection that have no channel, or one that ends by this instant. */
export function readEndingChannels(
  { run }: Pick<Database, 'run'>,
  [workspaceId, connectionId]: RecordKey,
  before: Date,
): Promise<EndingChannel[]> {
  return run<EndingChannel>(endingStatement, [workspaceId, connectionId, before]);
}

const storeStatement = preparedStatement(
  'calendarChannels.store',
  'UPDATE "Calendar" SET "channelId" = $3, "channelUntil" = $4 WHERE "workspaceId" = $1 AND "id" = $2',
);

export async function storeChannel(
  { writeOne }: Pick<Database, 'writeOne'>,
  [workspaceId, id]: RecordKey,
  { channelId, until }: { readonly channelId: string | null; readonly until: Date },
): Promise<void> {
  await writeOne(storeStatement, [workspaceId, id, channelId, until]);
}

const wakeStatement = preparedStatement(
  'calendarChannels.wake',
  `UPDATE "CalendarConnection" SET "nextReadAt" = $3
   WHERE "workspaceId" = $1 AND "id" = $2 AND ("nextReadAt" > $3 OR "leasedUntil" > $3) AND "failures" = 0 AND "disconnectedAt" IS NULL`,
);

const existsStatement = preparedStatement(
  'calendarChannels.exists',
  'SELECT 1 AS "found" FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "id" = $2',
);

/**
 * Makes a read due, and schedules one more if a running read may miss the change. A connection that fails keeps its retry time:
 * a provider that limits requests may send changes meanwhile. Returns false if there is no such connection.
 */
export async function wakeRead(
  { writeOne, run }: Pick<Database, 'writeOne' | 'run'>,
  [workspaceId, id]: RecordKey,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await writeOne(wakeStatement, [workspaceId, id, now]);
  return rowCount === 1 || (await run(existsStatement, [workspaceId, id])).length === 1;
}
