import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { type Availability, type AvailabilityDay, clockTime } from '#src/domain/availabilities/availability.ts';

/** What a schedule's record takes from other tables. */
export const availabilityParts = {
  dayEntries: {
    select: {
      ...{ id: true, weekday: true },
      timings: { select: { startMinute: true, endMinute: true }, orderBy: [{ startMinute: 'asc' }, { id: 'asc' }] },
    },
    orderBy: { weekday: 'asc' },
  },
  hostings: { select: { eventId: true }, orderBy: { eventId: 'asc' } },
} as const satisfies Prisma.ScheduleInclude;

export type AvailabilityRow = Prisma.ScheduleGetPayload<{ include: typeof availabilityParts }>;

/** The record of a schedule that was browsed to: the same as the list reads it. */
export function availabilityOfRow(row: AvailabilityRow): Availability {
  const { id, userId, name, timeZone, isDefault } = row;
  return {
    ...{ id, userId, name, timeZone, isDefault },
    createdAt: row.createdAt.toISOString(),
    days: row.dayEntries.map(day),
    eventId: row.hostings.map(({ eventId }) => eventId),
  };
}

function day({ id, weekday, timings }: AvailabilityRow['dayEntries'][number]): AvailabilityDay {
  const spans = timings.map(({ startMinute, endMinute }) => ({
    startTime: clockTime(startMinute),
    endTime: clockTime(endMinute),
  }));
  return { id, name: weekday, active: spans.length > 0, timings: spans };
}
