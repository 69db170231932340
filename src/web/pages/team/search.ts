import { isRole, type Role } from '../../parts/members.ts';

/** What the address of the page says. */
export interface TeamSearch {
  readonly tab?: 'invitations';
  readonly search?: string;
  readonly role?: Role;
}

export function teamSearch({ tab, search, role }: Record<string, unknown>): TeamSearch {
  return {
    ...(tab === 'invitations' && { tab }),
    // The router reads what looks like a number as one.
    ...((typeof search === 'string' || typeof search === 'number') && search !== '' && { search: `${search}` }),
    ...(isRole(role) && { role }),
  };
}
