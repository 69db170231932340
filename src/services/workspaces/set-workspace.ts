import type { Plan } from '#src/domain/access/roles.ts';
import { validationError } from '#src/domain/errors.ts';
import type { SetWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import type { ServiceContext } from '#src/services/context.ts';

/** What the operator grants a workspace. In force with its next request. */
export async function setWorkspace(
  context: ServiceContext,
  { workspaceId, plan, rateLimitPoints }: SetWorkspaceInput,
): Promise<{ workspaceId: number; plan: Plan; rateLimitPoints: number }> {
  const [workspace] = await context.db.prisma.workspace.updateManyAndReturn({
    where: { id: workspaceId },
    data: { plan, rateLimitPoints },
    select: { plan: true, rateLimitPoints: true },
  });
  if (!workspace) throw validationError({ workspaceId: ['There is no workspace with this id'] });
  return { workspaceId, ...workspace };
}
