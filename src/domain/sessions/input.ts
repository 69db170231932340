import { z } from 'zod';
import { id, must } from '#src/domain/input.ts';
import { userEmail } from '#src/domain/users/input.ts';

export const createSessionInput = z.object({ workspaceId: id(), userId: id() });

/** Says nothing of how passwords are made: a wrong one is told as wrong, whatever its length. */
export const signInInput = z.object({
  email: userEmail(),
  password: z.string(must('Must be a string')).max(200, 'Must be at most 200 characters'),
});

export const switchWorkspaceInput = z.object({ workspaceId: id().describe('The workspace to go on in.') });

export const signOutInput = z.object({
  token: z.string(must('Must be a string')).max(255, 'Must be at most 255 characters'),
});

export type CreateSessionInput = z.output<typeof createSessionInput>;
export type SignInInput = z.output<typeof signInInput>;
export type SwitchWorkspaceInput = z.output<typeof switchWorkspaceInput>;
export type SignOutInput = z.output<typeof signOutInput>;
