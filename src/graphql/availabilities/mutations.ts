import type { Availability } from '#src/domain/availabilities/availability.ts';
import { createScheduleInput, deleteScheduleInput, updateScheduleInput } from '#src/domain/availabilities/input.ts';
import {
  createScheduleOverrideInput,
  deleteScheduleOverrideInput,
  type ScheduleOverride,
  updateScheduleOverrideInput,
} from '#src/domain/availabilities/override.ts';
import { dayInput, timingInput } from '#src/domain/availabilities/timings.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createScheduleOverride,
  deleteScheduleOverride,
  updateScheduleOverride,
} from '#src/services/schedules/schedule-overrides.ts';
import { createSchedule, deleteSchedule, updateSchedule } from '#src/services/schedules/schedules.ts';
import { nestedTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { mutation } from '../root-fields.ts';
import { ScheduleOverrideType, ScheduleType, scheduleRest, scheduleTarget, WeekdayEnum } from './types.ts';

const TimingInput = nestedTypeOf('AvailabilityTimingInput', timingInput, {
  description: "A span of open time on the wall clock of the schedule's time zone.",
});

const DayInput = nestedTypeOf('AvailabilityDayInput', dayInput, {
  description: 'A weekday of a schedule.',
  types: { name: WeekdayEnum, timings: TimingInput },
});

const SchedulePayload = builder.objectRef<{ readonly schedule: Availability }>('SchedulePayload').implement({
  description: 'A schedule that was created, changed or deleted.',
  fields: (t) => ({
    schedule: t.expose('schedule', {
      type: ScheduleType,
      description: 'The schedule; after a deletion, as it was before.',
    }),
  }),
});

const rest = { ...scheduleRest, unwraps: 'schedule' } as const;
const whose = 'Closers and setters write their own schedules, owners and admins those of every member';

mutation('createSchedule', {
  type: SchedulePayload,
  description: `Creates an availability schedule. ${whose}. A member has at most 50 schedules.`,
  access: recordPolicies.Schedule.write,
  input: {
    schema: createScheduleInput,
    description: 'A new schedule.',
    types: { days: DayInput },
    argument: 'The schedule.',
  },
  rest: { ...rest, method: 'POST', status: 201, idempotent: true },
  perform: async (caller, input) => ({ schedule: await createSchedule(caller, input) }),
});

mutation('updateSchedule', {
  type: SchedulePayload,
  description: `Changes an availability schedule; NOT_FOUND if there is none that you see. ${whose}. Calls that are booked already stay as they are.`,
  access: recordPolicies.Schedule.write,
  input: {
    schema: updateScheduleInput,
    description: 'Changes to a schedule. What is left out stays as it is.',
    types: { days: DayInput },
    argument: 'The changes.',
  },
  rest: { ...rest, method: 'PUT' },
  perform: async (caller, input) => ({ schedule: await updateSchedule(caller, input) }),
});

mutation('deleteSchedule', {
  type: SchedulePayload,
  description: `Deletes an availability schedule with its overrides; NOT_FOUND if there is none that you see. ${whose}. A schedule that hosts of events use is not deleted, nor the default while the member has others.`,
  access: recordPolicies.Schedule.write,
  input: { schema: deleteScheduleInput, description: 'A schedule to delete.', argument: 'The schedule.' },
  rest: { ...rest, method: 'DELETE' },
  perform: async (caller, input) => ({ schedule: await deleteSchedule(caller, input) }),
  deletes: scheduleTarget,
  deletedField: 'schedule',
});

const ScheduleOverridePayload = builder
  .objectRef<{ readonly override: ScheduleOverride }>('ScheduleOverridePayload')
  .implement({
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
  type: ScheduleOverridePayload,
  description:
    'Opens one date of a schedule at other hours than those of its weekday, or closes it; NOT_FOUND if there is no schedule that you see. A schedule has one override a date, and at most 1,000.',
  access: recordPolicies.ScheduleOverride.write,
  input: {
    schema: createScheduleOverrideInput,
    description: 'A new override.',
    types: { timings: TimingInput },
    argument: 'The override.',
  },
  perform: async (caller, input) => ({ override: await createScheduleOverride(caller, input) }),
});

mutation('updateScheduleOverride', {
  type: ScheduleOverridePayload,
  description: `Changes an override; ${noOverride}.`,
  access: recordPolicies.ScheduleOverride.write,
  input: {
    schema: updateScheduleOverrideInput,
    description: 'Changes to an override. What is left out stays as it is.',
    types: { timings: TimingInput },
    argument: 'The changes.',
  },
  perform: async (caller, input) => ({ override: await updateScheduleOverride(caller, input) }),
});

mutation('deleteScheduleOverride', {
  type: ScheduleOverridePayload,
  description: `Deletes an override, so that its date has the hours of its weekday again; ${noOverride}.`,
  access: recordPolicies.ScheduleOverride.write,
  input: { schema: deleteScheduleOverrideInput, description: 'An override to delete.', argument: 'The override.' },
  perform: async (caller, input) => ({ override: await deleteScheduleOverride(caller, input) }),
});
