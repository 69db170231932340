import type { CallerContext, ServiceContext } from '../context.ts';

/** The caller and the workspace, as the e-mail with a link names them. */
export async function makerOf({ db, principal }: CallerContext): Promise<{ workspace: string; maker: string }> {
  const { workspaceId, userId } = principal;
  const [{ name: workspace }, maker] = await Promise.all([
    db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true } }),
    makerName({ db }, userId),
  ]);
  return { workspace, maker: maker ?? '' };
}

/** The name and e-mail address of a user; null if the user no longer exists. */
export async function makerName({ db }: Pick<ServiceContext, 'db'>, userId: number): Promise<string | null> {
  const user = await db.prisma.user.findUnique({
    where: { id: userId },
    select: { firstName: true, lastName: true, email: true },
  });
  if (!user) return null;
  const name = `${user.firstName} ${user.lastName}`.trim();
  return name === '' ? user.email : `${name} (${user.email})`;
}
