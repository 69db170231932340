import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { type Member, type MemberPage, memberRecord } from '#src/domain/members/member.ts';
import { columnsOf, type JsonRow } from './json-record.ts';
import { anyOf, containing, type Read, type SearchQuery } from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

const user = { id: true, email: true, username: true, firstName: true, lastName: true, timeZone: true } as const;

/** The relations that Prisma includes for the record of a member. */
export const memberParts = { user: { select: user } } as const satisfies Prisma.MembershipInclude;

type PrismaRow = Prisma.MembershipGetPayload<{ include: typeof memberParts }>;

/** Returns the fields of a member that Prisma's row lacks. */
export function memberOfRow(row: PrismaRow) {
  return row.user;
}

/** The columns of a member that come from the user. */
export const userKeys = Object.keys(user) as (keyof typeof user)[];

const members = recordReader<Member>(columnsOfRecord('r', memberRecord));

const from = `(SELECT m."workspaceId", ${columnsOf('u', userKeys)}, m."role", m."meetingLink", m."createdAt"
  FROM "Membership" m JOIN "User" u ON u."id" = m."userId" WHERE m."removedAt" IS NULL)`;

interface MemberQuery extends SearchQuery {
  readonly roles?: readonly string[];
}

/** Lists members in the order in which they joined. */
export async function readMembers(db: Database, query: MemberQuery): Promise<Read<MemberPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'users.list',
    from,
    reader: members,
    sort: { column: 'createdAt', type: 'timestamptz', direction: 'asc' },
    cost: 'row',
    conditions: (values) => [
      ...anyOf('r."role"', '"Role"', values, query.roles),
      ...containing(`lower(r."firstName" || ' ' || r."lastName" || E'\\n' || r."email")`, values, query.searchWords),
    ],
  });
  return { users: records, ...page };
}

/** All members of a workspace, in the order in which they joined. */
export async function readMembersOfWorkspace({ pool }: Pick<Database, 'pool'>, workspaceId: number): Promise<Member[]> {
  const { rows } = await pool.query<JsonRow>(
    `SELECT ${members.record} FROM ${from} r WHERE r."workspaceId" = $1 ORDER BY r."createdAt", r."id"`,
    [workspaceId],
  );
  return members.of(rows);
}
