import type { ClientBase } from 'pg';
import { type ApiKeyRecord, readApiKey } from '../reads/api-keys.ts';
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
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "ApiKey" AS r ("workspaceId", "userId", "name", "hash", "lastFour", "scopes", "expiresAt", "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING "id"`,
    [workspaceId, userId, name, hash, lastFour, scopes, expiresAt, createdAt],
  );
  const created = rows[0] && (await readApiKey(client, { workspaceId, id: rows[0].id }));
  if (!created) throw new Error('The key that was created is not there.');
  return created;
}

/** Locks the key until the transaction ends and reads it. */
export async function lockApiKey(
  client: ClientBase,
  workspaceId: number,
  id: number,
): Promise<ApiKeyRecord | undefined> {
  await client.query('SELECT FROM "ApiKey" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE', [workspaceId, id]);
  return readApiKey(client, { workspaceId, id });
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
  await client.query(
    'UPDATE "ApiKey" SET "revokedAt" = coalesce("revokedAt", $3) WHERE "workspaceId" = $1 AND "id" = $2',
    [workspaceId, id, revokedAt],
  );
  return readApiKey(client, { workspaceId, id });
}
