import { z } from 'zod';
import type { Problem } from '#src/domain/field-errors.ts';
import { coded, dayOrInstant, id, isOfSupportedYear, namesChange } from '#src/domain/input.ts';
import { pageOf, rangeBound } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { afterDays, isCalendarDay, startOfDay, startOfNextDay } from '#src/lib/time/time-zones.ts';

/** A member takes no call in [startTime, endTime), whatever their schedules say. */
export const timeOffRecord = {
  id: field.int('Time off id.'),
  userId: field.int('User id of the member.'),
  startTime: field.dateTime('Start of the time off.'),
  endTime: field.dateTime('End of the time off, exclusive: a call may begin then.'),
  createdAt: field.dateTime('When the time off was created.'),
  updatedAt: field.dateTime('When the time off was last changed.'),
};
export interface TimeOff extends RecordOf<typeof timeOffRecord> {}

export type TimeOffPage = Page<'timeOffs', TimeOff>;

/** The maximum per member. */
export const maxTimeOffs = 1000;
const maxDays = 366;

export const timeOffListInput = z.object({
  userId: id().optional().describe('Only the time off of this user. If omitted, all time off that the caller may see.'),
  from: rangeBound('Start', 'time'),
  to: rangeBound('End', 'time'),
  ...pageOf('Entries'),
});

/** `dayOrInstant` already refuses a text that is neither a day nor an instant. */
const bound = () =>
  dayOrInstant().refine(
    (value) => !/^\d{4}-/.test(value) || isOfSupportedYear(value),
    coded('out_of_range', 'Must be in the years 2000 to 2999'),
  );

const zone = "in the member's time zone, in the years 2000 to 2999";
const descriptions = {
  startTime: `Start: an ISO 8601 instant, or YYYY-MM-DD for the start of that day ${zone}.`,
  endTime: `End, after the start and at most ${maxDays} days later: an ISO 8601 instant, or YYYY-MM-DD for the end of that day ${zone}.`,
};

export const createTimeOffInput = z.object({
  userId: id()
    .optional()
    .describe(
      "User id of the member who takes the time off. Default: the caller. NOT_FOUND if the caller cannot see the member's time off.",
    ),
  startTime: bound().describe(descriptions.startTime),
  endTime: bound().describe(descriptions.endTime),
});

export const updateTimeOffInput = z
  .object({
    id: id().describe('Time off id.'),
    startTime: bound().optional().describe(descriptions.startTime),
    endTime: bound().optional().describe(descriptions.endTime),
  })
  .refine(...namesChange('id'));

export const deleteTimeOffInput = z.object({ id: id().describe('Time off id.') });

export type TimeOffListInput = z.output<typeof timeOffListInput>;
export type CreateTimeOffInput = z.output<typeof createTimeOffInput>;
export type UpdateTimeOffInput = z.output<typeof updateTimeOffInput>;

/** Epoch milliseconds. */
export interface TimeOffSpan {
  readonly start: number;
  readonly end: number;
}

/** The instants of both texts. A date is a whole day of the member's time zone. */
export function timeOffSpan(
  { startTime, endTime }: Pick<TimeOff, 'startTime' | 'endTime'>,
  timeZone: string,
): TimeOffSpan {
  return {
    start: isCalendarDay(startTime) ? startOfDay(startTime, timeZone) : Date.parse(startTime),
    end: isCalendarDay(endTime) ? startOfNextDay(endTime, timeZone) : Date.parse(endTime),
  };
}

/** The reason why the span is refused, or undefined. Days are counted on the calendar of the member's time zone. */
export function timeOffProblem({ start, end }: TimeOffSpan, timeZone: string): Problem | undefined {
  const path = ['endTime'];
  if (end <= start) return { path, code: 'conflict', message: 'Must be after startTime' };
  if (end <= afterDays(start, maxDays, timeZone)) return undefined;
  return { path, code: 'out_of_range', message: `Must be at most ${maxDays} days after startTime` };
}
