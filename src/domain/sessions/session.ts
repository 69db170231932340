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
  isCurrent: field.boolean('Whether this request came with it.'),
  userAgent: field
    .string('What the browser or program called itself when it signed in, at most 255 characters.')
    .nullable(),
  address: field.string('The network address from which it signed in; null where the operator made it.').nullable(),
  createdAt: field.dateTime('When it began.').asDate(),
  lastUsedAt: field.dateTime('When it was last used, to within an hour.').asDate(),
  expiresAt: field
    .dateTime(
      'When it ends, unless it is used before: 30 days after its last use, and 90 days after its sign-in at the latest.',
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

export const switchWorkspaceInput = z.object({ workspaceId: id().describe('The workspace to go on in.') });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const revokeSessionInput = z.object({
  id: rawText(36).regex(uuid, 'Must be the id of a session').describe('Its id.'),
});

export const changePasswordInput = z
  .object({
    currentPassword: rawText(200).describe('The password in use.'),
    newPassword: password().describe(
      'The new one: 8 to 200 characters, 15 or more are better. `too_weak` for a common password, a simple pattern, a date, and what is made of names and addresses of yours, names of your workspaces and “Slotline”.',
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
