import { allScopes, isScope, type Scope } from './scopes.ts';

interface RolePolicy {
  /** The records of a type with `rows: 'own'` that the role sees and changes. */
  readonly rows: 'all' | 'own';
  /** True if the role manages keys, apps and webhooks. */
  readonly developerArea: boolean;
  /** True if the role creates and changes custom fields and their options. All roles answer them. */
  readonly definesFields: boolean;
  /** True if the role assigns contacts to any member, false if only to the caller. */
  readonly assignsContacts: boolean;
  /** True if the role erases and merges contacts. */
  readonly erasesContacts: boolean;
  /** Scopes that no credential of the role has. */
  readonly lacks: readonly Scope[];
  /** The roles that this role gives to members and takes from them. */
  readonly managesRoles: readonly string[];
}

const teamLead: Omit<RolePolicy, 'managesRoles'> = {
  rows: 'all',
  developerArea: true,
  definesFields: true,
  assignsContacts: true,
  erasesContacts: true,
  lacks: [],
};
const seller: RolePolicy = {
  rows: 'own',
  developerArea: false,
  definesFields: false,
  assignsContacts: false,
  erasesContacts: false,
  lacks: ['users:write', 'webhooks:read', 'webhooks:write', 'events:write', 'audit:read'],
  managesRoles: [],
};

/** The permissions of each role. A new role is an entry here (and a value of the enum in the database). */
export const rolePolicies = {
  OWNER: { ...teamLead, managesRoles: ['OWNER', 'ADMIN', 'CLOSER', 'SETTER'] },
  ADMIN: { ...teamLead, managesRoles: ['ADMIN', 'CLOSER', 'SETTER'] },
  CLOSER: seller,
  SETTER: seller,
} as const satisfies Record<string, RolePolicy>;

export type Role = keyof typeof rolePolicies;

export const roles = Object.keys(rolePolicies) as [Role, ...Role[]];

const scopesByRole = new Map(
  roles.map((role) => [role, new Set(allScopes.filter((scope) => !rolePolicies[role].lacks.includes(scope)))]),
);

/** True if a caller with this role may change a member's role from one to the other. */
export function mayChangeRole(caller: Role, from: Role, to: Role): boolean {
  const { managesRoles }: RolePolicy = rolePolicies[caller];
  return managesRoles.includes(from) && managesRoles.includes(to);
}

/** The scopes that a role allows. A credential never carries more than its user's role allows at that moment. */
export function scopesOfRole(role: Role): ReadonlySet<Scope> {
  return scopesByRole.get(role) ?? new Set();
}

/** The scopes of an app or a key that its user's role allows: those that are granted, shown and reported. */
export function scopesWithinRole(role: Role, scopes: readonly string[]): Scope[] {
  const allowed = scopesOfRole(role);
  return scopes.filter(isScope).filter((scope) => allowed.has(scope));
}
