import type { Database } from '#src/db/database.ts';
import type { Member, MemberPage } from '#src/domain/users/user.ts';
import { isCommonLimit, writtenStatement } from '../statement.ts';
import { anyOf, containing } from './list.ts';
import { Values } from './values.ts';

export interface MemberQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  readonly roles?: readonly string[];
}

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
  const text = `SELECT h."count", r.* FROM (SELECT count(*)::int AS "count" ${source}) h
    LEFT JOIN (SELECT u."id", u."email", u."username", u."firstName", u."lastName", u."timeZone", m."role", m."createdAt"
      ${source} ORDER BY m."createdAt", u."id" LIMIT ${query.limit} OFFSET ${values.add(query.offset, 'bigint')}) r ON true
    ORDER BY r."createdAt", r."id"`;
  const runner = query.searchWords ? db.pooled : db.pipelined;
  const isCommon = isCommonLimit(query.limit) && !query.searchWords;
  const statement = writtenStatement('users.list', text, { isCommon });
  const rows = await runner.run<Member & { count: number }>(statement, values.list);
  const users = rows.filter((row) => row.id !== null).map(({ count: _count, ...member }) => member);
  return { users, count: rows[0]?.count ?? 0 };
}
