import { type Role, scopesOfRole } from '#src/domain/access/policy.ts';
import { isScope, type Scope } from '#src/domain/access/scopes.ts';

const maxCacheSize = 1000;

/** The result depends on the two texts alone, so caching it outlives no revocation. */
const cache = new Map<string, ReadonlySet<Scope>>();

/** The scopes of a credential, written as one text, as far as its user's role allows them now. */
export function grantedScopes(role: Role, scopes: string): ReadonlySet<Scope> {
  const key = `${role} ${scopes}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const allowed = scopesOfRole(role);
  const granted = new Set(
    scopes
      .split(' ')
      .filter(isScope)
      .filter((scope) => allowed.has(scope)),
  );
  // Workspaces use a handful of combinations, so clearing the cache is cheaper than tracking their use.
  if (cache.size >= maxCacheSize) cache.clear();
  cache.set(key, granted);
  return granted;
}
