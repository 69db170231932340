import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createTimeOffInput,
  deleteTimeOffInput,
  timeOffListInput,
  updateTimeOffInput,
} from '#src/domain/time-off/time-off.ts';
import { createTimeOff, deleteTimeOff, listTimeOffs, updateTimeOff } from '#src/services/schedules/time-off.ts';
import { memberTarget } from '../members/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { TimeOffPageType, TimeOffPayload, TimeOffType, timeOffTarget } from './types.ts';

const { read, write } = recordPolicies.TimeOff;

query('timeOffs', {
  type: TimeOffPageType,
  description:
    'Time off that overlaps the range between from and to, paginated, earliest first. Owners and admins see the time off of all members, closers and setters only their own. NOT_FOUND if userId is not a member of the workspace.',
  access: read,
  input: timeOffListInput,
  read: listTimeOffs,
  addRelations: relationsOfPage('timeOffs', timeOffTarget),
});

recordById('timeOff', timeOffTarget, {
  description: 'One time off entry by id. NOT_FOUND if it does not exist or you cannot see it.',
});

const whose = 'Closers and setters can only change their own time off, owners and admins the time off of every member';

mutation('createTimeOff', {
  type: TimeOffPayload,
  description: `Adds time off, during which the member cannot be booked. ${whose}. A member can have at most 1,000 time off entries. Booked calls do not change.`,
  access: write,
  changes: ['timeOffs', 'eventDates', 'whyUnavailable'],
  input: { schema: createTimeOffInput, description: 'New time off: whole days or hours.', argument: 'The time off.' },
  perform: async (caller, input) => ({ timeOff: await createTimeOff(caller, input) }),
});

mutation('updateTimeOff', {
  type: TimeOffPayload,
  description: `Changes time off. NOT_FOUND if it does not exist or you cannot see it. ${whose}.`,
  access: write,
  changes: ['timeOffs', 'eventDates', 'whyUnavailable'],
  input: {
    schema: updateTimeOffInput,
    description: 'Changes to time off. Omitted fields stay as they are.',
    argument: 'The changes.',
  },
  perform: async (caller, input) => ({ timeOff: await updateTimeOff(caller, input) }),
});

mutation('deleteTimeOff', {
  type: TimeOffPayload,
  description: `Deletes time off. NOT_FOUND if it does not exist or you cannot see it. ${whose}.`,
  access: write,
  changes: ['timeOffs', 'eventDates', 'whyUnavailable'],
  input: { schema: deleteTimeOffInput, description: 'The time off to delete.', argument: 'The time off.' },
  perform: async (caller, input) => ({ timeOff: await deleteTimeOff(caller, input) }),
  deletes: timeOffTarget,
  deletedField: 'timeOff',
});

addRelationFields(TimeOffType, {
  member: { one: memberTarget, relation: 'membership', description: 'The member who takes the time off.' },
});
