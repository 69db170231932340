import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type { Member, MemberPage } from '#src/domain/users/user.ts';
import { isCommonLimit, writtenStatement } from '../statement.ts';
import { anyOf, containing, Values } from './list.ts';

type UserColumns = Pick<Member, 'id' | 'email' | 'username' | 'firstName' | 'lastName' | 'timeZone'>;
type MembershipColumns = Pick<Member, 'role'> & { readonly createdAt: Instant };

/** The record of a member, from either source. */
function member({ id, email, username, firstName, lastName, timeZone }: UserColumns, row: MembershipColumns): Member {
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

export interface MemberQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  readonly roles?: readonly string[];
}

type SqlRow = UserColumns & MembershipColumns & { readonly count: number };

const searchText = `lower(u."firstName" || ' ' || u."lastName" || E'\\n' || u."email")`;

/** In the order in which they joined. */
export async function readMembers(db: Database, query: MemberQuery): Promise<MemberPage> {
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const conditions = [
    'm."workspaceId" = $1',
    ...anyOf('m."role"', '"Role"', values, query.roles),
    ...containing(searchText, values, query.searchWords),
  ];
  const source = `FROM "Membership" m JOIN "User" u ON u."id" = m."userId" WHERE ${conditions.join(' AND ')}`;
  const page = `SELECT u."id", u."email", u."username", u."firstName", u."lastName", u."timeZone", m."role", m."createdAt"
    ${source} ORDER BY m."createdAt", u."id" LIMIT ${query.limit} OFFSET ${values.add(query.offset, 'bigint')}`;
  const text = `SELECT h.*, r.* FROM (SELECT ${values.nonce()}, count(*)::int AS "count" ${source}) h
    LEFT JOIN (${page}) r ON true ORDER BY r."createdAt", r."id"`;
  const isSearch = query.searchWords !== undefined;
  const statement = writtenStatement('users.list', text, { isCommon: isCommonLimit(query.limit) && !isSearch });
  const rows = await (isSearch ? db.pooled : db.pipelined).run<SqlRow>(statement, values.list);
  return { users: rows.filter(({ id }) => id !== null).map((row) => member(row, row)), count: rows[0]?.count ?? 0 };
}
