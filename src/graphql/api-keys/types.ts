import { apiKeyRecord, apiKeyStatuses, issuedApiKeyRecord } from '#src/domain/api-keys/api-key.ts';
import { toApiKey } from '#src/services/api-keys.ts';
import { builder, enumType, registerType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

enumType('ApiKeyStatus', apiKeyStatuses, 'The status of an API key. Only an ACTIVE key is accepted.');

export const ApiKeyType = builder.prismaObject('ApiKey', {
  findUnique: byId,
  description: 'An API key without its secret. The secret is shown only once, when the key is created.',
  fields: (t) => recordFields(t, apiKeyRecord),
});
registerType(apiKeyRecord, ApiKeyType);

export const ApiKeyPageType = pageType('apiKeys', ApiKeyType, {
  of: 'API keys',
  items: 'keys',
  count: 'Total number of keys of the workspace.',
});

export const IssuedApiKeyType = recordType('IssuedApiKey', issuedApiKeyRecord, {
  description: 'A new API key.',
});

export const apiKeyTarget: RelationTarget<Parameters<typeof toApiKey>[0]> = {
  type: ApiKeyType,
  record: 'ApiKey',
  model: 'apiKey',
  include: { membership: { select: { role: true } } },
  toRecord: toApiKey,
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
