import type { ClientBase } from 'pg';
import type { MemberKey, RecordKey } from '#src/db/keys.ts';

// The choices of a member for the calendars of a connection, and its removal. Lock the member before the connection, because
// only one calendar of all their connections takes bookings.

/** A calendar that did not count as busy is unknown until it is read: failed reads of it were ignored before. */
export async function writeBusyCalendars(
  client: ClientBase,
  [workspaceId, connectionId]: RecordKey,
  ids: readonly number[],
): Promise<void> {
  await client.query(
    `UPDATE "Calendar" SET "countsAsBusy" = ("id" = ANY ($3::int[])),
       "busyUntil" = CASE WHEN "countsAsBusy" OR "id" <> ALL ($3::int[]) THEN "busyUntil" END
     WHERE "workspaceId" = $1 AND "connectionId" = $2`,
    [workspaceId, connectionId, ids],
  );
}

/** Makes one calendar, or none, of these connections take bookings. */
export async function writeBookingCalendar(
  client: ClientBase,
  workspaceId: number,
  { connectionIds, calendarId }: { readonly connectionIds: readonly number[]; readonly calendarId: number | null },
): Promise<void> {
  await client.query(
    `UPDATE "Calendar" SET "takesBookings" = ("id" = $3::int AND $3::int IS NOT NULL)
     WHERE "workspaceId" = $1 AND "connectionId" = ANY ($2::int[]) AND ("takesBookings" OR "id" = $3::int)`,
    [workspaceId, connectionIds, calendarId],
  );
}

export async function connectionIdsOfMember(client: ClientBase, [workspaceId, userId]: MemberKey): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT "id" FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "userId" = $2 ORDER BY "id" FOR NO KEY UPDATE',
    [workspaceId, userId],
  );
  return rows.map(({ id }) => id);
}

/** Makes a read due, because even the latest read does not know the choices. */
export async function makeReadDue(client: ClientBase, [workspaceId, id]: RecordKey, now: Date): Promise<void> {
  await client.query(
    'UPDATE "CalendarConnection" SET "nextReadAt" = $3, "updatedAt" = $3 WHERE "workspaceId" = $1 AND "id" = $2',
    [workspaceId, id, now],
  );
}

/** Deletes a connection with its calendars and their data. */
export async function removeConnection(client: ClientBase, [workspaceId, id]: RecordKey): Promise<void> {
  await client.query('DELETE FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "id" = $2', [workspaceId, id]);
}
