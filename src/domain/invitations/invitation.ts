import { z } from 'zod';
import { userEmail } from '#src/domain/accounts/user.ts';
import { enumeration, id } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { roles } from '../principal/roles.ts';

/** A person who may join a workspace and has not joined yet. */
export const invitationRecord = {
  id: field.int('Invitation id.'),
  email: field.string('Email address of the invited person.'),
  role: field.oneOf(roles, 'Role of the person after joining.'),
  invitedBy: field.int('User id of the member who sent the invitation.'),
  createdAt: field.dateTime('When the invitation was created.').asDate(),
  expiresAt: field.dateTime('When the link expires.').asDate(),
};
export interface Invitation extends RecordOf<typeof invitationRecord> {}

/** A new invitation, with its link if the server sends no e-mail, so that somebody hands the link over. */
export const createdInvitationRecord = {
  invitation: field.object(invitationRecord, 'The invitation.'),
  link: field
    .string(
      'The invitation link to pass on, shown only in this response, if the server does not send email. Null if it was sent by email.',
    )
    .nullable(),
};
export interface CreatedInvitation extends RecordOf<typeof createdInvitationRecord> {}

/** The maximum of open invitations per workspace. */
export const maxInvitations = 50;

export const createInvitationInput = z.object({
  email: userEmail().describe(
    'Email address of the person to invite. It replaces an open invitation for the same address.',
  ),
  role: enumeration(roles).describe('Role in the workspace.'),
});

export const revokeInvitationInput = z.object({ id: id().describe('Invitation id.') });

export type CreateInvitationInput = z.output<typeof createInvitationInput>;
