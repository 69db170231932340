import { type Instant, isoText } from '#src/db/types.ts';
import type { ScheduleOverride } from '#src/domain/availabilities/override.ts';
import { timingsOf } from '#src/domain/availabilities/timings.ts';
import { instants, plain, recordReader } from './record-reader.ts';

/** Prisma returns a date as a Date at midnight UTC. */
export interface OverrideRow extends Pick<ScheduleOverride, 'id' | 'scheduleId' | 'createdAt' | 'updatedAt'> {
  readonly date: Instant;
  readonly startMinutes: number[];
  readonly endMinutes: number[];
}

export const overrides = recordReader<OverrideRow>({
  ...plain('r', 'id', 'scheduleId', 'date', 'startMinutes', 'endMinutes'),
  ...instants('r', 'createdAt', 'updatedAt'),
});

export function overrideOfRow({ startMinutes, endMinutes, ...row }: OverrideRow): ScheduleOverride {
  return {
    ...row,
    date: isoText(row.date).slice(0, 10),
    timings: timingsOf(startMinutes.map((start, index) => [start, endMinutes[index] as number])),
  };
}
