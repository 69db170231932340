import type { ClientBase } from 'pg';
import type { ApiKey } from '#src/domain/api-keys/api-key.ts';

export interface NewApiKeyRow {
  readonly userId: number;
  readonly name: string;
  readonly hash: Buffer;
  readonly lastFour: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** A row without the hash. */
export type ApiKeyRecord = Omit<ApiKey, 'status'>;

type Instant = 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'createdAt';
type Row = Omit<ApiKeyRecord, Instant> & Readonly<Record<Instant, string | null>> & { readonly createdAt: string };

const columns = '"id", "userId", "name", "lastFour", "scopes", "expiresAt", "revokedAt", "lastUsedAt", "createdAt"';

/** The number of active keys in the workspace. Every insert calls this first, so the lock keeps others from adding keys. */
export async function lockAndCountActiveApiKeys(client: ClientBase, workspaceId: number, now: Date): Promise<number> {
  await client.query('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [workspaceId]);
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM "ApiKey"
     WHERE "workspaceId" = $1 AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > $2)`,
    [workspaceId, now],
  );
  return rows[0]?.count ?? 0;
}

export async function insertApiKey(client: ClientBase, workspaceId: number, row: NewApiKeyRow): Promise<ApiKeyRecord> {
  const { userId, name, hash, lastFour, scopes, expiresAt, createdAt } = row;
  const { rows } = await client.query<Row>(
    `INSERT INTO "ApiKey" ("workspaceId", "userId", "name", "hash", "lastFour", "scopes", "expiresAt", "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [workspaceId, userId, name, hash, lastFour, scopes, expiresAt, createdAt],
  );
  return toRecord(rows[0] as Row);
}

/** Locks the key until the transaction ends and reads it. */
export async function lockApiKey(
  client: ClientBase,
  workspaceId: number,
  id: number,
): Promise<ApiKeyRecord | undefined> {
  const { rows } = await client.query<Row>(
    `SELECT ${columns} FROM "ApiKey" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE`,
    [workspaceId, id],
  );
  return rows[0] && toRecord(rows[0]);
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

function toRecord({ expiresAt, revokedAt, lastUsedAt, createdAt, ...rest }: Row): ApiKeyRecord {
  return {
    ...rest,
    expiresAt: instant(expiresAt),
    revokedAt: instant(revokedAt),
    lastUsedAt: instant(lastUsedAt),
    createdAt: new Date(createdAt),
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
