import { type Role, scopesOfRole } from '#src/domain/access/roles.ts';
import { isScope, type Scope } from '#src/domain/access/scopes.ts';

const greatestSize = 1000;

/** A function of its two texts, so remembering it outlives no revocation. */
const remembered = new Map<string, ReadonlySet<Scope>>();

/** What a key may do: the scopes it was given, as one text, as far as its user's role allows them now. */
export function grantedScopes(role: Role, given: string): ReadonlySet<Scope> {
  const name = `${role} ${given}`;
  const known = remembered.get(name);
  if (known) return known;
  const allowed = scopesOfRole(role);
  const granted = new Set(
    given
      .split(' ')
      .filter(isScope)
      .filter((scope) => allowed.has(scope)),
  );
  // Workspaces use a handful of combinations; starting over is cheaper than keeping account of them.
  if (remembered.size >= greatestSize) remembered.clear();
  remembered.set(name, granted);
  return granted;
}
