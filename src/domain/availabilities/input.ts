import { z } from 'zod';
import { boolean, id, namesChange, timeZone, visibleName } from '#src/domain/input.ts';
import { weekInput } from './timings.ts';

/** The maximum per member. */
export const maxSchedules = 50;

const descriptions = {
  name: 'Name of the schedule.',
  timeZone: 'IANA time zone. The timings are wall-clock times in this time zone.',
  days: 'The weekdays. A weekday that is not listed is closed; each may be listed once.',
};

export const createScheduleInput = z.object({
  userId: id()
    .optional()
    .describe(
      "User id of the member who owns the schedule. Default: the caller. NOT_FOUND if the caller cannot see the member's schedules.",
    ),
  name: visibleName(255).describe(descriptions.name),
  timeZone: timeZone().describe(descriptions.timeZone),
  isDefault: boolean()
    .optional()
    .describe(
      "True to make it the member's default schedule instead of the current one. A member's first schedule is always the default.",
    ),
  days: weekInput().describe(descriptions.days),
});

export const updateScheduleInput = z
  .object({
    id: id().describe('Availability id.'),
    name: visibleName(255).optional().describe(descriptions.name),
    timeZone: timeZone().optional().describe(descriptions.timeZone),
    isDefault: boolean()
      .optional()
      .describe(
        "True to make it the member's default schedule instead of the current one. False is an error for the default schedule: make another schedule the default instead.",
      ),
    days: weekInput().optional().describe(`Replaces the whole week. ${descriptions.days}`),
  })
  .refine(...namesChange('id'));

export const deleteScheduleInput = z.object({ id: id().describe('Availability id.') });

export type CreateScheduleInput = z.output<typeof createScheduleInput>;
export type UpdateScheduleInput = z.output<typeof updateScheduleInput>;
