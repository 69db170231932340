import { DomainError } from '#src/domain/errors.ts';
import { actorOf } from '#src/domain/event-calls/call-history.ts';
import type { RemoveUserInput } from '#src/domain/members/member.ts';
import { mayChangeRole, type Role } from '#src/domain/principal/roles.ts';
import type { CallerContext } from '../context.ts';
import { type Removal, removeMember } from './remove-member.ts';

export type RemovedUser = Removal & { readonly userId: number };

/** Removes a member on behalf of an owner or admin who manages the member's role. */
export async function removeUser(
  context: CallerContext,
  { id: userId, ...input }: RemoveUserInput,
): Promise<RemovedUser> {
  const { workspaceId, role } = context.principal;
  const requireRole = (removed: Role | undefined) => {
    if (!removed) throw new DomainError('NOT_FOUND');
    if (!mayChangeRole(role, removed, removed)) {
      throw new DomainError('FORBIDDEN', { message: 'Only an owner can remove an owner' });
    }
  };
  const options = { userField: 'id', requireRole, actor: actorOf(context.principal), caller: context };
  const removal = await removeMember(context, { workspaceId, userId, ...input }, options);
  return { userId, ...removal };
}
