import { z } from 'zod';
import { password, personName, userEmail } from '#src/domain/accounts/user.ts';
import { id, instant, notEmpty, timeZone } from '#src/domain/input.ts';
import { workspaceName } from '#src/domain/workspaces/workspace.ts';

/** The profile fields of a new account. */
const newPerson = {
  firstName: personName().check(notEmpty()),
  lastName: personName().default(''),
  password: password(),
};

const newWorkspace = { workspaceName: workspaceName().check(notEmpty()), timeZone: timeZone().default('UTC') };

export const addressInput = z.object({ email: userEmail() });
export const newPersonInput = z.object(newPerson);
export const newOwnerInput = z.object({ ...newPerson, ...newWorkspace });
export const signUpInput = z.object({ ...addressInput.shape, ...newPerson, ...newWorkspace });
export const newPasswordInput = z.object({ password: password() });

export const ownWorkspaceInput = z.object({
  name: workspaceName().check(notEmpty()).describe('Name of the workspace.'),
  timeZone: timeZone().default('UTC').describe('IANA time zone for whole days in date filters. Default: UTC.'),
});

export const passwordResetLinkInput = z.object({ userId: id().describe('User id of the member.') });

export const passwordLinkNoticeInput = z.object({
  madeAt: instant().describe('The `madeAt` of the notice that was read. A notice about a newer link is not dismissed.'),
});

/** How many workspaces a person may own. The operator may give them more. */
export const maxOwnedWorkspaces = 20;

export type NewPersonInput = z.output<typeof newPersonInput>;
export type NewOwnerInput = z.output<typeof newOwnerInput>;
export type SignUpInput = z.output<typeof signUpInput>;
export type OwnWorkspaceInput = z.output<typeof ownWorkspaceInput>;
export type PasswordLinkNoticeInput = z.output<typeof passwordLinkNoticeInput>;
export type PasswordResetLinkInput = z.output<typeof passwordResetLinkInput>;
