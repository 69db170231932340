import { z } from 'zod';
import { calendarDay, id, namesChange } from '#src/domain/input.ts';
import type { AvailabilityTiming } from './availability.ts';
import { dateTimings } from './timings.ts';

/** The open times of one date, instead of those of its weekday. */
export interface ScheduleOverride {
  id: number;
  scheduleId: number;
  /** YYYY-MM-DD, in the schedule's time zone. */
  date: string;
  /** None: closed. */
  timings: AvailabilityTiming[];
  createdAt: string;
  updatedAt: string;
}

/** Overrides of one schedule. */
export const maxOverrides = 1000;

const descriptions = {
  date: "YYYY-MM-DD, of the years 2000 to 2999, in the schedule's time zone. A schedule has one override a date.",
  timings:
    'Open times, at most 20, instead of those of the weekday; none closes the date. They may touch, but not overlap.',
};

export const createScheduleOverrideInput = z.object({
  scheduleId: id().describe('Availability id.'),
  date: calendarDay().describe(descriptions.date),
  timings: dateTimings().describe(descriptions.timings),
});

export const updateScheduleOverrideInput = z
  .object({
    id: id().describe('Override id.'),
    date: calendarDay().optional().describe(descriptions.date),
    timings: dateTimings().optional().describe(descriptions.timings),
  })
  .refine(...namesChange('id'));

export const deleteScheduleOverrideInput = z.object({ id: id().describe('Override id.') });

export type CreateScheduleOverrideInput = z.output<typeof createScheduleOverrideInput>;
export type UpdateScheduleOverrideInput = z.output<typeof updateScheduleOverrideInput>;
