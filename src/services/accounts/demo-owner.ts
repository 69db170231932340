import type { ServiceContext } from '../context.ts';

/**
 * The owner of the demo workspace with this address; undefined where there is none. Another owner may be a person who has other
 * workspaces, which nobody else may enter.
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
