import type { ClientBase } from 'pg';
import { type Instant, isoText } from '#src/db/types.ts';
import type { ScheduleOverride } from '#src/domain/availabilities/override.ts';
import { timingsOf } from '#src/domain/availabilities/timings.ts';

/** The driver returns a date as text, Prisma as a Date at midnight UTC. */
interface Row {
  readonly id: number;
  readonly scheduleId: number;
  readonly date: Instant;
  readonly startMinutes: number[];
  readonly endMinutes: number[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The record of an override, from either source. */
export function overrideOfRow({
  id,
  scheduleId,
  date,
  startMinutes,
  endMinutes,
  createdAt,
  updatedAt,
}: Row): ScheduleOverride {
  return {
    id,
    scheduleId,
    date: isoText(date).slice(0, 10),
    timings: timingsOf(startMinutes.map((start, index) => [start, endMinutes[index] as number])),
    createdAt: isoText(createdAt),
    updatedAt: isoText(updatedAt),
  };
}

/** Of an override `o`. */
export const overrideColumns = `o."id", o."scheduleId", o."date", o."startMinutes", o."endMinutes", o."createdAt", o."updatedAt"`;

/** One override, inside this transaction. */
export async function readOverride(
  client: ClientBase,
  workspaceId: number,
  id: number,
): Promise<ScheduleOverride | undefined> {
  const { rows } = await client.query<Row>(
    `SELECT ${overrideColumns} FROM "ScheduleOverride" o WHERE o."workspaceId" = $1 AND o."id" = $2`,
    [workspaceId, id],
  );
  return rows[0] && overrideOfRow(rows[0]);
}
