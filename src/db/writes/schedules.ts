import type { ClientBase } from 'pg';
import type { MemberKey, RecordKey } from '#src/db/keys.ts';
import type { Availability, Weekday } from '#src/domain/availabilities/availability.ts';
import type { Minutes } from '#src/domain/availabilities/timings.ts';

type ScheduleColumns = Pick<Availability, 'name' | 'timeZone' | 'isDefault'>;

/** Finds the owner of a schedule, which never changes. Undefined if there is no such schedule. */
export async function ownerOfSchedule(client: ClientBase, schedule: RecordKey): Promise<number | undefined> {
  const { rows } = await client.query<{ userId: number }>(
    'SELECT "userId" FROM "Schedule" WHERE "workspaceId" = $1 AND "id" = $2',
    [...schedule],
  );
  return rows[0]?.userId;
}

/** Locks the schedule until the transaction ends, to update it or its overrides, or to delete it. */
export async function lockSchedule(
  client: ClientBase,
  schedule: RecordKey,
  lock: 'FOR NO KEY UPDATE' | 'FOR UPDATE' = 'FOR NO KEY UPDATE',
): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM "Schedule" WHERE "workspaceId" = $1 AND "id" = $2 ${lock}`, [
    ...schedule,
  ]);
  return rowCount === 1;
}

export async function hasDefaultSchedule(client: ClientBase, workspaceId: number, userId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "Schedule" WHERE "workspaceId" = $1 AND "userId" = $2 AND "isDefault"',
    [workspaceId, userId],
  );
  return rowCount !== 0;
}

/** Unsets the default schedule of a member. */
export async function clearDefaultSchedule(client: ClientBase, workspaceId: number, userId: number): Promise<void> {
  await client.query(
    `UPDATE "Schedule" SET "isDefault" = false, "updatedAt" = now()
    WHERE "workspaceId" = $1 AND "userId" = $2 AND "isDefault"`,
    [workspaceId, userId],
  );
}

/** Inserts a schedule without days. Returns its id. */
export async function insertSchedule(
  client: ClientBase,
  [workspaceId, userId]: MemberKey,
  { name, timeZone, isDefault }: ScheduleColumns,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Schedule" ("workspaceId", "userId", "name", "timeZone", "isDefault") VALUES ($1, $2, $3, $4, $5)
    RETURNING "id"`,
    [workspaceId, userId, name, timeZone, isDefault],
  );
  return (rows[0] as { id: number }).id;
}

export async function updateScheduleColumns(
  client: ClientBase,
  schedule: RecordKey,
  { name, timeZone, isDefault }: ScheduleColumns,
): Promise<void> {
  await client.query(
    `UPDATE "Schedule" SET "name" = $3, "timeZone" = $4, "isDefault" = $5, "updatedAt" = now()
    WHERE "workspaceId" = $1 AND "id" = $2`,
    [...schedule, name, timeZone, isDefault],
  );
}

/** Replaces the timings of the seven days. The entry of a day keeps its id; missing entries are added. */
export async function replaceWeek(
  client: ClientBase,
  schedule: RecordKey,
  week: readonly { weekday: Weekday; minutes: readonly Minutes[] }[],
): Promise<void> {
  await client.query(
    `INSERT INTO "ScheduleDay" ("workspaceId", "scheduleId", "weekday") SELECT $1, $2, d FROM unnest($3::"Weekday"[]) d
    ON CONFLICT ("workspaceId", "scheduleId", "weekday") DO NOTHING`,
    [...schedule, week.map(({ weekday }) => weekday)],
  );
  await client.query(
    `DELETE FROM "ScheduleTiming" t USING "ScheduleDay" d
    WHERE t."workspaceId" = $1 AND d."workspaceId" = $1 AND d."scheduleId" = $2 AND t."dayId" = d."id"`,
    [...schedule],
  );
  const timings = week.flatMap(({ weekday, minutes }) => minutes.map(([start, end]) => ({ weekday, start, end })));
  if (timings.length === 0) return;
  const { rows } = await client.query<{ id: number; weekday: Weekday }>(
    'SELECT "id", "weekday" FROM "ScheduleDay" WHERE "workspaceId" = $1 AND "scheduleId" = $2',
    [...schedule],
  );
  const dayIds = new Map(rows.map(({ id, weekday }) => [weekday, id]));
  // In Citus, a statement that also read the days would take the ids of the timings from the workspace's node.
  await client.query(
    `INSERT INTO "ScheduleTiming" ("workspaceId", "dayId", "startMinute", "endMinute")
    SELECT $1, t."dayId", t."start", t."end" FROM unnest($2::int[], $3::smallint[], $4::smallint[]) t("dayId", "start", "end")`,
    [
      schedule[0],
      timings.map(({ weekday }) => dayIds.get(weekday)),
      timings.map(({ start }) => start),
      timings.map(({ end }) => end),
    ],
  );
}

/** Lists the events whose hosts use the schedule, by name. Lock the schedule FOR UPDATE before: then no host is added. */
export async function eventsOfSchedule(
  client: ClientBase,
  schedule: RecordKey,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `SELECT e."id", e."name" FROM "EventHost" h
    JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = h."eventId" AND e."deletedAt" IS NULL
    WHERE h."workspaceId" = $1 AND h."scheduleId" = $2 ORDER BY e."name", e."id"`,
    [...schedule],
  );
  return rows;
}

/** Deletes the schedule with its days and overrides. */
export async function deleteScheduleRow(client: ClientBase, schedule: RecordKey): Promise<void> {
  await client.query('DELETE FROM "Schedule" WHERE "workspaceId" = $1 AND "id" = $2', [...schedule]);
}
