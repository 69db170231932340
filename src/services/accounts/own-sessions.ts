import type { ClientBase } from 'pg';
import { readSessions, type SessionColumns } from '#src/db/reads/sessions.ts';
import { deleteLinksOfUser } from '#src/db/writes/account-links.ts';
import { replacePasswordHash } from '#src/db/writes/members.ts';
import { deleteOtherSessions, deleteSession } from '#src/db/writes/sessions.ts';
import { DomainError, requireFound } from '#src/domain/errors.ts';
import {
  type ChangePasswordInput,
  maxListedSessions,
  type OwnSession,
  type RevokeSessionInput,
} from '#src/domain/sessions/session.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { memberWith, recordAuditOf } from '../audit/record-audit.ts';
import { recordOfPerson } from '../audit/record-of-person.ts';
import type { CallerContext, ServiceContext } from '../context.ts';
import { passwordOwner, refuseWeakPassword } from './password-checks.ts';
import { mailPasswordChange, type NoticeContext } from './password-notice.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

// What people do with their own sessions. A session belongs to the person, not to a workspace.

/** An input with the token of the session that the request came with. */
type WithToken<Input = object> = Input & { readonly token: string };

/** Less than `CallerContext`, so that the server's own pages can provide it too. */
export type PersonContext = ServiceContext & Pick<CallerContext, 'principal' | 'userAgent'> & NoticeContext;

/** Lists the sessions that have not ended: the current one first, then by last use. */
export async function listSessions(
  { db, clock, principal: { userId } }: CallerContext,
  { token }: WithToken,
): Promise<OwnSession[]> {
  const query = { userId, first: sha256(token), now: clock.now(), limit: maxListedSessions };
  const rows = await readSessions(db, query);
  return rows.map((row) => ownSession(row, token));
}

/** Ends one of the caller's sessions, possibly the current one, and returns it as it was. */
export async function revokeSession(
  context: CallerContext,
  { id, token }: WithToken<RevokeSessionInput>,
): Promise<OwnSession> {
  const { db, principal } = context;
  const { userId } = principal;
  return db.write(async (client) => {
    const { workspaceId, ...ended } = requireFound(await deleteSession(client, { userId, id }));
    await recordEnds(client, context, [workspaceId]);
    return ownSession(ended, token);
  });
}

/** Ends all sessions of the caller except the current one. Returns their number. */
export function revokeOtherSessions(context: CallerContext, { token }: WithToken): Promise<number> {
  const { db, principal } = context;
  return db.write(async (client) => {
    const ended = await deleteOtherSessions(client, principal.userId, sha256(token));
    await recordEnds(client, context, ended);
    return ended.length;
  });
}

/** Records that sessions of the caller ended, once for each workspace in which some did. */
async function recordEnds(client: ClientBase, context: CallerContext, workspaceIds: readonly number[]): Promise<void> {
  const { userId } = context.principal;
  const actor = memberWith(userId, context);
  for (const workspaceId of new Set([...workspaceIds].sort((one, other) => one - other))) {
    const changes = { sessions: { to: workspaceIds.filter((id) => id === workspaceId).length } };
    await recordAuditOf(client, context, { workspaceId, action: 'session.ended', actor, targetId: userId, changes });
  }
}

/**
 * Replaces the caller's password, and ends all other sessions and all reset links. Throws INVALID_SIGN_IN if the current
 * password is wrong, even if only because a concurrent request has just replaced it.
 */
export async function changePassword(
  context: PersonContext,
  { currentPassword, newPassword, token, address }: WithToken<ChangePasswordInput> & { readonly address: string },
): Promise<{ sessionsEnded: number }> {
  const { db, principal } = context;
  const { userId } = principal;
  const { passwordHash: before } = await db.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  });
  const owner = `user ${userId}`;
  const isCurrent = await verifyPassword(owner, before, currentPassword);
  if (!isCurrent || before === null) throw new DomainError('INVALID_SIGN_IN');
  const person = requireFound(await passwordOwner(context, userId));
  await refuseWeakPassword(newPassword, person, 'newPassword');
  const passwordHash = await hashPassword(owner, newPassword);
  const changed = await db.write(async (client) => {
    const isReplaced = await replacePasswordHash(client, userId, { before, after: passwordHash });
    if (!isReplaced) throw new DomainError('INVALID_SIGN_IN');
    await deleteLinksOfUser(client, userId);
    const ended = await deleteOtherSessions(client, userId, sha256(token));
    const actor = memberWith(userId, { address, userAgent: context.userAgent });
    await recordOfPerson(client, context, userId, { action: 'password.changed', actor });
    return { sessionsEnded: ended.length };
  });
  mailPasswordChange(context, { userId, address });
  return changed;
}

function ownSession({ tokenHash, ...row }: SessionColumns, token: string): OwnSession {
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    lastUsedAt: new Date(row.lastUsedAt),
    expiresAt: new Date(row.expiresAt),
    isCurrent: tokenHash.equals(sha256(token)),
  };
}
