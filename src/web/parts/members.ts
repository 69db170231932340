import { managedRoles, type Role } from '../gql/roles.ts';

interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string;
}

/** The name of a member; the e-mail address where there is none. */
export function memberName({ firstName, lastName, email = '' }: Named): string {
  return `${firstName} ${lastName}`.trim() || email;
}

export type { Role };

export const roleTitles: Readonly<Record<Role, string>> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  CLOSER: 'Closer',
  SETTER: 'Setter',
};

/** What members of the role may do. */
export const roleSentences: Readonly<Record<Role, string>> = {
  OWNER: 'Everything, including adding and removing owners.',
  ADMIN: 'Everything except managing owners: members, events, all calls, keys, apps and webhooks.',
  CLOSER: 'Hosts calls. Sees all contacts, and their own calls and deals.',
  SETTER: 'Books calls for closers. Sees all contacts, and the calls that they set up.',
};

/** Whether somebody of the one role may change, remove or invite somebody of the other. */
export function manages(own: Role, other: Role): boolean {
  return managedRoles[own].includes(other);
}
