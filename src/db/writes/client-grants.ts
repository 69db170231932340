import type { ClientBase } from 'pg';

export interface EndedConnections {
  readonly clientId: string;
  readonly revokedAt: Date;
  /** Whose own connections stay. */
  readonly exceptWorkspaceId?: number;
}

/**
 * Ends the connections of a client, in whatever workspaces, with the event of each: in one statement, for a client may
 * have thousands. From then on no token of theirs counts.
 */
export async function endConnectionsOfClient(
  client: ClientBase,
  { clientId, revokedAt, exceptWorkspaceId = 0 }: EndedConnections,
): Promise<void> {
  await client.query(
    `WITH "ended" AS (
      UPDATE "OAuthGrant" SET "revokedAt" = $2
      WHERE "clientId" = $1 AND "revokedAt" IS NULL AND "workspaceId" <> $3 RETURNING *
    )
    INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload")
    SELECT g."workspaceId", 'connection.revoked', jsonb_build_object(
      'id', g."id", 'clientId', g."clientId", 'name', c."name", 'userId', g."userId", 'scopes', to_jsonb(g."scopes"),
      'createdAt', ${iso('g."createdAt"')}, 'revokedAt', ${iso('g."revokedAt"')})
    FROM "ended" g JOIN "OAuthClient" c ON c."clientId" = g."clientId" ORDER BY g."workspaceId", g."createdAt", g."id"`,
    [clientId, revokedAt, exceptWorkspaceId],
  );
}

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
