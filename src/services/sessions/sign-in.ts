import { DomainError } from '#src/domain/errors.ts';
import type { SignInInput } from '#src/domain/sessions/session.ts';
import { verifyPassword } from '#src/lib/password.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { createSession, type NewSession } from './create-session.ts';

export interface SignedIn extends NewSession {
  userId: number;
  workspaceId: number;
}

/** A session in the workspace that the user joined first. Whether an address is known is not to be learnt here. */
export async function signIn(context: ServiceContext, { email, password }: SignInInput): Promise<SignedIn> {
  const user = await findUser(context, email);
  const isRight = await verifyPassword(user?.passwordHash, password);
  if (!user || !isRight) throw new DomainError('INVALID_SIGN_IN');
  const workspaceId = user.memberships[0]?.workspaceId;
  if (workspaceId === undefined) {
    throw new DomainError('FORBIDDEN', { message: 'You are not a member of any workspace' });
  }
  const session = await createSession(context, { workspaceId, userId: user.id });
  return { userId: user.id, workspaceId, ...session };
}

/** Whether a sign-in failed for what was guessed wrong, and not for anything else. */
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
        select: { workspaceId: true },
        orderBy: [{ createdAt: 'asc' }, { workspaceId: 'asc' }],
        take: 1,
      },
    },
  });
}
