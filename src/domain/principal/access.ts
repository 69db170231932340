import { DomainError } from '../errors.ts';
import { type Role, rolePolicies } from './roles.ts';
import type { Scope } from './scopes.ts';

/** What a caller may do at all: the credential, its scopes, and the role of its member. */
export interface CallerRights {
  readonly credential: 'apiKey' | 'session' | 'accessToken';
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
}

/** The access that a credential needs for records of a type. */
export type Access =
  | {
      readonly scope: Scope;
      /** If true, the role must define custom fields as well. */
      readonly definesFields?: true;
    }
  /** A session of an owner or admin: a leaked API key must not be able to create others. */
  | { readonly developerArea: true }
  /** A session of any role. */
  | { readonly person: true };

/** True if the caller's credential has this access. */
export function hasAccess(access: Access, { scopes, role, credential }: CallerRights): boolean {
  if ('scope' in access) {
    return scopes.has(access.scope) && (!access.definesFields || rolePolicies[role].definesFields);
  }
  return credential === 'session' && (!('developerArea' in access) || rolePolicies[role].developerArea);
}

/** Throws FORBIDDEN unless the caller's credential has this access. */
export function requireAccess(access: Access, caller: CallerRights): void {
  if (!hasAccess(access, caller)) throw new DomainError('FORBIDDEN', { message: forbiddenTo(caller) });
}

/** Names the credential as the reason, if a session of the same user would be allowed. */
export function forbiddenTo({ credential }: Pick<CallerRights, 'credential'>): string | undefined {
  if (credential === 'session') return undefined;
  return `Only a signed-in session may do this, not ${credential === 'apiKey' ? 'an API key' : 'an app'}`;
}

/** Throws INSUFFICIENT_SCOPE unless the caller has each of these scopes. */
export function requireScopes({ scopes: callerScopes }: Pick<CallerRights, 'scopes'>, scopes: readonly Scope[]): void {
  const scope = scopes.find((each) => !callerScopes.has(each));
  if (scope) throw new DomainError('INSUFFICIENT_SCOPE', { scope, message: `Missing scope: ${scope}` });
}
