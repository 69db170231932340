import { setPasswordInput } from '#src/domain/accounts/user.ts';
import {
  addUserInput,
  type RemoveMemberInput,
  removeMemberInput,
  setRoleInput,
  workspaceMembersInput,
} from '#src/domain/members/member.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { createSessionInput } from '#src/domain/sessions/session.ts';
import { createSession } from '#src/services/accounts/sessions.ts';
import { membersOfWorkspace, setPassword, setRole } from '#src/services/members/member-administration.ts';
import { addUser } from '#src/services/members/members.ts';
import { type Removal, removeMember } from '#src/services/members/remove-member.ts';
import { command } from './command.ts';

export const memberOptions = {
  workspace: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
  user: { field: 'userId', value: '<id>', kind: 'integer', help: 'The member.' },
} as const;

const role = { field: 'role', value: '<role>', help: `${roles.join(', ')}.` };
const memberOptionsWithRole = { ...memberOptions, role };
const newPassword = {
  field: 'password',
  value: '<password>',
  kind: 'secret',
  help: 'At least 8 characters; 15 or more are better. Must not be a common password.',
} as const;

export const userAdd = command({
  name: 'user add',
  summary: 'Add a member to a workspace.',
  options: {
    workspace: memberOptions.workspace,
    email: { field: 'email', value: '<address>', help: 'The email address that the user signs in with.' },
    password: {
      ...newPassword,
      help: 'At least 8 characters, not a common password. A user who already exists in another workspace keeps their password.',
    },
    role,
  },
  input: addUserInput,
  async run(context, input) {
    const { userId, isNewUser } = await addUser(context, input);
    const note = isNewUser ? '' : ' The user already existed: the name and password were not changed.';
    return {
      json: { userId },
      text: `User ${userId} is a member of workspace ${input.workspaceId} as ${input.role}.${note}`,
    };
  },
});

export const userList = command({
  name: 'user list',
  summary: 'List the members of a workspace.',
  options: { workspace: memberOptions.workspace },
  input: workspaceMembersInput,
  async run(context, input) {
    const members = await membersOfWorkspace(context, input);
    const users = members.map(({ id, email, firstName, lastName, role, createdAt }) => ({
      userId: id,
      email,
      firstName,
      lastName,
      role,
      createdAt,
    }));
    return { json: { users }, text: users.map(describe).join('\n') };
  },
});

function describe({ userId, role, firstName, lastName, email }: Record<string, string | number>): string {
  return `${userId}  ${role}  ${[firstName, lastName].filter(Boolean).join(' ')} <${email}>`;
}

export const userSetRole = command({
  name: 'user set-role',
  summary: "Change a member's role. It takes effect with their next request.",
  options: memberOptionsWithRole,
  input: setRoleInput,
  async run(context, input) {
    const { workspaceId, userId } = input;
    const { role } = await setRole(context, input);
    return { json: { workspaceId, userId, role }, text: `User ${userId} is now ${role} of workspace ${workspaceId}.` };
  },
});

export const userSetPassword = command({
  name: 'user set-password',
  summary: 'Set the password of a user and end their sessions. API keys and connected apps keep working.',
  options: { user: { ...memberOptions.user, help: 'The user.' }, password: newPassword },
  input: setPasswordInput,
  async run(context, input) {
    const { userId, sessionsEnded } = await setPassword(context, input);
    const text = `User ${userId} has a new password; ${sessionsEnded} sessions were ended.`;
    return { json: { userId, sessionsEnded }, text };
  },
});

export const userRemove = command({
  name: 'user remove',
  summary: 'Remove a member from a workspace. Their credentials there end; past records do not change.',
  options: {
    ...memberOptions,
    'transfer-to': {
      field: 'transferTo',
      value: '<id>',
      kind: 'integer',
      help: 'The member who takes over their upcoming calls, contacts and apps.',
    },
    'cancel-calls': { field: 'cancelCalls', kind: 'switch', help: 'Cancel the upcoming calls that nobody takes over.' },
  },
  input: removeMemberInput,
  async run(context, input) {
    const { workspaceId, userId } = input;
    const sendsMail = context.config.smtpUrl !== undefined;
    const removal = await removeMember({ ...context, sendsMail }, input);
    return { json: { workspaceId, userId, ...removal }, text: describeRemoval(input, removal) };
  },
});

function describeRemoval({ workspaceId, userId, transferTo }: RemoveMemberInput, removal: Removal): string {
  const { callsTransferred, callsCancelled, contacts, oauthClients } = removal;
  const { apiKeysRevoked, connectionsRevoked, sessionsEnded, eventsWithoutHost } = removal;
  return [
    `User ${userId} is no longer a member of workspace ${workspaceId}.`,
    `Upcoming calls: ${callsTransferred} transferred, ${callsCancelled} cancelled.`,
    `Contacts: ${contacts} ${transferTo === undefined ? 'now without an owner' : `transferred to user ${transferTo}`}.`,
    `Apps: ${oauthClients} transferred to another member.`,
    `Ended: ${apiKeysRevoked} API keys, ${connectionsRevoked} connected apps, ${sessionsEnded} sessions.`,
    ...eventsWithoutHost.map((id) => `Event ${id} no longer has a host and cannot be booked.`),
  ].join('\n');
}

export const sessionCreate = command({
  name: 'session create',
  summary: 'Create a session for a member, as if they had signed in.',
  options: memberOptions,
  input: createSessionInput,
  async run(context, input) {
    const { token } = await createSession(context, input);
    return { json: { token }, text: `Session token, which will not be shown again: ${token}` };
  },
});
