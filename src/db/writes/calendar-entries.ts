import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';

// The entries of calls in their hosts' calendars. An update of a call makes its entries due in the same transaction. The worker
// then brings them up to date.

/** Separate from the INSERT, because Citus runs an INSERT … SELECT on its coordinator, and refuses this join there. */
const calendarsStatement = preparedStatement(
  'calendarEntries.calendars',
  `SELECT k."id" FROM "CalendarConnection" c
   JOIN "Calendar" k ON k."workspaceId" = $1 AND k."connectionId" = c."id" AND k."takesBookings"
   WHERE c."workspaceId" = $1 AND c."userId" = $2`,
);

/** A removed entry is written again if the host gets the call back. */
const addStatement = preparedStatement(
  'calendarEntries.add',
  `INSERT INTO "CalendarEntry" AS n ("workspaceId", "eventCallId", "calendarId", "dueAt", "endTime") VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT ("workspaceId", "eventCallId", "calendarId") DO UPDATE
     SET "version" = n."version" + 1, "attempts" = 0, "lastError" = NULL, "status" = 'WAITING', "dueAt" = excluded."dueAt",
       "endTime" = excluded."endTime"
     WHERE n."status" = 'REMOVED'`,
);

/** Adds the entry of a call to the calendar that takes the bookings of its host, if there is one. */
export async function addEntry(
  client: ClientBase,
  key: RecordKey,
  { userId, endTime, now }: { readonly userId: number; readonly endTime: string; readonly now: Date },
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(queryConfig(calendarsStatement, [key[0], userId]));
  for (const { id } of rows) await client.query(queryConfig(addStatement, [...key, id, now, endTime]));
}

const changeStatement = preparedStatement(
  'calendarEntries.change',
  `UPDATE "CalendarEntry" SET "version" = "version" + 1, "attempts" = 0, "lastError" = NULL, "status" = 'WAITING', "dueAt" = $3,
     "endTime" = coalesce($4::timestamptz, "endTime")
   WHERE "workspaceId" = $1 AND "eventCallId" = ANY ($2::int[]) AND "status" <> 'REMOVED'`,
);

interface ChangedCalls {
  readonly callIds: readonly number[];
  /** The new end of a rescheduled call. */
  readonly endTime?: string;
  readonly now: Date;
}

/** Makes the entries of updated calls due. Returns their number. */
export async function changeEntries(
  client: ClientBase,
  workspaceId: number,
  { callIds, endTime, now }: ChangedCalls,
): Promise<number> {
  const values = [workspaceId, callIds, now, endTime ?? null];
  return (await client.query(queryConfig(changeStatement, values))).rowCount ?? 0;
}

/** The entries of ours that a read of a calendar found. */
interface SeenEntries {
  readonly calendarId: number;
  /** The calls whose entries overlap the range. */
  readonly previewIds: readonly string[];
  readonly from: Date;
  readonly until: Date;
  readonly startedAt: Date;
}

/** Marks an entry as missing if it was written before the read began, and the read did not find it. */
const missingStatement = preparedStatement(
  'calendarEntries.missing',
  `UPDATE "CalendarEntry" n SET "status" = 'MISSING' FROM "EventCall" e
   WHERE n."workspaceId" = $1 AND n."calendarId" = $2 AND n."status" = 'WRITTEN' AND n."dueAt" IS NULL AND n."writtenAt" < $6
     AND e."workspaceId" = $1 AND e."id" = n."eventCallId" AND e."dateTime" >= $4 AND e."endTime" <= $5
     AND e."previewId" <> ALL ($3::text[])`,
);

const foundStatement = preparedStatement(
  'calendarEntries.found',
  `UPDATE "CalendarEntry" n SET "status" = 'WRITTEN' FROM "EventCall" e
   WHERE n."workspaceId" = $1 AND n."calendarId" = $2 AND n."status" = 'MISSING'
     AND e."workspaceId" = $1 AND e."id" = n."eventCallId" AND e."previewId" = ANY ($3::text[])`,
);

/**
 * Records which entries the host has deleted, and which have reappeared. The call still takes place: only its people can cancel
 * it, and its next update writes the entry again.
 */
export async function compareEntries(
  client: ClientBase,
  workspaceId: number,
  { calendarId, previewIds, from, until, startedAt }: SeenEntries,
): Promise<void> {
  const values = [workspaceId, calendarId, previewIds];
  await client.query(queryConfig(missingStatement, [...values, from, until, startedAt]));
  await client.query(queryConfig(foundStatement, values));
}
