import type { ClientBase, Pool } from 'pg';
import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';

/** Unique in a workspace and endpoint. */
export interface IdempotencyKey {
  readonly workspaceId: number;
  readonly endpoint: string;
  readonly key: string;
}

export interface StoredResult {
  readonly requestHash: Buffer;
  /** The result, as JSON. */
  readonly result: string;
}

/** The result of a request about a contact who was erased since. The request is not repeated. */
export const erasedResult = 'null';

/** Locks the key until the transaction ends; false if another transaction holds it. */
export async function lockKey(client: ClientBase, { workspaceId, endpoint, key }: IdempotencyKey): Promise<boolean> {
  const number = sha256(`${workspaceId} ${endpoint} ${key}`).readBigInt64BE();
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "mine"', [number]);
  return rows[0]?.mine ?? false;
}

export async function findResult(
  client: ClientBase | Pool,
  { workspaceId, endpoint, key }: IdempotencyKey,
): Promise<StoredResult | undefined> {
  const { rows } = await client.query<StoredResult>(
    `SELECT "requestHash", "result" FROM "IdempotencyRecord"
     WHERE "workspaceId" = $1 AND "endpoint" = $2 AND "key" = $3 AND "expiresAt" > now()`,
    [workspaceId, endpoint, key],
  );
  return rows[0];
}

export async function storeResult(
  client: ClientBase,
  { workspaceId, endpoint, key }: IdempotencyKey,
  { requestHash, result, storedHours }: StoredResult & { storedHours: number },
): Promise<void> {
  await client.query(
    `INSERT INTO "IdempotencyRecord" ("workspaceId", "endpoint", "key", "requestHash", "result", "expiresAt")
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))
     ON CONFLICT ("workspaceId", "endpoint", "key") DO UPDATE SET "requestHash" = excluded."requestHash",
       "result" = excluded."result", "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt"`,
    [workspaceId, endpoint, key, requestHash, result, storedHours],
  );
}

const replaceStatement = preparedStatement(
  'idempotency.replaceResult',
  `UPDATE "IdempotencyRecord" SET "result" = $4
   WHERE "workspaceId" = $1 AND "endpoint" = $2 AND "key" = $3 AND "result" <> '${erasedResult}'`,
);

/** Keeps the request hash and the expiry, and a result that was erased meanwhile. */
export async function replaceResult(
  { writeOne }: Pick<Database, 'writeOne'>,
  { workspaceId, endpoint, key }: IdempotencyKey,
  result: string,
): Promise<void> {
  await writeOne(replaceStatement, [workspaceId, endpoint, key, result]);
}
