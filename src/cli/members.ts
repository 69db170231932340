import { roles } from '#src/domain/access/policy.ts';
import { createApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { createSessionInput } from '#src/domain/sessions/session.ts';
import { addUserInput } from '#src/domain/users/user.ts';
import { createApiKey } from '#src/services/api-keys.ts';
import { createSession } from '#src/services/sessions.ts';
import { addUser } from '#src/services/users.ts';
import { command } from './command.ts';

const memberOptions = {
  workspace: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
  user: { field: 'userId', value: '<id>', kind: 'integer', help: 'The member.' },
} as const;

export const userAdd = command({
  name: 'user add',
  summary: 'Add a member to a workspace.',
  options: {
    workspace: memberOptions.workspace,
    email: { field: 'email', value: '<address>', help: 'The e-mail address that the user signs in with.' },
    password: {
      field: 'password',
      value: '<password>',
      help: 'At least 8 characters; a user known from another workspace keeps the password in use.',
    },
    role: { field: 'role', value: '<role>', help: `${roles.join(', ')}.` },
  },
  input: addUserInput,
  async run(context, input) {
    const { userId, isNewUser } = await addUser(context, input);
    const note = isNewUser ? '' : ' The user existed already: the name and the password stay as they were.';
    return {
      json: { userId },
      text: `User ${userId} is a member of workspace ${input.workspaceId} as ${input.role}.${note}`,
    };
  },
});

export const keyCreate = command({
  name: 'key create',
  summary: 'Make an API key for a member. It is shown this once.',
  options: {
    ...memberOptions,
    name: { field: 'name', value: '<name>', help: 'What the key is for.' },
    scopes: {
      field: 'scopes',
      value: '<scopes>',
      kind: 'list',
      help: 'Such as contacts:read,deals:read; all by default.',
    },
    'expires-in': {
      field: 'expiresIn',
      value: '<time>',
      help: 'Such as 90d, 12h or 30m; never by default.',
    },
  },
  input: createApiKeyInput,
  async run(context, input) {
    const { apiKeyId, key } = await createApiKey(context, input);
    return { json: { apiKeyId, key }, text: `API key ${apiKeyId}, which is not shown again: ${key}` };
  },
});

export const sessionCreate = command({
  name: 'session create',
  summary: 'Make a session of a member, as if they had signed in.',
  options: memberOptions,
  input: createSessionInput,
  async run(context, input) {
    const { token } = await createSession(context, input);
    return { json: { token }, text: `Session token, which is not shown again: ${token}` };
  },
});
