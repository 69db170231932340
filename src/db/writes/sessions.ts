import type { ClientBase } from 'pg';
import { sessionEnd } from '#src/domain/sessions/session.ts';
import { type SessionColumns, sessionColumns } from '../reads/sessions.ts';
import { lockUser } from './members.ts';

/**
 * Locks a user's sessions until the transaction ends. Call it before each change of them: a session that moves to another
 * workspace becomes a new row, which a concurrent deletion would not see. A change of the password takes the same lock.
 */
const lockSessions = lockUser;

/** Ends a session of the user. Returns it, or undefined if there is none. */
export async function deleteSession(
  client: ClientBase,
  { userId, id }: { readonly userId: number; readonly id: string },
): Promise<(SessionColumns & { readonly workspaceId: number }) | undefined> {
  await lockSessions(client, userId);
  const { rows } = await client.query<SessionColumns & { workspaceId: number }>(
    `DELETE FROM "Session" WHERE "userId" = $1 AND "id" = $2 RETURNING ${sessionColumns}, "workspaceId"`,
    [userId, id],
  );
  return rows[0];
}

/** Ends all sessions of the user except this one. Returns the workspace of each. */
export async function deleteOtherSessions(client: ClientBase, userId: number, tokenHash: Buffer): Promise<number[]> {
  await lockSessions(client, userId);
  const { rows } = await client.query<{ workspaceId: number }>(
    'DELETE FROM "Session" WHERE "userId" = $1 AND "tokenHash" <> $2 RETURNING "workspaceId"',
    [userId, tokenHash],
  );
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Ends the session of a token, if it has not ended yet. Returns whose it was and in which workspace. */
export async function deleteSessionOfToken(
  client: ClientBase,
  tokenHash: Buffer,
): Promise<{ readonly userId: number; readonly workspaceId: number } | undefined> {
  const { rows } = await client.query<{ userId: number }>('SELECT "userId" FROM "Session" WHERE "tokenHash" = $1', [
    tokenHash,
  ]);
  const [session] = rows;
  if (!session) return undefined;
  await lockSessions(client, session.userId);
  const ended = await client.query<{ userId: number; workspaceId: number }>(
    'DELETE FROM "Session" WHERE "tokenHash" = $1 AND "userId" = $2 RETURNING "userId", "workspaceId"',
    [tokenHash, session.userId],
  );
  return ended.rows[0];
}

/**
 * Moves the user's session to another workspace, if it has not ended. A distributed database stores a row with its workspace,
 * so the row is deleted and inserted again. The move counts as a use, because buffered uses no longer find the earlier row.
 */
export async function moveSession(
  client: ClientBase,
  session: { readonly tokenHash: Buffer; readonly userId: number },
  { workspaceId, now }: { readonly workspaceId: number; readonly now: Date },
): Promise<void> {
  await lockSessions(client, session.userId);
  const columns = `${sessionColumns}, "userId"`;
  const { rows } = await client.query<SessionColumns & { userId: number }>(
    `DELETE FROM "Session" WHERE "tokenHash" = $1 AND "userId" = $2 RETURNING ${columns}`,
    [session.tokenHash, session.userId],
  );
  for (const row of rows) {
    const { tokenHash, id, createdAt, userAgent, address, userId } = row;
    const expiresAt = sessionEnd(new Date(createdAt), now);
    await client.query(
      `INSERT INTO "Session" ("workspaceId", ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [...[workspaceId, tokenHash, id, createdAt, now, expiresAt, userAgent, address, userId]],
    );
  }
}
