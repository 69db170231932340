import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import type { ApiKey } from '#src/domain/api-keys/api-key.ts';
import { type ApiKeyRecord, readApiKey } from '../reads/api-keys.ts';
import { lockAndCount } from './rows.ts';

export interface NewApiKey extends Pick<ApiKey, 'userId' | 'name' | 'scopes' | 'expiresAt' | 'createdAt'> {
  readonly workspaceId: number;
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
  const created = rows[0] && (await readApiKey(client, [workspaceId, rows[0].id]));
  if (!created) throw new Error('The key that was created is not there.');
  return created;
}

/** Locks the key until the transaction ends, and reads it. */
export async function lockApiKey(client: ClientBase, key: RecordKey): Promise<ApiKeyRecord | undefined> {
  await client.query('SELECT FROM "ApiKey" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE', [...key]);
  return readApiKey(client, key);
}

export async function endApiKeyAt(client: ClientBase, key: RecordKey, end: Date): Promise<void> {
  await client.query('UPDATE "ApiKey" SET "expiresAt" = $3 WHERE "workspaceId" = $1 AND "id" = $2', [...key, end]);
}

/** Ends the key, unless it was revoked before. Returns undefined if there is no such key. */
export async function revokeApiKeyAt(
  client: ClientBase,
  key: RecordKey,
  revokedAt: Date,
): Promise<ApiKeyRecord | undefined> {
  await client.query(
    'UPDATE "ApiKey" SET "revokedAt" = coalesce("revokedAt", $3) WHERE "workspaceId" = $1 AND "id" = $2',
    [...key, revokedAt],
  );
  return readApiKey(client, key);
}
