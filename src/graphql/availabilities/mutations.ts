import { recordPolicies } from '#src/domain/access/policy.ts';
import { weekdays } from '#src/domain/availabilities/availability.ts';
import { createScheduleInput, deleteScheduleInput, updateScheduleInput } from '#src/domain/availabilities/input.ts';
import {
  createScheduleOverrideInput,
  deleteScheduleOverrideInput,
  updateScheduleOverrideInput,
} from '#src/domain/availabilities/override.ts';
import { dayInput, timingInput } from '#src/domain/availabilities/timings.ts';
import {
  createScheduleOverride,
  deleteScheduleOverride,
  type ScheduleOverridePayload,
  updateScheduleOverride,
} from '#src/services/schedule-overrides.ts';
import { createSchedule, deleteSchedule, type SchedulePayload, updateSchedule } from '#src/services/schedules.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { mutation } from '../root-fields.ts';
import { ScheduleOverrideType, ScheduleType, scheduleTarget } from './types.ts';

const WeekdayInput = builder.enumType('WeekdayInput', {
  description: 'A day of the week. Its value in `Weekday` means the same, so days can be sent back as they were read.',
  values: Object.fromEntries(
    weekdays.flatMap((value) => [
      [value.toUpperCase(), { value }],
      [value, { value }],
    ]),
  ),
});

const TimingInput = inputTypeOf('AvailabilityTimingInput', timingInput, {
  description: "A span of open time on the wall clock of the schedule's time zone.",
});

const DayInput = inputTypeOf('AvailabilityDayInput', dayInput, {
  description: 'A weekday of a schedule.',
  types: { name: WeekdayInput, timings: TimingInput },
});

const SchedulePayloadType = builder.objectRef<SchedulePayload>('SchedulePayload').implement({
  description: 'A schedule that was created, changed or deleted.',
  fields: (t) => ({
    schedule: t.expose('schedule', {
      type: ScheduleType,
      description: 'The schedule; after a deletion, as it was before.',
    }),
  }),
});

const whose = 'Closers and setters write their own schedules, owners and admins those of every member';

mutation('createSchedule', {
  type: SchedulePayloadType,
  description: `Creates an availability schedule. ${whose}. A member has at most 50 schedules.`,
  access: recordPolicies.Schedule.write,
  input: {
    name: 'CreateScheduleInput',
    schema: createScheduleInput,
    description: 'A new schedule.',
    types: { days: DayInput },
    argument: 'The schedule.',
  },
  perform: createSchedule,
});

mutation('updateSchedule', {
  type: SchedulePayloadType,
  description: `Changes an availability schedule; NOT_FOUND if there is none that you see. ${whose}. Calls that are booked already stay as they are.`,
  access: recordPolicies.Schedule.write,
  input: {
    name: 'UpdateScheduleInput',
    schema: updateScheduleInput,
    description: 'Changes to a schedule. What is left out stays as it is.',
    types: { days: DayInput },
    argument: 'The changes.',
  },
  perform: updateSchedule,
});

mutation('deleteSchedule', {
  type: SchedulePayloadType,
  description: `Deletes an availability schedule with its overrides; NOT_FOUND if there is none that you see. ${whose}. A schedule that hosts of events use is not deleted, nor the default while the member has others.`,
  access: recordPolicies.Schedule.write,
  input: {
    name: 'DeleteScheduleInput',
    schema: deleteScheduleInput,
    description: 'A schedule to delete.',
    argument: 'The schedule.',
  },
  perform: deleteSchedule,
  deletes: scheduleTarget,
  deletedField: 'schedule',
});

const ScheduleOverridePayloadType = builder.objectRef<ScheduleOverridePayload>('ScheduleOverridePayload').implement({
  description: 'An override that was created, changed or deleted.',
  fields: (t) => ({
    override: t.expose('override', {
      type: ScheduleOverrideType,
      description: 'The override; after a deletion, as it was before.',
    }),
  }),
});

const noOverride = 'NOT_FOUND if there is none in a schedule that you see';

mutation('createScheduleOverride', {
  type: ScheduleOverridePayloadType,
  description:
    'Opens one date of a schedule at other hours than those of its weekday, or closes it; NOT_FOUND if there is no schedule that you see. A schedule has one override a date, and at most 1,000.',
  access: recordPolicies.ScheduleOverride.write,
  input: {
    name: 'CreateScheduleOverrideInput',
    schema: createScheduleOverrideInput,
    description: 'A new override.',
    types: { timings: TimingInput },
    argument: 'The override.',
  },
  perform: createScheduleOverride,
});

mutation('updateScheduleOverride', {
  type: ScheduleOverridePayloadType,
  description: `Changes an override; ${noOverride}.`,
  access: recordPolicies.ScheduleOverride.write,
  input: {
    name: 'UpdateScheduleOverrideInput',
    schema: updateScheduleOverrideInput,
    description: 'Changes to an override. What is left out stays as it is.',
    types: { timings: TimingInput },
    argument: 'The changes.',
  },
  perform: updateScheduleOverride,
});

mutation('deleteScheduleOverride', {
  type: ScheduleOverridePayloadType,
  description: `Deletes an override, so that its date has the hours of its weekday again; ${noOverride}.`,
  access: recordPolicies.ScheduleOverride.write,
  input: {
    name: 'DeleteScheduleOverrideInput',
    schema: deleteScheduleOverrideInput,
    description: 'An override to delete.',
    argument: 'The override.',
  },
  perform: deleteScheduleOverride,
});
