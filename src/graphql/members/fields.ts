import { memberListInput, updateUserInput } from '#src/domain/members/member.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { listMembers } from '#src/services/members/members.ts';
import { updateUser } from '#src/services/members/update-members.ts';
import { apiKeyTarget } from '../api-keys/types.ts';
import { scheduleTarget } from '../availabilities/types.ts';
import { answerTarget, contactTarget } from '../contacts/types.ts';
import { dealTarget } from '../deals/types.ts';
import { eventCallTarget } from '../event-calls/types.ts';
import { eventTarget } from '../events/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { timeOffTarget } from '../time-off/types.ts';
import { RoleEnum } from '../viewer/types.ts';
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
  rest: { path: '/users/detail', includes: ['customFieldAnswers'] },
});

mutation('updateUser', {
  type: MemberType,
  description:
    'Changes the name, the time zone, the role and the meeting link of a member; NOT_FOUND if there is none of this id. Name and time zone of a member who belongs to other workspaces too can be changed only by that person. A role is changed by sessions alone; only owners make or unmake an owner, and the last owner keeps the role. A new role is in force from the next request on.',
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

addRelationFields(MemberType, {
  schedules: { many: scheduleTarget, description: "The member's availability schedules." },
  timeOff: { many: timeOffTarget, description: 'When the member takes no call, earliest first.' },
  hostedEvents: {
    many: eventTarget,
    relation: 'hostings',
    through: 'event',
    orderBy: [{ event: { name: 'asc' } }, { eventId: 'asc' }],
    description: 'The events that the member hosts, by name.',
  },
  closerCalls: { many: eventCallTarget, description: 'The calls that the member hosts as closer, newest first.' },
  setterCalls: { many: eventCallTarget, description: 'The calls that the member set, newest first.' },
  contacts: { many: contactTarget, description: 'The contacts that the member owns.' },
  deals: { many: dealTarget, description: 'The deals that the member closed, newest first.' },
  apiKeys: { many: apiKeyTarget, description: "The member's API keys, newest first." },
  customFieldAnswers: {
    many: answerTarget('MemberAnswer', "A member's answer to a custom field."),
    relation: 'answers',
    isWhole: true,
    description: 'Answers to custom fields.',
  },
});
