import type { ClientBase } from 'pg';
import type { TimeOff, TimeOffSpan } from '#src/domain/time-off/time-off.ts';
import { timeOffColumns, timeOffOfRow } from '../reads/time-off.ts';

type Row = Parameters<typeof timeOffOfRow>[0];

/** The workspace, and the user or the time off. */
type Key = readonly [workspaceId: number, id: number];

function valuesOf({ start, end }: TimeOffSpan): string[] {
  return [new Date(start).toISOString(), new Date(end).toISOString()];
}

export async function insertTimeOff(client: ClientBase, member: Key, span: TimeOffSpan): Promise<TimeOff> {
  const { rows } = await client.query<Row>(
    `INSERT INTO "TimeOff" AS r ("workspaceId", "userId", "startTime", "endTime") VALUES ($1, $2, $3, $4)
    RETURNING ${timeOffColumns}`,
    [...member, ...valuesOf(span)],
  );
  return timeOffOfRow(rows[0] as Row);
}

/** Locks it until the transaction ends and reads it, with the time zone of its member. */
export async function lockTimeOff(
  client: ClientBase,
  key: Key,
): Promise<{ timeOff: TimeOff; timeZone: string } | undefined> {
  const { rows } = await client.query<Row & { timeZone: string }>(
    `SELECT ${timeOffColumns}, u."timeZone" FROM "TimeOff" r JOIN "User" u ON u."id" = r."userId"
    WHERE r."workspaceId" = $1 AND r."id" = $2 FOR UPDATE OF r`,
    [...key],
  );
  return rows[0] && { timeOff: timeOffOfRow(rows[0]), timeZone: rows[0].timeZone };
}

export async function updateTimeOffSpan(client: ClientBase, key: Key, span: TimeOffSpan): Promise<TimeOff> {
  const { rows } = await client.query<Row>(
    `UPDATE "TimeOff" r SET "startTime" = $3, "endTime" = $4, "updatedAt" = now()
    WHERE r."workspaceId" = $1 AND r."id" = $2 RETURNING ${timeOffColumns}`,
    [...key, ...valuesOf(span)],
  );
  return timeOffOfRow(rows[0] as Row);
}

export async function deleteTimeOffRow(client: ClientBase, key: Key): Promise<void> {
  await client.query('DELETE FROM "TimeOff" WHERE "workspaceId" = $1 AND "id" = $2', [...key]);
}
