import { z } from 'zod';
import { id } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export const availabilityTimingRecord = {
  startTime: field.string('HH:mm.'),
  endTime: field.string('HH:mm; 24:00 is the end of the day.'),
};
export interface AvailabilityTiming extends RecordOf<typeof availabilityTimingRecord> {}

export const availabilityDayRecord = {
  id: field.int('Day entry id.'),
  name: field.oneOf(weekdays, 'The weekday.'),
  active: field.boolean('True when at least one timing exists.'),
  timings: field.objects(availabilityTimingRecord, 'Available hours; may be empty.'),
};
export interface AvailabilityDay extends RecordOf<typeof availabilityDayRecord> {}

export const availabilityRecord = {
  id: field.int('Availability id.'),
  userId: field.int('Owner user id.'),
  name: field.string('Availability name.'),
  timeZone: field.string('IANA time zone of the schedule.'),
  isDefault: field.boolean("True if it is the user's default schedule."),
  createdAt: field.dateTime('Creation timestamp.'),
  days: field.objects(
    availabilityDayRecord,
    'One entry per weekday, Monday first. In `/v1` this key is `the service`.',
  ),
  eventId: field.ints('Event ids currently associated with the schedule.'),
};
export interface Availability extends RecordOf<typeof availabilityRecord> {}

export const availabilityListInput = z.object({
  userId: id()
    .optional()
    .describe('Only the schedules of this user. If omitted, all schedules that the caller may see.'),
});

export type AvailabilityListInput = z.output<typeof availabilityListInput>;
