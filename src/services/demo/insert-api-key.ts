import type pg from 'pg';
import { generateApiKey } from '#src/domain/access/credentials.ts';
import { allScopes } from '#src/domain/access/scopes.ts';
import { sha256 } from '#src/lib/hash.ts';

export interface KeyOwner {
  workspaceId: number;
  userId: number;
  createdAt: string;
}

/** A key with all scopes. It is told here once: only its hash is stored. */
export async function insertApiKey(
  client: pg.ClientBase,
  name: string,
  { workspaceId, userId, createdAt }: KeyOwner,
): Promise<string> {
  const key = generateApiKey();
  await client.query(
    `INSERT INTO "ApiKey" ("workspaceId", "userId", "name", "hash", "lastFour", "scopes", "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [workspaceId, userId, name, sha256(key), key.slice(-4), allScopes, createdAt],
  );
  return key;
}
