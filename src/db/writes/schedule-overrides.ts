import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import type { ScheduleOverride } from '#src/domain/availabilities/override.ts';
import type { Minutes } from '#src/domain/availabilities/timings.ts';
import { type OverrideRow, overrideOfRow, overrides } from '../reads/schedule-overrides.ts';
import { recordWrites } from './record-writes.ts';
import { countRows } from './rows.ts';

interface OverrideFields {
  /** The date, as YYYY-MM-DD. */
  readonly date: string;
  readonly minutes: readonly Minutes[];
}

const writes = recordWrites<OverrideRow, Partial<OverrideRow>>({ table: 'ScheduleOverride', reader: overrides });

function columnsOf({ date, minutes }: OverrideFields) {
  return { date, startMinutes: minutes.map(([start]) => start), endMinutes: minutes.map(([, end]) => end) };
}

/** Reads one override within this transaction. */
export async function readOverride(client: ClientBase, key: RecordKey): Promise<ScheduleOverride | undefined> {
  const row = await writes.read(client, key);
  return row && overrideOfRow(row);
}

// Lock the schedule before these: a date has at most one override, and their number is limited.

export function countOverrides(client: ClientBase, [workspaceId, scheduleId]: RecordKey): Promise<number> {
  const table = 'ScheduleOverride';
  return countRows(client, workspaceId, { table, condition: '"scheduleId" = $2', values: [scheduleId] });
}

export async function isDateTaken(client: ClientBase, schedule: RecordKey, date: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "ScheduleOverride" WHERE "workspaceId" = $1 AND "scheduleId" = $2 AND "date" = $3',
    [...schedule, date],
  );
  return rowCount !== 0;
}

export async function insertOverride(client: ClientBase, [workspaceId, scheduleId]: RecordKey, fields: OverrideFields) {
  return overrideOfRow(await writes.insert(client, workspaceId, { scheduleId, ...columnsOf(fields) }));
}

export async function updateOverride(client: ClientBase, key: RecordKey, fields: OverrideFields) {
  return overrideOfRow(await writes.update(client, key, columnsOf(fields)));
}

export const deleteOverride = writes.remove;
