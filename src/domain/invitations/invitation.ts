import { z } from 'zod';
import { userEmail } from '#src/domain/accounts/user.ts';
import { enumeration, id } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { roles } from '../principal/roles.ts';

/** A person who may join a workspace and has not joined yet. */
export const invitationRecord = {
  id: field.int('Invitation id.'),
  email: field.string('E-mail address of who is invited.'),
  role: field.oneOf(roles, 'Their role, once they have joined.'),
  invitedBy: field.int('User id of who invited them.'),
  createdAt: field.dateTime('When it was made.').asDate(),
  expiresAt: field.dateTime('When its link ends.').asDate(),
};
export interface Invitation extends RecordOf<typeof invitationRecord> {}

/** A new invitation, with its link if the server sends no e-mail, so that somebody hands the link over. */
export const createdInvitationRecord = {
  invitation: field.object(invitationRecord, 'The invitation.'),
  link: field
    .string('The link to hand over, shown this once, where the server sends no e-mail. Null where it went by e-mail.')
    .nullable(),
};
export interface CreatedInvitation extends RecordOf<typeof createdInvitationRecord> {}

/** The maximum of open invitations per workspace. */
export const maxInvitations = 50;

export const createInvitationInput = z.object({
  email: userEmail().describe('E-mail address of who is invited. An open invitation of it is replaced.'),
  role: enumeration(roles).describe('Role in the workspace.'),
});

export const revokeInvitationInput = z.object({ id: id().describe('Its id.') });

export type CreateInvitationInput = z.output<typeof createInvitationInput>;
