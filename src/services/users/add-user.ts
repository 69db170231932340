import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { validationError } from '#src/domain/errors.ts';
import type { AddUserInput } from '#src/domain/users/user.ts';
import { hashPassword } from '#src/lib/password.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { ensureUser } from './ensure-user.ts';

/** Somebody known from another workspace joins as they are: their password and name stay, whatever was given here. */
export async function addUser(
  context: ServiceContext,
  input: AddUserInput,
): Promise<{ userId: number; isNewUser: boolean }> {
  const passwordHash = await hashPassword(input.password);
  return context.db.prisma.$transaction(async (tx) => {
    const timeZone = await timeZoneOf(tx, input.workspaceId);
    const { userId, isNew } = await ensureUser(tx, { ...input, passwordHash, timeZone });
    await join(tx, { workspaceId: input.workspaceId, userId, role: input.role });
    return { userId, isNewUser: isNew };
  });
}

async function timeZoneOf(tx: Prisma.TransactionClient, workspaceId: number): Promise<string> {
  const workspace = await tx.workspace.findUnique({ where: { id: workspaceId }, select: { timeZone: true } });
  if (!workspace) throw validationError({ workspaceId: ['There is no workspace with this id'] });
  return workspace.timeZone;
}

async function join(tx: Prisma.TransactionClient, membership: Prisma.MembershipCreateManyInput): Promise<void> {
  const { count } = await tx.membership.createMany({ data: membership, skipDuplicates: true });
  if (count === 0) throw validationError({ email: ['Is a member of this workspace already'] });
}
