import type { ClientBase } from 'pg';
import type { Connection, ConnectionPage } from '#src/domain/connections/connection.ts';
import type { Database } from '../database.ts';
import { equal, Values, type VisibleRows, visibleTo } from './list.ts';

export interface ConnectionQuery extends VisibleRows {
  readonly now: Date;
  readonly offset: number;
  readonly limit: number;
}

const columns = `r."id", r."workspaceId", r."clientId", c."name" AS "clientName", c."homepageUrl",
  c."logo" IS NOT NULL AS "hasLogo", r."scopes", r."createdAt", r."lastUsedAt", r."expiresAt", r."revokedAt"`;
const source = 'FROM "OAuthGrant" r JOIN "OAuthClient" c ON c."clientId" = r."clientId"';

/** The active connections that the caller sees, newest first. */
export async function readConnections(db: Database, query: ConnectionQuery): Promise<ConnectionPage> {
  const values = new Values();
  const now = values.add(query.now, 'timestamptz');
  const active = ['r."revokedAt" IS NULL', `r."expiresAt" > ${now}`, ...visibleTo('r', values, query)].join(' AND ');
  const text = `SELECT h."count", r.* FROM (SELECT count(*)::int AS "count" ${source} WHERE ${active}) h
    LEFT JOIN (
      SELECT ${columns} ${source} WHERE ${active} ORDER BY r."createdAt" DESC, r."id" DESC
      LIMIT ${values.add(query.limit, 'int')} OFFSET ${values.add(query.offset, 'bigint')}
    ) r ON true ORDER BY r."createdAt" DESC, r."id" DESC`;
  const rows = await db.pooled.run<Connection & { count: number }>({ name: 'connections.list', text }, values.list);
  const connections = rows.filter(({ id }) => id !== null).map(({ count: _, ...connection }) => connection);
  return { connections, count: rows[0]?.count ?? 0 };
}

/** A connection that the caller sees, whether or not it is active. */
export async function readConnection(
  client: ClientBase,
  visible: VisibleRows,
  id: string,
): Promise<Connection | undefined> {
  const values = new Values();
  const conditions = [...equal('r."id"', 'text', values, id), ...visibleTo('r', values, visible)];
  const { rows } = await client.query<Connection>(
    `SELECT ${columns} ${source} WHERE ${conditions.join(' AND ')}`,
    values.list,
  );
  return rows[0];
}
