import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type { Member, MemberPage } from '#src/domain/users/user.ts';
import { anyOf, containing, type Read, type SearchQuery } from './list.ts';
import { readList } from './read-list.ts';

export type UserColumns = Pick<Member, 'id' | 'email' | 'username' | 'firstName' | 'lastName' | 'timeZone'>;
export type MembershipColumns = Pick<Member, 'role'> & { readonly createdAt: Instant };

/** The record of a member, from either source. */
export function member(
  { id, email, username, firstName, lastName, timeZone }: UserColumns,
  row: MembershipColumns,
): Member {
  const createdAt = isoText(row.createdAt);
  return { id, email, username, firstName, lastName, timeZone, role: row.role, createdAt };
}

const user = { id: true, email: true, username: true, firstName: true, lastName: true, timeZone: true } as const;

/** What Prisma includes for the record of a member. */
export const memberParts = { user: { select: user } } as const satisfies Prisma.MembershipInclude;

type PrismaRow = Prisma.MembershipGetPayload<{ include: typeof memberParts }>;

export function memberOfRow(row: PrismaRow): Member {
  return member(row.user, row);
}

interface MemberQuery extends SearchQuery {
  readonly roles?: readonly string[];
}

/** In the order in which they joined. */
export async function readMembers(db: Database, query: MemberQuery): Promise<Read<MemberPage>> {
  const { records, ...page } = await readList<UserColumns & MembershipColumns, Member>(db, query, {
    name: 'users.list',
    from: `(SELECT m."workspaceId", u."id", u."email", u."username", u."firstName", u."lastName", u."timeZone", m."role",
      m."createdAt" FROM "Membership" m JOIN "User" u ON u."id" = m."userId" WHERE m."removedAt" IS NULL)`,
    columns: 'r.*',
    sort: { column: 'createdAt', type: 'timestamptz', direction: 'asc' },
    runner: 'pipelined',
    conditions: (values) => [
      ...anyOf('r."role"', '"Role"', values, query.roles),
      ...containing(`lower(r."firstName" || ' ' || r."lastName" || E'\\n' || r."email")`, values, query.searchWords),
    ],
    toRecord: (row) => member(row, row),
  });
  return { users: records, ...page };
}
