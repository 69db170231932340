import { DomainError } from '#src/domain/errors.ts';
import type { SwitchWorkspaceInput } from '#src/domain/sessions/session.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { CallerContext } from '../context.ts';

/** From now on the session acts in this workspace. One that the user is not a member of is none. */
export async function switchWorkspace(
  { db, principal: { userId } }: CallerContext,
  { token, workspaceId }: SwitchWorkspaceInput & { token: string },
): Promise<{ workspaceId: number }> {
  const member = await db.prisma.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  if (!member) throw new DomainError('NOT_FOUND');
  await db.prisma.session.updateMany({ where: { tokenHash: sha256(token), userId }, data: { workspaceId } });
  return { workspaceId };
}
