import type { ClientBase } from 'pg';
import type { Connection, ConnectionPage } from '#src/domain/connections/connection.ts';
import type { Database } from '../database.ts';
import { equal, ownedBy, type PageQuery, readList, Values, type VisibleRows, visibleTo, withoutHead } from './list.ts';

const from = `(SELECT g.*, c."name" AS "clientName", c."homepageUrl", c."logo" IS NOT NULL AS "hasLogo"
  FROM "OAuthGrant" g JOIN "OAuthClient" c ON c."clientId" = g."clientId")`;
const columns = `r."id", r."workspaceId", r."clientId", r."clientName", r."homepageUrl", r."hasLogo", r."scopes",
  r."createdAt", r."lastUsedAt", r."expiresAt", r."revokedAt"`;

/** The active connections that the caller sees, newest first. */
export async function readConnections(
  db: Database,
  query: PageQuery & VisibleRows & { readonly now: Date },
): Promise<ConnectionPage> {
  const { records, count } = await readList<Connection, Connection>(db, query, {
    name: 'connections.list',
    from,
    columns,
    order: 'r."createdAt" DESC, r."id" DESC',
    runner: 'pooled',
    conditions: (values) => [
      ...ownedBy('r', values, query.visible),
      `r."revokedAt" IS NULL AND r."expiresAt" > ${values.add(query.now, 'timestamptz')}`,
    ],
    toRecord: withoutHead,
  });
  return { connections: records, count };
}

/** A connection that the caller sees, whether or not it is active. */
export async function readConnection(
  client: ClientBase,
  visible: VisibleRows,
  id: string,
): Promise<Connection | undefined> {
  const values = new Values();
  const conditions = [...equal('r."id"', 'text', values, id), ...visibleTo('r', values, visible)];
  const text = `SELECT ${columns} FROM ${from} r WHERE ${conditions.join(' AND ')}`;
  return (await client.query<Connection>(text, values.list)).rows[0];
}
