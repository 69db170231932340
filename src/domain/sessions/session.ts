import { z } from 'zod';
import { sessionPrefix } from '#src/domain/access/credentials.ts';
import { id, rawText } from '#src/domain/input.ts';
import { userEmail } from '#src/domain/users/user.ts';

/** A session expires after this time without use. */
export const sessionIdleMs = 30 * 86_400_000;

/** The shortest time between two writes of a session's last use. */
export const sessionTouchMs = 3_600_000;

const shape = new RegExp(`^${sessionPrefix}[0-9A-Za-z]{43}$`);

/** Malformed tokens are refused without a query. */
export function isWellFormedSessionToken(token: string): boolean {
  return shape.test(token);
}

export const createSessionInput = z.object({ workspaceId: id(), userId: id() });

/** The length rule of new passwords does not apply here: a short password is a wrong password. */
export const signInInput = z.object({
  email: userEmail(),
  password: rawText(200),
});

export const switchWorkspaceInput = z.object({ workspaceId: id().describe('The workspace to go on in.') });

const signOutInput = z.object({
  token: rawText(255),
});

export type CreateSessionInput = z.output<typeof createSessionInput>;
export type SignInInput = z.output<typeof signInInput>;
export type SwitchWorkspaceInput = z.output<typeof switchWorkspaceInput>;
export type SignOutInput = z.output<typeof signOutInput>;
