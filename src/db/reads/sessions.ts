import type { Database } from '../database.ts';

/** The columns of a session. Instants are ISO 8601 text. */
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
  /** The token hash of the session to list first. */
  readonly first: Buffer;
  readonly now: Date;
  readonly limit: number;
}

/** Reads the active sessions of a user in all workspaces: the given session first, then the most recently used. */
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
