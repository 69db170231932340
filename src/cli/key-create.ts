import { createApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { createApiKey } from '#src/services/api-keys.ts';
import { command } from './command.ts';

export const keyCreate = command({
  name: 'key create',
  summary: 'Make an API key for a member. It is shown this once.',
  options: {
    workspace: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
    user: { field: 'userId', value: '<id>', kind: 'integer', help: 'The member whose key it is.' },
    name: { field: 'name', value: '<name>', help: 'What the key is for.' },
    scopes: {
      field: 'scopes',
      value: '<scopes>',
      kind: 'list',
      help: 'Such as contacts:read,deals:read; all unless told otherwise.',
    },
    'expires-in': {
      field: 'expiresIn',
      value: '<time>',
      help: 'Such as 90d, 12h or 30m; never unless told otherwise.',
    },
  },
  input: createApiKeyInput,
  async run(context, input) {
    const { apiKeyId, key } = await createApiKey(context, input);
    return { json: { apiKeyId, key }, text: `API key ${apiKeyId}, which is not shown again: ${key}` };
  },
});
