import type { ClientBase } from 'pg';
import type { Connection, ConnectionPage } from '#src/domain/connections/connection.ts';
import type { Database } from '../database.ts';
import { fixedStatement } from '../statement.ts';

export interface ConnectionQuery {
  readonly workspaceId: number;
  readonly userId: number;
  readonly now: Date;
  readonly offset: number;
  readonly limit: number;
}

const columns = `r."id", r."workspaceId", r."clientId", c."name" AS "clientName", c."homepageUrl",
  c."logo" IS NOT NULL AS "hasLogo", r."scopes", r."createdAt", r."lastUsedAt", r."expiresAt", r."revokedAt"`;
const source = 'FROM "OAuthGrant" r JOIN "OAuthClient" c ON c."clientId" = r."clientId"';
const active = `r."workspaceId" = $1 AND r."userId" = $2 AND r."revokedAt" IS NULL AND r."expiresAt" > $3::timestamptz`;

/** $1 workspace, $2 user, $3 now, $4 offset, $5 limit. */
const connectionsOfMember = fixedStatement(
  'connections.list',
  `SELECT h."count", r.* FROM (SELECT count(*)::int AS "count" ${source} WHERE ${active}) h
  LEFT JOIN (
    SELECT ${columns} ${source} WHERE ${active} ORDER BY r."createdAt" DESC, r."id" DESC LIMIT $5 OFFSET $4::bigint
  ) r ON true ORDER BY r."createdAt" DESC, r."id" DESC`,
);

/** The active connections of a member, newest first. */
export async function readConnections(db: Database, query: ConnectionQuery): Promise<ConnectionPage> {
  const { workspaceId, userId, now, offset, limit } = query;
  const values = [workspaceId, userId, now, offset, limit];
  const rows = await db.pooled.run<Connection & { count: number }>(connectionsOfMember, values);
  const connections = rows.filter(({ id }) => id !== null).map(({ count: _, ...connection }) => connection);
  return { connections, count: rows[0]?.count ?? 0 };
}

/** A connection of a member, whether or not it is active. */
export async function readConnection(
  client: ClientBase,
  { workspaceId, userId, id }: { workspaceId: number; userId: number; id: string },
): Promise<Connection | undefined> {
  const { rows } = await client.query<Connection>(
    `SELECT ${columns} ${source} WHERE r."workspaceId" = $1 AND r."userId" = $2 AND r."id" = $3`,
    [workspaceId, userId, id],
  );
  return rows[0];
}
