import type { ClientBase } from 'pg';
import { type SessionColumns, sessionColumns } from '../reads/sessions.ts';

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
