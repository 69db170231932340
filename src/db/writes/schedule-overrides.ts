import type { ClientBase } from 'pg';
import type { ScheduleOverride } from '#src/domain/availabilities/override.ts';
import type { Minutes } from '#src/domain/availabilities/timings.ts';
import { overrideColumns, overrideOfRow } from '../reads/schedule-overrides.ts';
import { countRows } from './rows.ts';

interface OverrideColumns {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly minutes: readonly Minutes[];
}

/** The workspace, and the schedule or the override. */
type Key = readonly [workspaceId: number, id: number];

type Row = Parameters<typeof overrideOfRow>[0];

function valuesOf({ date, minutes }: OverrideColumns): unknown[] {
  return [date, minutes.map(([start]) => start), minutes.map(([, end]) => end)];
}

// Lock the schedule before any of these: a date has one override, and their number is limited.

export function countOverrides(client: ClientBase, [workspaceId, scheduleId]: Key): Promise<number> {
  const table = 'ScheduleOverride';
  return countRows(client, workspaceId, { table, condition: '"scheduleId" = $2', values: [scheduleId] });
}

export async function isDateTaken(client: ClientBase, schedule: Key, date: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "ScheduleOverride" WHERE "workspaceId" = $1 AND "scheduleId" = $2 AND "date" = $3',
    [...schedule, date],
  );
  return rowCount !== 0;
}

export async function insertOverride(
  client: ClientBase,
  schedule: Key,
  override: OverrideColumns,
): Promise<ScheduleOverride> {
  const { rows } = await client.query<Row>(
    `INSERT INTO "ScheduleOverride" AS o ("workspaceId", "scheduleId", "date", "startMinutes", "endMinutes")
    VALUES ($1, $2, $3, $4, $5) RETURNING ${overrideColumns}`,
    [...schedule, ...valuesOf(override)],
  );
  return overrideOfRow(rows[0] as Row);
}

export async function updateOverride(
  client: ClientBase,
  key: Key,
  override: OverrideColumns,
): Promise<ScheduleOverride> {
  const { rows } = await client.query<Row>(
    `UPDATE "ScheduleOverride" o SET "date" = $3, "startMinutes" = $4, "endMinutes" = $5, "updatedAt" = now()
    WHERE o."workspaceId" = $1 AND o."id" = $2 RETURNING ${overrideColumns}`,
    [...key, ...valuesOf(override)],
  );
  return overrideOfRow(rows[0] as Row);
}

export async function deleteOverride(client: ClientBase, key: Key): Promise<void> {
  await client.query('DELETE FROM "ScheduleOverride" WHERE "workspaceId" = $1 AND "id" = $2', [...key]);
}
