import type { Database } from '../database.ts';

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

interface SessionQuery {
  readonly userId: number;
  /** The hash of the token of the session that comes first. */
  readonly first: Buffer;
  readonly now: Date;
  readonly limit: number;
}

/** The sessions of a user that have not ended, in whatever workspace: one of them first, then those used last. */
export async function readSessions(
  { pool }: Pick<Database, 'pool'>,
  { userId, first, now, limit }: SessionQuery,
): Promise<SessionColumns[]> {
  const { rows } = await pool.query<SessionColumns>(
    `SELECT ${sessionColumns} FROM "Session" WHERE "userId" = $1 AND "expiresAt" > $2
     ORDER BY "tokenHash" = $3 DESC, "lastUsedAt" DESC, "id" LIMIT $4`,
    [userId, now, first, limit],
  );
  return rows;
}
