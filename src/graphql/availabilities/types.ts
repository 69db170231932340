import { availabilityOfRow, availabilityParts } from '#src/db/reads/availabilities.ts';
import { overrideOfRow } from '#src/db/reads/schedule-overrides.ts';
import {
  availabilityDayRecord,
  availabilityRecord,
  availabilityTimingRecord,
  weekdays,
} from '#src/domain/availabilities/availability.ts';
import { scheduleOverrideRecord } from '#src/domain/availabilities/override.ts';
import { builder, registerType } from '../builder.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

/** The domain and `/v1` use lower case. */
export const WeekdayEnum = registerType(
  weekdays,
  builder.enumType('Weekday', {
    description: 'A day of the week; in lower case in `/v1`.',
    values: Object.fromEntries(weekdays.map((value) => [value.toUpperCase(), { value }])),
  }),
);

recordType('AvailabilityTiming', availabilityTimingRecord, {
  description: "A span of available hours in the schedule's time zone.",
});

recordType('AvailabilityDay', availabilityDayRecord, {
  description: 'A weekday of a schedule.',
});

export const ScheduleType = builder.prismaObject('Schedule', {
  findUnique: byId,
  description: 'An availability schedule of a user.',
  fields: (t) => recordFields(t, availabilityRecord),
});

/** Shared by the schedule endpoints: the contract's name for the week, and its format of a 400. */
export const scheduleRest = {
  path: '/userAvailabilities',
  validationErrors: 'B',
  notFound: 'NOT_FOUND',
  wire: { days: { name: 'the service' } },
} as const;

export const scheduleTarget: RelationTarget<Parameters<typeof availabilityOfRow>[0]> = {
  type: ScheduleType,
  record: 'Schedule',
  model: 'schedule',
  include: availabilityParts,
  toRecord: availabilityOfRow,
  orderBy: [{ id: 'asc' }],
};

export const ScheduleOverrideType = builder.prismaObject('ScheduleOverride', {
  findUnique: byId,
  description: 'The available hours of one date of a schedule, which replace those of its weekday.',
  fields: (t) => recordFields(t, scheduleOverrideRecord),
});

export const scheduleOverrideTarget: RelationTarget<Parameters<typeof overrideOfRow>[0]> = {
  type: ScheduleOverrideType,
  record: 'ScheduleOverride',
  model: 'scheduleOverride',
  toRecord: overrideOfRow,
  orderBy: [{ date: 'asc' }, { id: 'asc' }],
};
