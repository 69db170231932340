import { apiKeyRecord, apiKeyStatuses, issuedApiKeyRecord } from '#src/domain/api-keys/api-key.ts';
import { toApiKey } from '#src/services/api-keys.ts';
import { builder, enumType, registerType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

enumType('ApiKeyStatus', apiKeyStatuses, 'Whether an API key can be used.');

export const ApiKeyType = builder.prismaObject('ApiKey', {
  findUnique: byId,
  description: 'An API key without its secret, which is shown once, when the key is created.',
  fields: (t) => recordFields(t, apiKeyRecord),
});
registerType(apiKeyRecord, ApiKeyType);

export const ApiKeyPageType = pageType('apiKeys', ApiKeyType, {
  of: 'API keys',
  items: 'keys',
  count: 'All keys of the workspace.',
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
