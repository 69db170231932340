import { createApiKeyInput, revokeWorkspaceKeyInput, workspaceKeysInput } from '#src/domain/api-keys/api-key.ts';
import { createApiKey, listKeysOfWorkspace, revokeKeyOfWorkspace } from '#src/services/api-keys.ts';
import { command } from './command.ts';
import { memberOptions } from './members.ts';

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

export const keyList = command({
  name: 'key list',
  summary: 'Show the API keys of a workspace, newest first: those that have ended as well.',
  options: { workspace: memberOptions.workspace },
  input: workspaceKeysInput,
  async run(context, input) {
    const keys = await listKeysOfWorkspace(context, input);
    const lines = keys.map(
      ({ id, status, userId, name, lastFour }) => `${id}  ${status}  …${lastFour}  ${name} (user ${userId})`,
    );
    const apiKeys = keys.map(({ id, ...key }) => ({ apiKeyId: id, ...key }));
    return { json: { apiKeys }, text: lines.join('\n') || 'There are none.' };
  },
});

export const keyRevoke = command({
  name: 'key revoke',
  summary: 'End an API key: it fails from the next request on.',
  options: {
    workspace: memberOptions.workspace,
    key: { field: 'id', value: '<id>', kind: 'integer', help: 'The number of the key, as key list shows it.' },
  },
  input: revokeWorkspaceKeyInput,
  async run(context, input) {
    const { id, status } = await revokeKeyOfWorkspace(context, input);
    return { json: { apiKeyId: id, status }, text: `API key ${id} of workspace ${input.workspaceId} is ${status}.` };
  },
});
