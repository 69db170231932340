import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import type { OAuthClient, OAuthClientStatus } from '#src/domain/oauth-clients/oauth-client.ts';
import { oauthClientColumns } from '../reads/oauth-clients.ts';
import { presentColumns } from './rows.ts';

/** The fields of a client at registration, which may be updated. Their names are those of the columns. */
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

interface NewOAuthClient extends OAuthClientFields {
  readonly userId: number;
  readonly clientId: string;
  readonly clientType: string;
  readonly createdAt: Date;
}

export async function insertClient(client: ClientBase, workspaceId: number, row: NewOAuthClient): Promise<OAuthClient> {
  const { clientId, ...fields } = row;
  const { names, placeholders, values } = presentColumns({ ...fields, updatedAt: row.createdAt });
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "OAuthClient" ("workspaceId", "clientId"${names}) VALUES ($1, $2${placeholders}) RETURNING "id"`,
    [workspaceId, clientId, ...values],
  );
  return readClient(client, [workspaceId, (rows[0] as { id: number }).id]);
}

/** Locks the client until the transaction ends, and reads it. */
export async function lockClient(client: ClientBase, key: RecordKey): Promise<OAuthClient | undefined> {
  const { rows } = await client.query<OAuthClient>(
    `SELECT ${oauthClientColumns} FROM "OAuthClient" r WHERE r."workspaceId" = $1 AND r."id" = $2 FOR UPDATE`,
    [...key],
  );
  return rows[0];
}

/** Locks and reads a client of any workspace by its public client id. */
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

/**
 * Replaces the secret. The current secret stays valid until `previousUntil`; if that is null, it ends at once. Its hash stays,
 * so that the request log can distinguish it from a wrong secret. If an earlier secret is still valid, that one stays valid for
 * its time and the current secret ends: if the response to a rotation was lost, nobody has seen the current secret.
 */
export async function replaceClientSecret(
  client: ClientBase,
  key: RecordKey,
  { secretHash, previousUntil, updatedAt }: { secretHash: Buffer; previousUntil: Date | null; updatedAt: Date },
): Promise<OAuthClient> {
  await client.query(
    `UPDATE "OAuthClient" SET "secretHash" = $3, "updatedAt" = $5::timestamptz,
       "previousSecretHash" = CASE WHEN ${keepsPrevious} THEN "previousSecretHash" ELSE "secretHash" END,
       "previousSecretUntil" = CASE WHEN ${keepsPrevious} THEN "previousSecretUntil" ELSE $4::timestamptz END
     WHERE "workspaceId" = $1 AND "id" = $2`,
    [...key, secretHash, previousUntil, updatedAt],
  );
  return readClient(client, key);
}

const keepsPrevious = '($4::timestamptz IS NOT NULL AND "previousSecretUntil" > $5::timestamptz)';

export async function updateClient(
  client: ClientBase,
  key: RecordKey,
  { updatedAt, ...fields }: OAuthClientFields & { readonly updatedAt: Date },
): Promise<OAuthClient> {
  const { updates, values } = presentColumns(fields);
  await client.query(
    `UPDATE "OAuthClient" SET ${updates}"updatedAt" = $${values.length + 3} WHERE "workspaceId" = $1 AND "id" = $2`,
    [...key, ...values, updatedAt],
  );
  return readClient(client, key);
}

/** Reads the client after writing it, because Citus refuses the cast of the enums in RETURNING. */
async function readClient(client: ClientBase, key: RecordKey): Promise<OAuthClient> {
  const { rows } = await client.query<OAuthClient>(
    `SELECT ${oauthClientColumns} FROM "OAuthClient" r WHERE r."workspaceId" = $1 AND r."id" = $2`,
    [...key],
  );
  return rows[0] as OAuthClient;
}

export async function deleteClient(client: ClientBase, key: RecordKey): Promise<void> {
  await client.query('DELETE FROM "OAuthClient" WHERE "workspaceId" = $1 AND "id" = $2', [...key]);
}
