import { createApiKeyInput, revokeWorkspaceKeyInput, workspaceKeysInput } from '#src/domain/api-keys/api-key.ts';
import { createApiKey, listKeysOfWorkspace, revokeKeyOfWorkspace } from '#src/services/api-keys.ts';
import { command } from './command.ts';
import { memberOptions } from './members.ts';

export const keyCreate = command({
  name: 'key create',
  summary: 'Create an API key for a member. It is shown only once.',
  options: {
    ...memberOptions,
    name: { field: 'name', value: '<name>', help: 'What the key is for.' },
    scopes: {
      field: 'scopes',
      value: '<scopes>',
      kind: 'list',
      help: 'Scopes such as contacts:read,deals:read. Default: all.',
    },
    'expires-in': {
      field: 'expiresIn',
      value: '<time>',
      help: 'Lifetime such as 90d, 12h or 30m. Default: no expiry.',
    },
  },
  input: createApiKeyInput,
  async run(context, input) {
    const { apiKeyId, key } = await createApiKey(context, input);
    return { json: { apiKeyId, key }, text: `API key ${apiKeyId}, which will not be shown again: ${key}` };
  },
});

export const keyList = command({
  name: 'key list',
  summary: 'List the API keys of a workspace, newest first, including expired and revoked ones.',
  options: { workspace: memberOptions.workspace },
  input: workspaceKeysInput,
  async run(context, input) {
    const keys = await listKeysOfWorkspace(context, input);
    const lines = keys.map(
      ({ id, status, userId, name, lastFour }) => `${id}  ${status}  …${lastFour}  ${name} (user ${userId})`,
    );
    const apiKeys = keys.map(({ id, ...key }) => ({ apiKeyId: id, ...key }));
    return { json: { apiKeys }, text: lines.join('\n') || 'There are no API keys.' };
  },
});

export const keyRevoke = command({
  name: 'key revoke',
  summary: 'Revoke an API key. Its next request is rejected.',
  options: {
    workspace: memberOptions.workspace,
    key: { field: 'id', value: '<id>', kind: 'integer', help: 'The number of the key, as shown by key list.' },
  },
  input: revokeWorkspaceKeyInput,
  async run(context, input) {
    const { id, status } = await revokeKeyOfWorkspace(context, input);
    return { json: { apiKeyId: id, status }, text: `API key ${id} of workspace ${input.workspaceId} is ${status}.` };
  },
});
