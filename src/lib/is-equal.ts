import { isDeepStrictEqual } from 'node:util';

/** True if two JSON values are the same, whatever the order of keys. The objects of a GraphQL input have no prototype. */
export function isEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other, { skipPrototype: true });
}
