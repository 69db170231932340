import type { ClientBase } from 'pg';
import { sha256 } from '#src/lib/hash.ts';

/** Of a workspace and an endpoint. */
export interface IdempotencyKey {
  readonly workspaceId: number;
  readonly endpoint: string;
  readonly key: string;
}

export interface KeptAnswer {
  readonly requestHash: Buffer;
  readonly status: number;
  readonly body: string;
}

/** Held to the end of the transaction; false while somebody else holds it. */
export async function takeKey(client: ClientBase, { workspaceId, endpoint, key }: IdempotencyKey): Promise<boolean> {
  const number = sha256(`${workspaceId} ${endpoint} ${key}`).readBigInt64BE();
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "mine"', [number]);
  return rows[0]?.mine ?? false;
}

export async function findAnswer(
  client: ClientBase,
  { workspaceId, endpoint, key }: IdempotencyKey,
): Promise<KeptAnswer | undefined> {
  const { rows } = await client.query<KeptAnswer>(
    `SELECT "requestHash", "responseStatus" AS "status", "responseBody" AS "body" FROM "IdempotencyRecord"
     WHERE "workspaceId" = $1 AND "endpoint" = $2 AND "key" = $3 AND "expiresAt" > now()`,
    [workspaceId, endpoint, key],
  );
  return rows[0];
}

export async function keepAnswer(
  client: ClientBase,
  { workspaceId, endpoint, key }: IdempotencyKey,
  { requestHash, status, body, keepHours }: KeptAnswer & { keepHours: number },
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
