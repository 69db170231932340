import type { ClientBase, Pool } from 'pg';
import { type Connection, type ConnectionPage, connectionRecord } from '#src/domain/connections/connection.ts';
import type { AppAccess } from '#src/domain/webhooks/kinds.ts';
import type { Database } from '../database.ts';
import type { JsonRow } from './json-record.ts';
import { equal, ownedBy, type PageQuery, type Read, Values, type VisibleRows, visibleTo } from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, instant, recordReader } from './record-reader.ts';

const from = `(SELECT g.*, c."name" AS "clientName", c."homepageUrl", c."logo" IS NOT NULL AS "hasLogo", c."allowedScopes"
  FROM "OAuthGrant" g JOIN "OAuthClient" c ON c."clientId" = g."clientId")`;

const connections = recordReader<Connection>({
  ...columnsOfRecord('r', connectionRecord),
  scopes: { sql: 'ARRAY(SELECT s FROM unnest(r."scopes") s WHERE s = ANY (r."allowedScopes"))' },
  accessTokenExpiresAt: instant(`(SELECT max(t."expiresAt") FROM "OAuthToken" t
    WHERE t."workspaceId" = $1 AND t."grantId" = r."id" AND t."kind" = 'ACCESS')`),
});

/** Lists the active connections that the caller sees, newest first. */
export async function readConnections(
  db: Database,
  query: PageQuery & VisibleRows & { readonly now: Date },
): Promise<Read<ConnectionPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'connections.list',
    from,
    reader: connections,
    sort: { column: 'createdAt', type: 'timestamptz', direction: 'desc', idType: 'text' },
    cost: 'grows',
    conditions: (values) => [
      ...ownedBy('r', values, query.visible),
      `r."revokedAt" IS NULL AND r."expiresAt" > ${values.add(query.now, 'timestamptz')}`,
    ],
  });
  return { connections: records, ...page };
}

/** Reads a connection that the caller sees, active or not. */
export async function readConnection(
  { run }: Pick<Database, 'run'>,
  visible: VisibleRows,
  id: string,
): Promise<Connection | undefined> {
  const { text, values } = connectionQuery(visible, id);
  return connections.of(await run<JsonRow>({ name: 'connections.one', text }, values))[0];
}

/** Reads the same connection within a transaction that writes. */
export async function readConnectionWithin(
  client: Pick<ClientBase, 'query'>,
  visible: VisibleRows,
  id: string,
): Promise<Connection | undefined> {
  return connections.of((await client.query<JsonRow>(connectionQuery(visible, id))).rows)[0];
}

function connectionQuery(visible: VisibleRows, id: string) {
  const values = new Values();
  const conditions = [...visibleTo('r', values, visible), ...equal('r."id"', 'text', values, id)];
  return { text: `SELECT ${connections.record} FROM ${from} r WHERE ${conditions.join(' AND ')}`, values: values.list };
}

/**
 * Reads the current permissions of apps, by connection id: the scopes that the user granted and the app is still allowed. A
 * connection is absent if it, its app or its membership has ended, as no token of it is valid then.
 */
export async function readAppAccess(
  client: Pick<Pool, 'query'>,
  workspaceId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AppAccess>> {
  const { rows } = await client.query<AppAccess & { id: string }>(
    `SELECT g."id", m."role", ARRAY(SELECT s FROM unnest(g."scopes") s WHERE s = ANY (c."allowedScopes")) AS "scopes"
     FROM "OAuthGrant" g
     JOIN "OAuthClient" c ON c."clientId" = g."clientId" AND (c."status" <> 'REJECTED' OR c."workspaceId" = g."workspaceId")
     JOIN "Membership" m ON m."workspaceId" = g."workspaceId" AND m."userId" = g."userId" AND m."removedAt" IS NULL
     WHERE g."workspaceId" = $1 AND g."id" = ANY ($2::text[]) AND g."revokedAt" IS NULL AND g."expiresAt" > now()`,
    [workspaceId, ids],
  );
  return new Map(rows.map(({ id, ...access }) => [id, access]));
}
