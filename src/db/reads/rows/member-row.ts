import type { Prisma } from '#src/db/generated/prisma/client.ts';
import type { Member } from '#src/domain/users/user.ts';

const person = { id: true, email: true, username: true, firstName: true, lastName: true, timeZone: true } as const;

/** What a member's record takes from the person. */
export const memberParts = { user: { select: person } } as const satisfies Prisma.MembershipInclude;

export type MemberRow = Prisma.MembershipGetPayload<{ include: typeof memberParts }>;

export function memberOfRow({ user, role, createdAt }: MemberRow): Member {
  const { id, email, username, firstName, lastName, timeZone } = user;
  return { id, email, username, firstName, lastName, timeZone, role, createdAt: createdAt.toISOString() };
}
