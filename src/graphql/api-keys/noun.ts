import { shown } from '#src/services/api-keys/issue-api-key.ts';
import type { Noun } from '../browsing/noun.ts';
import { ApiKeyType } from './types.ts';

export const apiKeyNoun: Noun<Parameters<typeof shown>[0]> = {
  type: ApiKeyType,
  model: 'apiKey',
  access: { developerArea: true },
  recordOf: shown,
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
