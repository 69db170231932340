import { generateSessionToken } from '#src/domain/access/credentials.ts';
import { DomainError } from '#src/domain/errors.ts';
import {
  type CreateSessionInput,
  isWellFormedSessionToken,
  type SignInInput,
  type SignOutInput,
  type SwitchWorkspaceInput,
  sessionIdleMs,
} from '#src/domain/sessions/session.ts';
import { sha256 } from '#src/lib/crypto.ts';
import { verifyPassword } from '#src/lib/password.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import { requireMember } from '#src/services/users.ts';

export interface SignedIn extends NewSession {
  userId: number;
  workspaceId: number;
}

/** Creates a session in the workspace that the user joined first. The error does not reveal whether the address is known. */
export async function signIn(context: ServiceContext, { email, password }: SignInInput): Promise<SignedIn> {
  const user = await findUser(context, email);
  const isPassword = await verifyPassword(user?.passwordHash, password);
  if (!user || !isPassword) throw new DomainError('INVALID_SIGN_IN');
  const workspaceId = user.memberships[0]?.workspaceId;
  if (workspaceId === undefined) {
    throw new DomainError('FORBIDDEN', { message: 'You are not a member of any workspace' });
  }
  const session = await createSession(context, { workspaceId, userId: user.id });
  return { userId: user.id, workspaceId, ...session };
}

/** Whether a sign-in failed because the e-mail address or the password was wrong, and for no other reason. */
export function isWrongSignIn(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'INVALID_SIGN_IN';
}

function findUser(context: ServiceContext, email: string) {
  return context.db.prisma.user.findUnique({
    where: { email },
    select: {
      id: true,
      passwordHash: true,
      memberships: {
        where: { removedAt: null },
        select: { workspaceId: true },
        orderBy: [{ createdAt: 'asc' }, { workspaceId: 'asc' }],
        take: 1,
      },
    },
  });
}

interface NewSession {
  /** Only its hash is stored. */
  token: string;
  expiresAt: Date;
}

/** Creates a session of a member in the workspace, as if they had signed in. */
export async function createSession(
  context: ServiceContext,
  { workspaceId, userId }: CreateSessionInput,
): Promise<NewSession> {
  await requireMember(context, { workspaceId, userId });
  const token = generateSessionToken();
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + sessionIdleMs);
  await context.db.prisma.session.create({
    data: {
      tokenHash: sha256(token),
      workspaceId,
      userId,
      expiresAt,
      lastUsedAt: now,
      createdAt: now,
    },
  });
  return { token, expiresAt };
}

/** Moves the session to another workspace. One that the user is not a member of counts as unknown. */
export async function switchWorkspace(
  { db, principal: { userId } }: CallerContext,
  { token, workspaceId }: SwitchWorkspaceInput & { token: string },
): Promise<{ workspaceId: number }> {
  const member = await db.prisma.membership.findFirst({ where: { workspaceId, userId, removedAt: null } });
  if (!member) throw new DomainError('NOT_FOUND');
  await db.prisma.session.updateMany({ where: { tokenHash: sha256(token), userId }, data: { workspaceId } });
  return { workspaceId };
}

/** Ends the session. It is no error if it has ended already. */
export async function signOut(context: ServiceContext, { token }: SignOutInput): Promise<void> {
  if (!isWellFormedSessionToken(token)) return;
  await context.db.prisma.session.deleteMany({ where: { tokenHash: sha256(token) } });
}
