import type { Role } from '../gql/roles.ts';

/** Whether the role reaches Settings → Developer and the invitations of the team. */
export function isTeamLead({ role }: { readonly role: Role }): boolean {
  return role === 'OWNER' || role === 'ADMIN';
}
