import type { CacheExchangeOpts, Data } from '@urql/exchange-graphcache';
import { changedBy, embeddedTypes, keyFields } from '../gql/cache.ts';

/**
 * What the schema says of types and mutations. Each mutation has an entry, also one that changes no query: without an entry the
 * cache forgets every record of the result's type, where the result is new to it.
 */
export const cacheRules: CacheExchangeOpts = {
  keys: Object.fromEntries(
    Object.entries(keyFields).map(([type, field]) => [type, (object: Data) => String(object[field])]),
  ),
  updates: {
    Mutation: Object.fromEntries(
      Object.entries(changedBy).map(([mutation, fields]) => [
        mutation,
        (result, _arguments, cache) => {
          // One that failed changed nothing; what is shown must stay, also where the session has ended.
          if (result[mutation] === null) return;
          for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
            if (fields.includes(fieldName)) cache.invalidate('Query', fieldKey);
          }
        },
      ]),
    ),
  },
};

/** The rules, and the types without an identity: in development the cache warns of one that it does not know. */
export function rulesOfDevelopment(): CacheExchangeOpts {
  const embedded = embeddedTypes.map((type) => [type, () => null]);
  return { ...cacheRules, keys: { ...Object.fromEntries(embedded), ...cacheRules.keys } };
}
