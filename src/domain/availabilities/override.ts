import { z } from 'zod';
import { availabilityTimingRecord } from '#src/domain/availabilities/availability.ts';
import { calendarDay, id, namesChange } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { dateTimings } from './timings.ts';

/** The open times of one date. They replace those of its weekday. */
export const scheduleOverrideRecord = {
  id: field.int('Override id.'),
  scheduleId: field.int('Id of the schedule.'),
  date: field.date("The date, in the schedule's time zone."),
  timings: field.objects(availabilityTimingRecord, 'Available hours; empty if the date is closed.'),
  createdAt: field.dateTime('When the override was created.'),
  updatedAt: field.dateTime('When the override was last changed.'),
};
export interface ScheduleOverride extends RecordOf<typeof scheduleOverrideRecord> {}

/** The maximum per schedule. */
export const maxOverrides = 1000;

const descriptions = {
  date: "The date as YYYY-MM-DD, in the years 2000 to 2999 and the schedule's time zone. A schedule can have one override per date.",
  timings:
    'Available hours on this date, at most 20, which replace those of the weekday. An empty list closes the date. They may touch but must not overlap.',
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
