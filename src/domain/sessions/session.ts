import { z } from 'zod';
import { password, userEmail } from '#src/domain/accounts/user.ts';
import { coded, id, rawText } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { sessionPrefix } from '../principal/credentials.ts';

const dayMs = 86_400_000;
/** How long a session may be unused. */
const maxIdleMs = 30 * dayMs;
/** The maximum lifetime after the sign-in. */
export const maxSessionAgeMs = 90 * dayMs;

/** The end of a session that began at `createdAt` and was last used at `usedAt`. */
export function sessionEnd(createdAt: Date, usedAt: Date): Date {
  return new Date(Math.min(usedAt.getTime() + maxIdleMs, createdAt.getTime() + maxSessionAgeMs));
}

/** The shortest time between two writes of a session's last use. */
export const sessionTouchMs = 3_600_000;

const shape = new RegExp(`^${sessionPrefix}[0-9A-Za-z]{43}$`);

/** Malformed tokens are refused without a query. */
export function isWellFormedSessionToken(token: string): boolean {
  return shape.test(token);
}

/** The origin of a session, by which a person recognizes it in the list of their sessions. */
export interface SessionOrigin {
  /** The `User-Agent` header. */
  readonly userAgent?: string | undefined;
  /** The client's address. */
  readonly address?: string | undefined;
}

/** A session as its user sees it: without its token. */
export const ownSessionRecord = {
  id: field.string('Session id.'),
  isCurrent: field.boolean('True for the session of this request.'),
  userAgent: field.string('The `User-Agent` of the browser or program at sign-in, at most 255 characters.').nullable(),
  address: field.string('The IP address at sign-in; null if the operator created the session.').nullable(),
  createdAt: field.dateTime('When the session began.').asDate(),
  lastUsedAt: field.dateTime('When the session was last used, accurate to one hour.').asDate(),
  expiresAt: field
    .dateTime(
      'When the session expires unless it is used before: 30 days after its last use, but no later than 90 days after sign-in.',
    )
    .asDate(),
};
export interface OwnSession extends RecordOf<typeof ownSessionRecord> {}

/** How many of a person's sessions are listed. */
export const maxListedSessions = 100;

export const createSessionInput = z.object({ workspaceId: id(), userId: id() });

/** The length rule of new passwords does not apply here: a short password is a wrong password. */
export const signInInput = z.object({
  email: userEmail(),
  password: rawText(200),
});

export const switchWorkspaceInput = z.object({ workspaceId: id().describe('Id of the workspace to switch to.') });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const revokeSessionInput = z.object({
  id: rawText(36).regex(uuid, 'Must be the id of a session').describe('Session id.'),
});

export const changePasswordInput = z
  .object({
    currentPassword: rawText(200).describe('Your current password.'),
    newPassword: password().describe(
      'The new password: 8 to 200 characters, 15 or more are better. `too_weak` for a common password, a simple pattern, a date, or a password based on your name, your email address, the names of your workspaces or “Slotline”.',
    ),
  })
  .refine(({ currentPassword, newPassword }) => currentPassword !== newPassword, {
    ...coded('conflict', 'Must differ from the current password'),
    path: ['newPassword'],
  });

const signOutInput = z.object({
  token: rawText(255),
});

export type CreateSessionInput = z.output<typeof createSessionInput>;
export type SignInInput = z.output<typeof signInInput>;
export type SwitchWorkspaceInput = z.output<typeof switchWorkspaceInput>;
export type SignOutInput = z.output<typeof signOutInput>;
export type RevokeSessionInput = z.output<typeof revokeSessionInput>;
export type ChangePasswordInput = z.output<typeof changePasswordInput>;
