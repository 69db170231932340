import type { ClientBase } from 'pg';
import type { OAuthClient, OAuthClientStatus } from '#src/domain/oauth-clients/oauth-client.ts';
import { oauthClientColumns } from '../reads/oauth-clients.ts';

/** The fields that a client is registered with and that may be changed. */
export interface OAuthClientFields {
  readonly name?: string | undefined;
  readonly homepageUrl?: string | null | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly grantTypes?: readonly string[] | undefined;
  readonly allowedScopes?: readonly string[] | undefined;
  readonly secretHash?: Buffer | null | undefined;
  readonly status?: OAuthClientStatus | undefined;
  readonly approvalRequestedAt?: Date | undefined;
  readonly logo?: Buffer | null | undefined;
  readonly logoType?: string | null | undefined;
}

export interface NewOAuthClient extends OAuthClientFields {
  readonly userId: number;
  readonly clientId: string;
  readonly clientType: string;
  readonly createdAt: Date;
}

/** The number of clients of the workspace. Locks the workspace, so that no other transaction adds one until this one ends. */
export async function lockNumberOfClients(client: ClientBase, workspaceId: number): Promise<number> {
  await client.query('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [workspaceId]);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS "count" FROM "OAuthClient" WHERE "workspaceId" = $1',
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

export async function insertClient(client: ClientBase, workspaceId: number, row: NewOAuthClient): Promise<OAuthClient> {
  const { names, values } = columnsOf({ ...row, updatedAt: row.createdAt });
  const columns = names.map((name) => `"${name}"`).join(', ');
  const parameters = names.map((_, index) => `$${index + 2}`).join(', ');
  const { rows } = await client.query<OAuthClient>(
    `INSERT INTO "OAuthClient" AS r ("workspaceId", ${columns}) VALUES ($1, ${parameters}) RETURNING ${oauthClientColumns}`,
    [workspaceId, ...values],
  );
  return rows[0] as OAuthClient;
}

/** The client, locked until the transaction ends. */
export async function lockClient(
  client: ClientBase,
  workspaceId: number,
  id: number,
): Promise<OAuthClient | undefined> {
  const { rows } = await client.query<OAuthClient>(
    `SELECT ${oauthClientColumns} FROM "OAuthClient" r WHERE r."workspaceId" = $1 AND r."id" = $2 FOR UPDATE`,
    [workspaceId, id],
  );
  return rows[0];
}

/** The same by its public id, in any workspace. */
export async function lockClientOfId(
  client: ClientBase,
  clientId: string,
): Promise<(OAuthClient & { readonly workspaceId: number }) | undefined> {
  const { rows } = await client.query<OAuthClient & { workspaceId: number }>(
    `SELECT ${oauthClientColumns}, r."workspaceId" FROM "OAuthClient" r WHERE r."clientId" = $1 FOR UPDATE`,
    [clientId],
  );
  return rows[0];
}

export async function updateClient(
  client: ClientBase,
  key: { readonly workspaceId: number; readonly id: number },
  fields: OAuthClientFields & { readonly updatedAt: Date },
): Promise<OAuthClient> {
  const { names, values } = columnsOf(fields);
  const updates = names.map((name, index) => `"${name}" = $${index + 3}`).join(', ');
  const { rows } = await client.query<OAuthClient>(
    `UPDATE "OAuthClient" r SET ${updates} WHERE r."workspaceId" = $1 AND r."id" = $2 RETURNING ${oauthClientColumns}`,
    [key.workspaceId, key.id, ...values],
  );
  return rows[0] as OAuthClient;
}

export async function deleteClient(client: ClientBase, workspaceId: number, id: number): Promise<void> {
  await client.query('DELETE FROM "OAuthClient" WHERE "workspaceId" = $1 AND "id" = $2', [workspaceId, id]);
}

/** The column names come from the types above, never from input. */
function columnsOf(fields: object): { names: string[]; values: unknown[] } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { names: entries.map(([name]) => name), values: entries.map(([, value]) => value) };
}
