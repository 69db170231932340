import type { ServiceContext } from '../context.ts';

/** The owner of the demo workspace; undefined where there is none. */
export async function demoOwner({ db }: ServiceContext): Promise<{ workspaceId: number; userId: number } | undefined> {
  const owner = await db.prisma.membership.findFirst({
    where: { role: 'OWNER', removedAt: null, workspace: { isDemo: true } },
    select: { workspaceId: true, userId: true },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
  });
  return owner ?? undefined;
}
