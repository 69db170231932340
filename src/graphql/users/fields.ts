import { recordPolicies } from '#src/domain/access/policy.ts';
import { memberListInput, updateUserInput } from '#src/domain/users/user.ts';
import { updateUser } from '#src/services/update-users.ts';
import { listMembers } from '#src/services/users.ts';
import { RoleEnum } from '../access/types.ts';
import { apiKeyTarget } from '../api-keys/types.ts';
import { scheduleTarget } from '../availabilities/types.ts';
import { builder } from '../builder.ts';
import { contactTarget } from '../contacts/types.ts';
import { dealTarget } from '../deals/types.ts';
import { eventCallTarget } from '../event-calls/types.ts';
import { eventTarget } from '../events/types.ts';
import { listOf, listThrough } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { timeOffTarget } from '../time-off/types.ts';
import { MemberPageType, MemberType, memberTarget } from './types.ts';

query('users', {
  type: MemberPageType,
  description: 'The members of the workspace, in the order in which they joined, a page at a time.',
  access: recordPolicies.Member.read,
  input: memberListInput,
  enums: { role: RoleEnum },
  rest: { method: 'GET', path: '/users' },
  read: listMembers,
  addRelations: relationsOfPage('users', memberTarget),
});

recordById('user', memberTarget, {
  description: 'One member of the workspace, by user id; NOT_FOUND if there is none.',
});

mutation('updateUser', {
  type: MemberType,
  description:
    'Changes the name, the time zone and the role of a member; NOT_FOUND if there is none of this id. Name and time zone of a member who belongs to other workspaces too can be changed only by that person. Only owners make or unmake an owner, and the last owner keeps the role. A new role is in force from the next request on.',
  access: recordPolicies.Member.write,
  input: {
    schema: updateUserInput,
    description: 'Changes to a member. What is left out stays as it is.',
    types: { role: RoleEnum },
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/users', notFound: 'NOT_FOUND' },
  perform: updateUser,
});

builder.prismaObjectFields(MemberType, (t) => ({
  schedules: listOf(t, scheduleTarget, {
    relation: 'schedules',
    description: "The member's availability schedules.",
  }),
  timeOff: listOf(t, timeOffTarget, {
    relation: 'timeOff',
    description: 'When the member takes no call, earliest first.',
  }),
  hostedEvents: listThrough(t, eventTarget, {
    relation: 'hostings',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events that the member hosts, by name.',
  }),
  closerCalls: listOf(t, eventCallTarget, {
    relation: 'closerCalls',
    description: 'The calls that the member hosts as closer, newest first.',
  }),
  setterCalls: listOf(t, eventCallTarget, {
    relation: 'setterCalls',
    description: 'The calls that the member set, newest first.',
  }),
  contacts: listOf(t, contactTarget, { relation: 'contacts', description: 'The contacts that the member owns.' }),
  deals: listOf(t, dealTarget, { relation: 'deals', description: 'The deals that the member closed, newest first.' }),
  apiKeys: listOf(t, apiKeyTarget, { relation: 'apiKeys', description: "The member's API keys, newest first." }),
}));
