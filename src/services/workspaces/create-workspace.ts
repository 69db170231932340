import { validationError } from '#src/domain/errors.ts';
import { type CreateWorkspaceInput, contactStage } from '#src/domain/workspaces/workspace.ts';
import { hashPassword, verifyPassword } from '#src/lib/password.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type EnsuredUser, ensureUser } from '#src/services/users/ensure-user.ts';

/** A workspace with its owner and its contact stage. Somebody known already owns it with the password they have. */
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

/** Whoever gave the password would otherwise believe that it is in force. */
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
