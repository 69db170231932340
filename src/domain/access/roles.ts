import type { CredentialKind } from './credentials.ts';
import { allScopes, type Scope } from './scopes.ts';

export const roles = ['OWNER', 'ADMIN', 'CLOSER', 'SETTER'] as const;
export type Role = (typeof roles)[number];

export const plans = ['STARTUP', 'BUSINESS', 'ENTERPRISE'] as const;
export type Plan = (typeof plans)[number];

const everything: ReadonlySet<Scope> = new Set(allScopes);
/** Members and the Developer area are the owners' and admins' to change. */
const selling: ReadonlySet<Scope> = new Set(
  allScopes.filter((scope) => !['users:write', 'webhooks:read', 'webhooks:write', 'events:write'].includes(scope)),
);

/** The scopes that a role allows; a credential never carries more than its user's role does now. */
export function scopesOfRole(role: Role): ReadonlySet<Scope> {
  return seesWholeWorkspace(role) ? everything : selling;
}

/** Owners and admins see all of the workspace; closers and setters their own schedules and calls. */
export function seesWholeWorkspace(role: Role): boolean {
  return role === 'OWNER' || role === 'ADMIN';
}

/**
 * The Developer area, where credentials are made, is the owners' and admins', and theirs in person: a key that leaks must
 * not be able to make itself others.
 */
export function mayManageCredentials({ role, credential }: { role: Role; credential: CredentialKind }): boolean {
  return seesWholeWorkspace(role) && credential === 'session';
}
