import type { ServiceContext } from '../context.ts';

/**
 * Finds the owner of the demo workspace by e-mail address; undefined if there is none. Owners of other workspaces do not count:
 * they may be real people, whose workspaces nobody else may enter.
 */
export async function demoOwner(
  { db }: ServiceContext,
  email: string,
): Promise<{ workspaceId: number; userId: number } | undefined> {
  const owner = await db.prisma.membership.findFirst({
    where: { role: 'OWNER', removedAt: null, workspace: { isDemo: true }, user: { email } },
    select: { workspaceId: true, userId: true },
  });
  return owner ?? undefined;
}
