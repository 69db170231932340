import { recordNotFound } from '#src/domain/errors.ts';
import { isVisible } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';

/** Throws NOT_FOUND unless the user is a member of the workspace whose records of this type the caller sees. */
export async function requireVisibleMember(
  { db, principal }: Pick<CallerContext, 'db' | 'principal'>,
  type: 'CalendarConnection' | 'TimeOff',
  userId: number,
): Promise<void> {
  const { workspaceId } = principal;
  if (userId === principal.userId) return;
  const isMember = (await db.prisma.membership.count({ where: { workspaceId, userId, removedAt: null } })) > 0;
  if (!isMember || !isVisible(type, principal, { userId })) throw recordNotFound('userId');
}
