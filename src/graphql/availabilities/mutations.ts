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
  description: "A span of available hours in the schedule's time zone.",
});

const DayInput = nestedTypeOf('AvailabilityDayInput', dayInput, {
  description: 'A weekday of a schedule.',
  types: { name: WeekdayEnum, timings: TimingInput },
});

const SchedulePayload = builder.objectRef<{ readonly schedule: Availability }>('SchedulePayload').implement({
  description: 'The result of creating, changing or deleting a schedule.',
  fields: (t) => ({
    schedule: t.expose('schedule', {
      type: ScheduleType,
      description: 'The schedule. After a deletion, its last state.',
    }),
  }),
});

const rest = { ...scheduleRest, unwraps: 'schedule' } as const;
const whose =
  'Closers and setters can only change their own schedules, owners and admins the schedules of every member';

mutation('createSchedule', {
  type: SchedulePayload,
  description: `Creates an availability schedule. ${whose}. A member can have at most 50 schedules.`,
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
  description: `Changes an availability schedule. NOT_FOUND if it does not exist or you cannot see it. ${whose}. Booked calls do not change.`,
  access: recordPolicies.Schedule.write,
  changes: ['userAvailabilities', 'eventDates', 'whyUnavailable'],
  input: {
    schema: updateScheduleInput,
    description: 'Changes to a schedule. Omitted fields stay as they are.',
    types: { days: DayInput },
    argument: 'The changes.',
  },
  rest: { ...rest, method: 'PUT' },
  perform: async (caller, input) => ({ schedule: await updateSchedule(caller, input) }),
});

mutation('deleteSchedule', {
  type: SchedulePayload,
  description: `Deletes an availability schedule with its overrides. NOT_FOUND if it does not exist or you cannot see it. ${whose}. A schedule that hosts of events use cannot be deleted, nor can the default schedule while the member has others.`,
  access: recordPolicies.Schedule.write,
  input: { schema: deleteScheduleInput, description: 'The schedule to delete.', argument: 'The schedule.' },
  rest: { ...rest, method: 'DELETE' },
  perform: async (caller, input) => ({ schedule: await deleteSchedule(caller, input) }),
  deletes: scheduleTarget,
  deletedField: 'schedule',
});

const ScheduleOverridePayload = builder
  .objectRef<{ readonly override: ScheduleOverride }>('ScheduleOverridePayload')
  .implement({
    description: 'The result of creating, changing or deleting an override.',
    fields: (t) => ({
      override: t.expose('override', {
        type: ScheduleOverrideType,
        description: 'The override. After a deletion, its last state.',
      }),
    }),
  });

const noOverride = 'NOT_FOUND if it does not exist or you cannot see its schedule';

mutation('createScheduleOverride', {
  type: ScheduleOverridePayload,
  description:
    'Sets different hours for one date of a schedule, or closes the date. NOT_FOUND if the schedule does not exist or you cannot see it. A schedule can have one override per date, and at most 1,000 in total.',
  access: recordPolicies.ScheduleOverride.write,
  changes: ['schedule', 'eventDates', 'whyUnavailable'],
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
  description: `Changes an override. ${noOverride}.`,
  access: recordPolicies.ScheduleOverride.write,
  changes: ['schedule', 'eventDates', 'whyUnavailable'],
  input: {
    schema: updateScheduleOverrideInput,
    description: 'Changes to an override. Omitted fields stay as they are.',
    types: { timings: TimingInput },
    argument: 'The changes.',
  },
  perform: async (caller, input) => ({ override: await updateScheduleOverride(caller, input) }),
});

mutation('deleteScheduleOverride', {
  type: ScheduleOverridePayload,
  description: `Deletes an override, so that its date has the hours of its weekday again. ${noOverride}.`,
  access: recordPolicies.ScheduleOverride.write,
  changes: ['schedule', 'eventDates', 'whyUnavailable'],
  input: { schema: deleteScheduleOverrideInput, description: 'The override to delete.', argument: 'The override.' },
  perform: async (caller, input) => ({ override: await deleteScheduleOverride(caller, input) }),
});
