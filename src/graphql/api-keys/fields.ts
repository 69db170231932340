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
const sessionsOnly = "For owners' and admins' sessions only: an API key cannot see or manage keys.";

query('apiKeys', {
  type: ApiKeyPageType,
  description: `The API keys of the workspace, newest first, those of all members. ${sessionsOnly}`,
  access: read,
  input: apiKeyListInput,
  read: listApiKeys,
  addRelations: relationsOfPage('apiKeys', apiKeyTarget),
});

recordById('apiKey', apiKeyTarget, { description: `One API key; NOT_FOUND if there is none. ${sessionsOnly}` });

mutation('createApiKey', {
  hasSecret: true,
  type: IssuedApiKeyType,
  description: `Makes an API key that acts as you, in this workspace, which has at most 100 that are active. The key is shown once. ${sessionsOnly}`,
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
  description: `Makes a new key with the name and the scopes of one of your own. The old key stays valid for the overlap, so that its users can switch without an interruption. NOT_FOUND if there is none of this id in the workspace; FORBIDDEN for the key of another member, which can be revoked. ${sessionsOnly}`,
  access: write,
  input: {
    schema: rotateApiKeyInput,
    description: 'Which key is replaced, and how soon the old one ends.',
    argument: 'The key and the overlap.',
  },
  perform: rotateApiKey,
});

mutation('revokeApiKey', {
  type: ApiKeyType,
  description: `Ends a key of any member at once: its next request fails. One that is revoked already stays as it is; NOT_FOUND if there is none of this id in the workspace. ${sessionsOnly}`,
  access: write,
  input: { schema: revokeApiKeyInput, description: 'Which key is revoked.', argument: 'The key.' },
  perform: revokeApiKey,
});

addRelationFields(ApiKeyType, {
  member: { one: memberTarget, relation: 'membership', description: 'The member as whom it acts.' },
});
