import type { ClientBase } from 'pg';
import { type ApiKeyRecord, type ApiKeyRow, apiKeyColumns, apiKeyOfRow } from '../reads/api-keys.ts';
import { lockAndCount } from './rows.ts';

export interface NewApiKey {
  readonly workspaceId: number;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** Counts the active keys of the workspace. Every insert calls this first, so the lock keeps others from adding keys. */
export function lockAndCountActiveApiKeys(client: ClientBase, workspaceId: number, now: Date): Promise<number> {
  const condition = '"revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > $2)';
  return lockAndCount(client, workspaceId, { table: 'ApiKey', condition, values: [now] });
}

export async function insertApiKey(
  client: ClientBase,
  { workspaceId, userId, name, scopes, expiresAt, createdAt }: NewApiKey,
  { hash, lastFour }: { readonly hash: Buffer; readonly lastFour: string },
): Promise<ApiKeyRecord> {
  const { rows } = await client.query<ApiKeyRow>(
    `INSERT INTO "ApiKey" AS r ("workspaceId", "userId", "name", "hash", "lastFour", "scopes", "expiresAt", "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${apiKeyColumns}`,
    [workspaceId, userId, name, hash, lastFour, scopes, expiresAt, createdAt],
  );
  return apiKeyOfRow(rows[0] as ApiKeyRow);
}

/** Locks the key until the transaction ends and reads it. */
export async function lockApiKey(
  client: ClientBase,
  workspaceId: number,
  id: number,
): Promise<ApiKeyRecord | undefined> {
  const { rows } = await client.query<ApiKeyRow>(
    `SELECT ${apiKeyColumns} FROM "ApiKey" r WHERE r."workspaceId" = $1 AND r."id" = $2 FOR UPDATE`,
    [workspaceId, id],
  );
  return rows[0] && apiKeyOfRow(rows[0]);
}

export async function endApiKeyAt(
  client: ClientBase,
  { workspaceId, id }: { readonly workspaceId: number; readonly id: number },
  end: Date,
): Promise<void> {
  await client.query('UPDATE "ApiKey" SET "expiresAt" = $3 WHERE "workspaceId" = $1 AND "id" = $2', [
    workspaceId,
    id,
    end,
  ]);
}

/** Ends the key now, unless it was revoked before. Undefined when there is no such key. */
export async function revokeApiKeyAt(
  client: ClientBase,
  { workspaceId, id }: { readonly workspaceId: number; readonly id: number },
  revokedAt: Date,
): Promise<ApiKeyRecord | undefined> {
  const { rows } = await client.query<ApiKeyRow>(
    `UPDATE "ApiKey" r SET "revokedAt" = coalesce(r."revokedAt", $3)
     WHERE r."workspaceId" = $1 AND r."id" = $2 RETURNING ${apiKeyColumns}`,
    [workspaceId, id, revokedAt],
  );
  return rows[0] && apiKeyOfRow(rows[0]);
}
