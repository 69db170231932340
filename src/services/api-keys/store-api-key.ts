import type { Database } from '#src/db/database.ts';
import { generateApiKey } from '#src/domain/access/credentials.ts';
import type { Scope } from '#src/domain/access/scopes.ts';
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
export async function storeApiKey({ apiKey }: Pick<Database['prisma'], 'apiKey'>, draft: NewApiKey) {
  const secret = generateApiKey();
  const scopes = [...new Set(draft.scopes)];
  const stored = { ...draft, scopes, hash: sha256(secret), lastFour: secret.slice(-4) };
  return { row: await apiKey.create({ data: stored, select: shownColumns }), secret };
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
