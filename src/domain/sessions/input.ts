import { z } from 'zod';
import { id, rawText } from '#src/domain/input.ts';
import { userEmail } from '#src/domain/users/input.ts';

export const createSessionInput = z.object({ workspaceId: id(), userId: id() });

/** Says nothing of how passwords are made: a wrong one is told as wrong, whatever its length. */
export const signInInput = z.object({
  email: userEmail(),
  password: rawText(200),
});

export const switchWorkspaceInput = z.object({ workspaceId: id().describe('The workspace to go on in.') });

export const signOutInput = z.object({
  token: rawText(255),
});

export type CreateSessionInput = z.output<typeof createSessionInput>;
export type SignInInput = z.output<typeof signInInput>;
export type SwitchWorkspaceInput = z.output<typeof switchWorkspaceInput>;
export type SignOutInput = z.output<typeof signOutInput>;
