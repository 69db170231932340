import { toApiKey } from '#src/services/api-keys.ts';
import type { Noun } from '../browsing/noun.ts';
import { ApiKeyType } from './types.ts';

export const apiKeyNoun: Noun<Parameters<typeof toApiKey>[0]> = {
  type: ApiKeyType,
  model: 'apiKey',
  access: { developerArea: true },
  recordOf: toApiKey,
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
