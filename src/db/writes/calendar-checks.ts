import type { ClientBase } from 'pg';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { type BusyTime, packBusy, unpackBusy } from '#src/domain/calendars/busy.ts';

// The busy times that a booking finds in a host's calendars. The next read of the calendars replaces them.

const requestStatement = preparedStatement(
  'calendarChecks.request',
  `UPDATE "CalendarConnection" SET "nextReadAt" = $3
   WHERE "workspaceId" = $1 AND "id" = $2 AND "disconnectedAt" IS NULL`,
);

const lockStatement = preparedStatement(
  'calendarChecks.lock',
  `SELECT "busy" FROM "Calendar" WHERE "workspaceId" = $1 AND "id" = $2 AND "connectionId" = $3 FOR NO KEY UPDATE`,
);

const addStatement = preparedStatement(
  'calendarChecks.add',
  `UPDATE "Calendar" SET "busy" = $3, "syncState" = NULL WHERE "workspaceId" = $1 AND "id" = $2`,
);

interface FoundBusy {
  readonly connectionId: number;
  readonly calendarId: number;
  readonly times: readonly BusyTime[];
  readonly now: Date;
}

/** Adds busy times to a calendar, and makes a full read due soon, even if a read is running, which may miss them. */
export async function addBusy(
  client: ClientBase,
  workspaceId: number,
  { connectionId, calendarId, times, now }: FoundBusy,
): Promise<void> {
  // Lock the connection before its calendars, in the same order as every read.
  await client.query(queryConfig(requestStatement, [workspaceId, connectionId, now]));
  const { rows } = await client.query<{ busy: Buffer }>(
    queryConfig(lockStatement, [workspaceId, calendarId, connectionId]),
  );
  const [stored] = rows;
  if (!stored) return;
  const busy = packBusy([...unpackBusy(stored.busy), ...times]);
  await client.query(queryConfig(addStatement, [workspaceId, calendarId, busy]));
}
