import type { GraphQLField } from 'graphql';
import type { Access } from '#src/domain/principal/policy.ts';
import { type Role, rolePolicies, roles, scopesOfRole } from '#src/domain/principal/roles.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { schema } from '#src/graphql/schema.ts';

/** Who may use a mutation. */
export interface MutationAccess {
  readonly name: string;
  readonly roles: readonly Role[];
  /** What an API key or an app needs; undefined where a session alone may. */
  readonly scope: Scope | undefined;
}

/** Those for people without a credential; each limits by itself what it does. */
export const withoutCredential: readonly string[] = [
  ...['signIn', 'signOut', 'createPublicBooking', 'createPublicLead', 'reschedulePublicBooking', 'cancelPublicBooking'],
];

/** Mutations of a scope that fewer roles may use than have the scope. */
const extraRoleRules: Readonly<Record<string, (role: Role) => boolean>> = {
  eraseContact: (role) => rolePolicies[role].erasesContacts,
};

/** Every mutation of the schema that needs a credential. Throws for one that names no access. */
export function mutationAccess(): MutationAccess[] {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  return fields.filter(({ name }) => !withoutCredential.includes(name)).map(accessOf);
}

function accessOf({ name, extensions }: GraphQLField<unknown, unknown>): MutationAccess {
  const { authScopes } = extensions.pothosOptions as { authScopes?: Access | { readonly $all: Access } };
  if (!authScopes) throw new Error(`${name} names no access. Give it one, or list it in docs/access-facts.ts.`);
  const access = '$all' in authScopes ? authScopes.$all : authScopes;
  const scope = 'scope' in access ? access.scope : undefined;
  const isFor = extraRoleRules[name] ?? (() => true);
  return { name, scope, roles: roles.filter((role) => isRoleAllowed(role, access) && isFor(role)) };
}

function isRoleAllowed(role: Role, access: Access): boolean {
  const { definesFields, developerArea } = rolePolicies[role];
  if ('scope' in access) return scopesOfRole(role).has(access.scope) && (!access.definesFields || definesFields);
  return !('developerArea' in access) || developerArea;
}

export function mutationRows(): string[][] {
  const rows = mutationAccess().map(({ name, roles: allowed, scope }) => [
    `\`${name}\``,
    allowed.length === roles.length ? 'all' : allowed.join(', '),
    scope === undefined ? 'session' : `session; API key or app with \`${scope}\``,
  ]);
  return [...rows, ...withoutCredential.map((name) => [`\`${name}\``, '', 'none needed'])];
}
