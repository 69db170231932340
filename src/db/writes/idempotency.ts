import type { ClientBase } from 'pg';
import { sha256 } from '#src/lib/hash.ts';

/** A key belongs to a workspace and an endpoint. */
export interface IdempotencyKey {
  readonly workspaceId: number;
  readonly endpoint: string;
  readonly key: string;
}

export interface StoredResponse {
  readonly requestHash: Buffer;
  readonly status: number;
  readonly body: string;
}

/** Locks the key until the transaction ends. False while another transaction holds it. */
export async function tryLockKey(client: ClientBase, { workspaceId, endpoint, key }: IdempotencyKey): Promise<boolean> {
  const number = sha256(`${workspaceId} ${endpoint} ${key}`).readBigInt64BE();
  const { rows } = await client.query<{ isLocked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isLocked"', [
    number,
  ]);
  return rows[0]?.isLocked ?? false;
}

export async function findResponse(
  client: ClientBase,
  { workspaceId, endpoint, key }: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  const { rows } = await client.query<StoredResponse>(
    `SELECT "requestHash", "responseStatus" AS "status", "responseBody" AS "body" FROM "IdempotencyRecord"
     WHERE "workspaceId" = $1 AND "endpoint" = $2 AND "key" = $3 AND "expiresAt" > now()`,
    [workspaceId, endpoint, key],
  );
  return rows[0];
}

export async function storeResponse(
  client: ClientBase,
  { workspaceId, endpoint, key }: IdempotencyKey,
  { requestHash, status, body, keepHours }: StoredResponse & { keepHours: number },
): Promise<void> {
  await client.query(
    `INSERT INTO "IdempotencyRecord" AS r ("workspaceId", "endpoint", "key", "requestHash", "responseStatus", "responseBody", "expiresAt")
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))
     ON CONFLICT ("workspaceId", "endpoint", "key") DO UPDATE SET "requestHash" = excluded."requestHash",
       "responseStatus" = excluded."responseStatus", "responseBody" = excluded."responseBody",
       "createdAt" = now(), "expiresAt" = excluded."expiresAt"`,
    [workspaceId, endpoint, key, requestHash, status, body, keepHours],
  );
}
