import type { ServiceContext } from '../context.ts';

/** What the members of a workspace call it; empty where there is none. */
export async function workspaceNameOf({ db }: ServiceContext, workspaceId: number): Promise<string> {
  const workspace = await db.prisma.workspace.findUnique({ where: { id: workspaceId }, select: { name: true } });
  return workspace?.name ?? '';
}
