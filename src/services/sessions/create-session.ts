import { generateSessionToken } from '#src/domain/access/credentials.ts';
import { type CreateSessionInput, sessionIdleMs } from '#src/domain/sessions/session.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { requireMember } from '#src/services/users/require-member.ts';

export interface NewSession {
  /** Told here once: only its hash is stored. */
  token: string;
  expiresAt: Date;
}

/** A session of a member in the workspace, as if they had signed in. */
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
