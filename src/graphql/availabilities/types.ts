import { availabilityOfRow, availabilityParts } from '#src/db/reads/availabilities.ts';
import { overrideOfRow } from '#src/db/reads/schedule-overrides.ts';
import { type AvailabilityDay, type AvailabilityTiming, weekdays } from '#src/domain/availabilities/availability.ts';
import { builder } from '../builder.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

/** The domain and `/v1` have them in lower case. */
export const WeekdayEnum = builder.enumType('Weekday', {
  description: 'A day of the week; in lower case in `/v1`.',
  values: Object.fromEntries(weekdays.map((value) => [value.toUpperCase(), { value }])),
});

const TimingType = builder.objectRef<AvailabilityTiming>('AvailabilityTiming').implement({
  description: "A span of open time on the wall clock of the schedule's time zone.",
  fields: (t) => ({
    startTime: t.exposeString('startTime', { description: 'HH:mm.' }),
    endTime: t.exposeString('endTime', { description: 'HH:mm; 24:00 is the end of the day.' }),
  }),
});

const DayType = builder.objectRef<AvailabilityDay>('AvailabilityDay').implement({
  description: 'A weekday of a schedule.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Day entry id.' }),
    name: t.expose('name', { type: WeekdayEnum, description: 'The weekday.' }),
    active: t.exposeBoolean('active', { description: 'True when at least one timing exists.' }),
    timings: t.expose('timings', { type: [TimingType], description: 'Open times; may be empty.' }),
  }),
});

export const ScheduleType = builder.prismaObject('Schedule', {
  findUnique: byId,
  description: 'An availability schedule of a user.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Availability id.' }),
    userId: t.exposeInt('userId', { description: 'Owner user id.' }),
    name: t.exposeString('name', { description: 'Availability name.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone of the schedule.' }),
    isDefault: t.exposeBoolean('isDefault', { description: "Whether it is the user's default." }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation timestamp.' }),
    days: t.expose('days', {
      type: [DayType],
      description: 'One entry per weekday, Monday first. In `/v1` this key is `the service`.',
    }),
    eventId: t.exposeIntList('eventId', { description: 'Event ids currently associated with the schedule.' }),
  }),
});

/** What the endpoints of schedules share: the contract's name of the week, and its format of their 400. */
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
  description: 'The open times of one date of a schedule, instead of those of its weekday.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Override id.' }),
    scheduleId: t.exposeInt('scheduleId', { description: 'Id of the schedule.' }),
    date: t.expose('date', { type: 'Date', description: "In the schedule's time zone." }),
    timings: t.expose('timings', { type: [TimingType], description: 'Open times; none where the date is closed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const scheduleOverrideTarget: RelationTarget<Parameters<typeof overrideOfRow>[0]> = {
  type: ScheduleOverrideType,
  record: 'ScheduleOverride',
  model: 'scheduleOverride',
  toRecord: overrideOfRow,
  orderBy: [{ date: 'asc' }, { id: 'asc' }],
};
