import type { GraphQLField } from 'graphql';
import type { Access } from '#src/domain/principal/access.ts';
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

/** Mutations of a scope that fewer roles may use than have the scope. */
const extraRoleRules: Readonly<Record<string, (role: Role) => boolean>> = {
  eraseContact: (role) => rolePolicies[role].erasesContacts,
  mergeContacts: (role) => rolePolicies[role].erasesContacts,
  undoMergeContacts: (role) => rolePolicies[role].erasesContacts,
};

interface Authorized {
  readonly authScopes?: Access | { readonly $all: Access };
}

const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
const authScopesOf = ({ extensions }: GraphQLField<unknown, unknown>) =>
  (extensions.pothosOptions as Authorized).authScopes;

/** Those for people without a credential; each limits by itself what it does. */
export function withoutCredential(): string[] {
  return fields.filter((field) => !authScopesOf(field)).map(({ name }) => name);
}

/** Every mutation of the schema that needs a credential. */
export function mutationAccess(): MutationAccess[] {
  return fields.flatMap((field) => {
    const authScopes = authScopesOf(field);
    return authScopes ? [accessOf(field.name, '$all' in authScopes ? authScopes.$all : authScopes)] : [];
  });
}

function accessOf(name: string, access: Access): MutationAccess {
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
  return [...rows, ...withoutCredential().map((name) => [`\`${name}\``, '', 'none needed'])];
}
