import type { ClientBase } from 'pg';

export interface EndedConnections {
  readonly clientId: string;
  readonly revokedAt: Date;
  /** The workspace whose connections stay active. */
  readonly exceptWorkspaceId?: number;
}

/** Ends the connections of a client in all workspaces. */
export async function endConnectionsOfClient(
  client: ClientBase,
  { clientId, revokedAt, exceptWorkspaceId = 0 }: EndedConnections,
): Promise<void> {
  await endConnectionsWhere(client, revokedAt, {
    condition: '"clientId" = $2 AND "workspaceId" <> $3',
    values: [clientId, exceptWorkspaceId],
  });
}

/** Ends a connection of a workspace. One that has ended already is unchanged. */
export async function endConnection(
  client: ClientBase,
  { workspaceId, id, revokedAt }: { workspaceId: number; id: string; revokedAt: Date },
): Promise<void> {
  await endConnectionsWhere(client, revokedAt, {
    condition: '"workspaceId" = $2 AND "id" = $3',
    values: [workspaceId, id],
  });
}

/** Ends the connections of a member with a client, and returns the ids of those that it ended. */
export function endConnectionsOfMember(
  client: ClientBase,
  member: { workspaceId: number; userId: number; clientId: string; revokedAt: Date },
): Promise<string[]> {
  return endConnectionsWhere(client, member.revokedAt, {
    condition: '"workspaceId" = $2 AND "userId" = $3 AND "clientId" = $4',
    values: [member.workspaceId, member.userId, member.clientId],
  });
}

/**
 * Ends connections and writes the event of each in one statement, because a client may have thousands. From then on no
 * token of them is valid. The values of the condition begin with $2.
 */
async function endConnectionsWhere(
  client: ClientBase,
  revokedAt: Date,
  { condition, values }: { condition: string; values: unknown[] },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `WITH "ended" AS (
      UPDATE "OAuthGrant" SET "revokedAt" = $1 WHERE ${condition} AND "revokedAt" IS NULL RETURNING *
    )
    INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload")
    SELECT g."workspaceId", 'connection.revoked', jsonb_build_object(
      'id', g."id", 'clientId', g."clientId", 'name', c."name", 'userId', g."userId", 'scopes', to_jsonb(g."scopes"),
      'createdAt', ${iso('g."createdAt"')}, 'revokedAt', ${iso('g."revokedAt"')})
    FROM "ended" g JOIN "OAuthClient" c ON c."clientId" = g."clientId" ORDER BY g."workspaceId", g."createdAt", g."id"
    RETURNING "payload" ->> 'id' AS "id"`,
    [revokedAt, ...values],
  );
  return rows.map(({ id }) => id);
}

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
