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
    'Time off that lies at least partly between from and to, earliest first, a page at a time. Owners and admins see that of all members, closers and setters their own. A userId that is not of the workspace is NOT_FOUND.',
  access: read,
  input: timeOffListInput,
  read: listTimeOffs,
  addRelations: relationsOfPage('timeOffs', timeOffTarget),
});

recordById('timeOff', timeOffTarget, { description: 'One time off; NOT_FOUND if there is none that you see.' });

const whose = 'Closers and setters write their own, owners and admins that of every member';

mutation('createTimeOff', {
  type: TimeOffPayload,
  description: `Enters time off: the member cannot be booked in it. ${whose}. A member has at most 1,000 times off. Calls that are booked already stay as they are.`,
  access: write,
  input: { schema: createTimeOffInput, description: 'New time off: whole days, or hours.', argument: 'The time off.' },
  perform: async (caller, input) => ({ timeOff: await createTimeOff(caller, input) }),
});

mutation('updateTimeOff', {
  type: TimeOffPayload,
  description: `Changes time off; NOT_FOUND if there is none that you see. ${whose}.`,
  access: write,
  input: {
    schema: updateTimeOffInput,
    description: 'Changes to time off. What is left out stays as it is.',
    argument: 'The changes.',
  },
  perform: async (caller, input) => ({ timeOff: await updateTimeOff(caller, input) }),
});

mutation('deleteTimeOff', {
  type: TimeOffPayload,
  description: `Deletes time off; NOT_FOUND if there is none that you see. ${whose}.`,
  access: write,
  input: { schema: deleteTimeOffInput, description: 'Time off to delete.', argument: 'The time off.' },
  perform: async (caller, input) => ({ timeOff: await deleteTimeOff(caller, input) }),
  deletes: timeOffTarget,
  deletedField: 'timeOff',
});

addRelationFields(TimeOffType, {
  member: { one: memberTarget, relation: 'membership', description: 'The member whose time off it is.' },
});
