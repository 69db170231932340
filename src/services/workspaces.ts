import type { Plan } from '#src/domain/access/plans.ts';
import { validationError } from '#src/domain/errors.ts';
import { type CreateWorkspaceInput, contactStage, type SetWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { hashPassword, verifyPassword } from '#src/lib/password.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type EnsuredUser, ensureUser } from '#src/services/users.ts';

/** Creates a workspace with its owner and its contact stage. A known user owns it with the password they have. */
export async function createWorkspace(
  context: ServiceContext,
  input: CreateWorkspaceInput,
): Promise<{ workspaceId: number; userId: number }> {
  const passwordHash = await hashPassword(input.ownerPassword);
  return context.db.prisma.$transaction(async (tx) => {
    const owner = await ensureUser(tx, {
      email: input.ownerEmail,
      passwordHash,
      firstName: input.ownerFirstName,
      lastName: input.ownerLastName,
      timeZone: input.timeZone,
    });
    await refuseOtherPassword(owner, input.ownerPassword);
    const workspace = await tx.workspace.create({ data: workspaceOf(input, owner.userId), select: { id: true } });
    return { workspaceId: workspace.id, userId: owner.userId };
  });
}

/** Without this check, the operator would believe that the entered password is valid. */
async function refuseOtherPassword(owner: EnsuredUser, password: string): Promise<void> {
  if (owner.isNew || (await verifyPassword(owner.passwordHash, password))) return;
  throw validationError({ ownerPassword: ['A user with this e-mail address exists and has another password'] });
}

function workspaceOf({ name, plan, timeZone }: CreateWorkspaceInput, userId: number) {
  const { options, ...field } = contactStage;
  const stages = options.map((option, displayIndex) => ({ name: option, displayIndex, isDefault: displayIndex === 0 }));
  return {
    name,
    plan,
    timeZone,
    memberships: { create: { userId, role: 'OWNER' as const } },
    customFields: { create: { ...field, isSystemField: true, options: { create: stages } } },
  };
}

/** Sets what the operator grants a workspace. It is in force with the workspace's next request. */
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

/** Reads the name of a workspace; empty where there is none. */
export async function workspaceNameOf({ db }: ServiceContext, workspaceId: number): Promise<string> {
  const workspace = await db.prisma.workspace.findUnique({ where: { id: workspaceId }, select: { name: true } });
  return workspace?.name ?? '';
}
