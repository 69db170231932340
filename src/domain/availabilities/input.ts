import { z } from 'zod';
import { boolean, id, namesChange, timeZone, visibleName } from '#src/domain/input.ts';
import { weekInput } from './timings.ts';

/** The maximum per member. */
export const maxSchedules = 50;

const descriptions = {
  name: 'Name.',
  timeZone: 'IANA time zone; the timings are wall-clock times in it.',
  days: 'The week. A weekday that it does not name is closed; none may be named twice.',
};

export const createScheduleInput = z.object({
  userId: id()
    .optional()
    .describe(
      'User id of the member whose schedule it is; the caller by default. NOT_FOUND for a member whose schedules the caller does not see.',
    ),
  name: visibleName(255).describe(descriptions.name),
  timeZone: timeZone().describe(descriptions.timeZone),
  isDefault: boolean()
    .optional()
    .describe(
      "Whether it becomes the member's default, instead of the present one. The first schedule is the default in any case.",
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
        "True makes it the member's default, instead of the present one. False is refused for the default: make another schedule the default.",
      ),
    days: weekInput().optional().describe(`Replaces the whole week. ${descriptions.days}`),
  })
  .refine(...namesChange('id'));

export const deleteScheduleInput = z.object({ id: id().describe('Availability id.') });

export type CreateScheduleInput = z.output<typeof createScheduleInput>;
export type UpdateScheduleInput = z.output<typeof updateScheduleInput>;
