import { z } from 'zod';
import { enumeration, id } from '#src/domain/input.ts';
import { userEmail } from '#src/domain/users/user.ts';
import { type Role, roles } from '../principal/roles.ts';

/** Who may join a workspace, until they have. */
export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A new invitation, and its link where it is to be handed over because no e-mail is sent. */
export interface CreatedInvitation {
  readonly invitation: Invitation;
  readonly link: string | null;
}

/** How many invitations of a workspace may be open. */
export const maxInvitations = 50;

export const createInvitationInput = z.object({
  email: userEmail().describe('E-mail address of who is invited. An open invitation of it is replaced.'),
  role: enumeration(roles).describe('Role in the workspace.'),
});

export const revokeInvitationInput = z.object({ id: id().describe('Its id.') });

export type CreateInvitationInput = z.output<typeof createInvitationInput>;
