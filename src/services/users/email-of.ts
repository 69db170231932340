import type { ServiceContext } from '../context.ts';

/** Whom a person is signed in as, in their own words. */
export async function emailOf({ db }: ServiceContext, userId: number): Promise<string> {
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return user.email;
}
