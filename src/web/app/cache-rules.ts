import type { CacheExchangeOpts } from '@urql/exchange-graphcache';

/** Objects without an id: they live in what has them. */
const embedded = ['ApiKeyPage', 'IssuedApiKey', 'OwnMembership', 'Viewer'];

/** After a mutation, the queries that may be different now, by the names of their fields. */
const changedBy: Readonly<Record<string, readonly string[]>> = {
  createApiKey: ['apiKeys'],
  rotateApiKey: ['apiKeys'],
  updateViewer: ['viewer'],
};

export const cacheRules: CacheExchangeOpts = {
  keys: Object.fromEntries(embedded.map((type) => [type, () => null])),
  updates: {
    Mutation: Object.fromEntries(
      Object.entries(changedBy).map(([mutation, fields]) => [
        mutation,
        (_result, _arguments, cache) => {
          for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
            if (fields.includes(fieldName)) cache.invalidate('Query', fieldKey);
          }
        },
      ]),
    ),
  },
};
