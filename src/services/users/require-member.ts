import { validationError } from '#src/domain/errors.ts';
import type { ServiceContext } from '#src/services/context.ts';

/** Refuses with a field error when the user is no member of the workspace. */
export async function requireMember(
  context: ServiceContext,
  { workspaceId, userId }: { workspaceId: number; userId: number },
): Promise<void> {
  const { membership, workspace } = context.db.prisma;
  const isMember = await membership.count({ where: { workspaceId, userId } });
  if (isMember) return;
  const isWorkspace = await workspace.count({ where: { id: workspaceId } });
  throw isWorkspace
    ? validationError({ userId: ['Is no member of this workspace'] })
    : validationError({ workspaceId: ['There is no workspace with this id'] });
}
