import type { SessionQuery } from '../gql/session.ts';

export type Role = NonNullable<SessionQuery['viewer']>['role'];

export const roleTitles: Readonly<Record<Role, string>> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  CLOSER: 'Closer',
  SETTER: 'Setter',
};
