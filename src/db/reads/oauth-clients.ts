import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import {
  type OAuthClient,
  type OAuthClientPage,
  type OAuthClientStatus,
  oauthClientRecord,
  type RegisteredClient,
} from '#src/domain/oauth-clients/oauth-client.ts';
import type { PageQuery, Read } from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

/** All columns except the secret's hash and the logo. */
const oauthClients = recordReader<OAuthClient>({
  ...columnsOfRecord('r', oauthClientRecord),
  hasLogo: { sql: 'r."logo" IS NOT NULL' },
});
export const oauthClientColumns = oauthClients.columns;

/** Lists the clients newest first. */
export async function readOAuthClients(db: Database, query: PageQuery): Promise<Read<OAuthClientPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'oauthClients.list',
    from: '"OAuthClient"',
    reader: oauthClients,
    sort: { column: 'createdAt', type: 'timestamptz', direction: 'desc' },
    cost: 'row',
  });
  return { oauthClients: records, ...page };
}

/** Lists the clients of all workspaces for the operator, in order of registration. */
export async function readClientsOfAll(
  { pool }: Pick<Database, 'pool'>,
  status: OAuthClientStatus | undefined,
): Promise<RegisteredClient[]> {
  const { rows } = await pool.query<RegisteredClient>(
    `SELECT r."clientId", r."name", r."status", r."workspaceId", r."approvalRequestedAt" FROM "OAuthClient" r
    WHERE $1::text IS NULL OR r."status"::text = $1 ORDER BY r."createdAt", r."workspaceId", r."id"`,
    [status ?? null],
  );
  return rows;
}

/** Returns undefined if there is no such client, or it has no logo. */
export async function readClientLogo(
  { pool }: Pick<Database, 'pool'>,
  clientId: string,
): Promise<{ readonly type: string; readonly content: Buffer } | undefined> {
  const { rows } = await pool.query<{ type: string; content: Buffer }>(
    'SELECT "logoType" AS "type", "logo" AS "content" FROM "OAuthClient" WHERE "clientId" = $1 AND "logo" IS NOT NULL',
    [clientId],
  );
  return rows[0];
}

/** Reads a client by its number, within the workspace that registered it. */
export async function readOAuthClientOf(
  { pool }: Pick<Database, 'pool'>,
  key: RecordKey,
): Promise<OAuthClient | undefined> {
  const text = `SELECT ${oauthClientColumns} FROM "OAuthClient" r WHERE r."workspaceId" = $1 AND r."id" = $2`;
  return (await pool.query<OAuthClient>(text, [...key])).rows[0];
}

export async function readOAuthClient(
  { pool }: Pick<Database, 'pool'>,
  clientId: string,
): Promise<OAuthClient | undefined> {
  const text = `SELECT ${oauthClientColumns} FROM "OAuthClient" r WHERE r."clientId" = $1`;
  return (await pool.query<OAuthClient>(text, [clientId])).rows[0];
}
