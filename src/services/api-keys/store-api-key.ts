import type { ClientBase } from 'pg';
import { type ApiKeyRecord, insertApiKey, lockAndCountActiveApiKeys } from '#src/db/writes/api-keys.ts';
import { generateApiKey } from '#src/domain/access/credentials.ts';
import type { Scope } from '#src/domain/access/scopes.ts';
import { maxActiveApiKeys } from '#src/domain/api-keys/api-key.ts';
import { validationError } from '#src/domain/errors.ts';
import { sha256 } from '#src/lib/hash.ts';

export interface NewApiKey {
  readonly workspaceId: number;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** The key is told here once and never again: only its hash is stored. */
export async function storeApiKey(
  client: ClientBase,
  draft: NewApiKey,
): Promise<{ row: ApiKeyRecord; secret: string }> {
  const { workspaceId, createdAt } = draft;
  refuseTooMany(await lockAndCountActiveApiKeys(client, workspaceId, createdAt));
  const secret = generateApiKey();
  const scopes = [...new Set(draft.scopes)];
  const stored = { ...draft, scopes, hash: sha256(secret), lastFour: secret.slice(-4) };
  return { row: await insertApiKey(client, workspaceId, stored), secret };
}

function refuseTooMany(count: number): void {
  if (count < maxActiveApiKeys) return;
  throw validationError({}, [
    `A workspace may have at most ${maxActiveApiKeys} active API keys: revoke one that is no longer used`,
  ]);
}

/** All but the hash. */
export const shownColumns = {
  id: true,
  userId: true,
  name: true,
  lastFour: true,
  scopes: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  createdAt: true,
} as const;
