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
  description: 'The members of the workspace, paginated, in the order in which they joined.',
  access: recordPolicies.Member.read,
  input: memberListInput,
  types: { role: RoleEnum },
  rest: { method: 'GET', path: '/users' },
  read: listMembers,
  addRelations: relationsOfPage('users', memberTarget),
});

recordById('user', memberTarget, {
  description: 'One member of the workspace by user id. NOT_FOUND if it does not exist.',
  rest: { path: '/users/detail', includes: ['customFieldAnswers'] },
});

mutation('updateUser', {
  type: MemberType,
  description:
    "Changes the name, time zone, role and meeting link of a member. NOT_FOUND if the member does not exist. If a member also belongs to other workspaces, only they can change their name and time zone. Only sessions can change a role. Only owners can grant or remove the owner role, and the last owner keeps it. A new role takes effect with the member's next request.",
  access: recordPolicies.Member.write,
  input: {
    schema: updateUserInput,
    description: 'Changes to a member. Omitted fields stay as they are.',
    types: { role: RoleEnum },
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/users', notFound: 'NOT_FOUND' },
  perform: updateUser,
});

addRelationFields(MemberType, {
  schedules: { many: scheduleTarget, description: "The member's availability schedules." },
  timeOff: { many: timeOffTarget, description: "The member's time off, earliest first." },
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
