import { availabilityListInput } from '#src/domain/availabilities/availability.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { listAvailabilities } from '#src/services/schedules/availabilities.ts';
import { eventTarget } from '../events/types.ts';
import { memberTarget } from '../members/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { query, recordById } from '../root-fields.ts';
import { ScheduleType, scheduleOverrideTarget, scheduleRest, scheduleTarget } from './types.ts';

query('userAvailabilities', {
  type: [ScheduleType],
  description:
    'Availability schedules. Owners and admins see all schedules of the workspace, closers and setters only their own. NOT_FOUND if userId is not a member of the workspace.',
  access: recordPolicies.Schedule.read,
  input: availabilityListInput,
  // The list is not paged: the document cost assumes the schedules of a typical team.
  assumedLength: 15,
  rest: { ...scheduleRest, method: 'GET', version: '1.0.0' },
  read: listAvailabilities,
  addRelations: (schedules, load) => load(schedules, scheduleTarget),
});

recordById('schedule', scheduleTarget, {
  description: 'One availability schedule by id. NOT_FOUND if it does not exist or you cannot see it.',
  rest: { ...scheduleRest, path: '/userAvailabilities/detail' },
});

addRelationFields(ScheduleType, {
  member: { one: memberTarget, relation: 'membership', description: 'The member who owns the schedule.' },
  events: {
    many: eventTarget,
    relation: 'hostings',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events that use the schedule, by name.',
  },
  overrides: {
    many: scheduleOverrideTarget,
    description: 'The dates that are closed or have different hours than their weekday, earliest first.',
  },
});
