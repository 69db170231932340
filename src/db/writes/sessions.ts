import type { ClientBase } from 'pg';

/** What is read of a session. Instants are ISO 8601 text. */
export interface SessionColumns {
  readonly tokenHash: Buffer;
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly userAgent: string | null;
  readonly address: string | null;
}

export const sessionColumns = '"tokenHash", "id", "createdAt", "lastUsedAt", "expiresAt", "userAgent", "address"';

/** Ends a session of the user. Returns what it was; undefined where there is none. */
export async function deleteSession(
  client: ClientBase,
  { userId, id }: { readonly userId: number; readonly id: string },
): Promise<SessionColumns | undefined> {
  const { rows } = await client.query<SessionColumns>(
    `DELETE FROM "Session" WHERE "userId" = $1 AND "id" = $2 RETURNING ${sessionColumns}`,
    [userId, id],
  );
  return rows[0];
}

/** Ends all sessions of the user but this one. Returns how many there were. */
export async function deleteOtherSessions(client: ClientBase, userId: number, tokenHash: Buffer): Promise<number> {
  const { rowCount } = await client.query('DELETE FROM "Session" WHERE "userId" = $1 AND "tokenHash" <> $2', [
    userId,
    tokenHash,
  ]);
  return rowCount ?? 0;
}

/** Returns false where the stored hash is another one by now. */
export async function replacePasswordHash(
  client: ClientBase,
  userId: number,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE "User" SET "passwordHash" = $3, "updatedAt" = now() WHERE "id" = $1 AND "passwordHash" = $2',
    [userId, before, after],
  );
  return rowCount === 1;
}
