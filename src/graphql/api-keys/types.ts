import { apiKeyStatuses, type IssuedApiKey } from '#src/domain/api-keys/api-key.ts';
import { toApiKey } from '#src/services/api-keys.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

const ApiKeyStatusEnum = enumType('ApiKeyStatus', apiKeyStatuses, 'Whether an API key can be used.');

export const ApiKeyType = builder.prismaObject('ApiKey', {
  findUnique: byId,
  description: 'An API key without its secret, which is shown once, when the key is created.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'API key id.' }),
    userId: t.exposeInt('userId', { description: 'User id of the member whose key it is, and as whom it acts.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    lastFour: t.exposeString('lastFour', { description: 'The last four characters of the key, to recognize it.' }),
    scopes: t.expose('scopes', {
      type: ['String'],
      description: "What it may do now: those of its scopes that its member's role allows.",
    }),
    status: t.expose('status', { type: ApiKeyStatusEnum, description: 'Whether it can be used now.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself; null if never.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to within a minute; null if never.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

export const ApiKeyPageType = pageType('apiKeys', ApiKeyType, {
  of: 'API keys',
  items: 'keys',
  count: 'All keys of the workspace.',
});

export const IssuedApiKeyType = builder.objectRef<IssuedApiKey>('IssuedApiKey').implement({
  description: 'A new API key.',
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKeyType, description: 'The API key without its secret.' }),
    secret: t.exposeString('secret', {
      description: 'The key, shown this once: send it as `Authorization: Bearer service_…`.',
    }),
  }),
});

export const apiKeyTarget: RelationTarget<Parameters<typeof toApiKey>[0]> = {
  type: ApiKeyType,
  record: 'ApiKey',
  model: 'apiKey',
  include: { membership: { select: { role: true } } },
  toRecord: toApiKey,
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
