import {
  apiKeyListInput,
  issueApiKeyInput,
  revokeApiKeyInput,
  rotateApiKeyInput,
} from '#src/domain/api-keys/api-key.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { issueApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '#src/services/api-keys.ts';
import { memberTarget } from '../members/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { ApiKeyPageType, ApiKeyType, apiKeyTarget, IssuedApiKeyType } from './types.ts';

const { read, write } = recordPolicies.ApiKey;
const sessionsOnly = 'Only for sessions of owners and admins: an API key cannot see or manage keys.';

query('apiKeys', {
  type: ApiKeyPageType,
  description: `The API keys of all members of the workspace, newest first. ${sessionsOnly}`,
  access: read,
  input: apiKeyListInput,
  read: listApiKeys,
  addRelations: relationsOfPage('apiKeys', apiKeyTarget),
});

recordById('apiKey', apiKeyTarget, {
  description: `One API key by id. NOT_FOUND if it does not exist. ${sessionsOnly}`,
});

mutation('createApiKey', {
  hasSecret: true,
  type: IssuedApiKeyType,
  description: `Creates an API key that acts on your behalf in this workspace. A workspace can have at most 100 active keys. The key is shown only once. ${sessionsOnly}`,
  access: write,
  input: {
    schema: issueApiKeyInput,
    description: 'A new API key.',
    argument: 'The key.',
  },
  perform: issueApiKey,
});

mutation('rotateApiKey', {
  hasSecret: true,
  type: IssuedApiKeyType,
  description: `Creates a new key with the name and scopes of one of your own keys. The old key stays valid for the overlap, so that you can switch without an interruption. NOT_FOUND if the workspace has no key with this id. FORBIDDEN for another member's key, which you can only revoke. ${sessionsOnly}`,
  access: write,
  input: {
    schema: rotateApiKeyInput,
    description: 'The key to replace, and how long the old key stays valid.',
    argument: 'The key and the overlap.',
  },
  perform: rotateApiKey,
});

mutation('revokeApiKey', {
  type: ApiKeyType,
  description: `Revokes a key of any member immediately: its next request fails. Revoking a key again has no effect. NOT_FOUND if the workspace has no key with this id. ${sessionsOnly}`,
  access: write,
  changes: [],
  input: { schema: revokeApiKeyInput, description: 'The key to revoke.', argument: 'The key.' },
  perform: revokeApiKey,
});

addRelationFields(ApiKeyType, {
  member: { one: memberTarget, relation: 'membership', description: 'The member on whose behalf the key acts.' },
});
