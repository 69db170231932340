import type { ClientBase } from 'pg';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';

/** Ends the connections of a client in all workspaces, or in all but one. */
export async function endConnectionsOfClient(
  client: ClientBase,
  { clientId, revokedAt, exceptWorkspaceId = 0 }: { clientId: string; revokedAt: Date; exceptWorkspaceId?: number },
): Promise<void> {
  await endConnectionsWhere(client, revokedAt, (values) => [
    ...equal('g."clientId"', 'text', values, clientId),
    `g."workspaceId" <> ${values.add(exceptWorkspaceId, 'int')}`,
  ]);
}

/** Ends a connection of a workspace. One that has ended already is unchanged. */
export async function endConnection(
  client: ClientBase,
  { workspaceId, id, revokedAt }: { workspaceId: number; id: string; revokedAt: Date },
): Promise<void> {
  await endConnectionsWhere(client, revokedAt, (values) => [
    ...equal('g."workspaceId"', 'int', values, workspaceId),
    ...equal('g."id"', 'text', values, id),
  ]);
}

/** Ends the connections with a client that the caller sees, and returns the ids of those that it ended. */
export function endVisibleConnections(
  client: ClientBase,
  visible: VisibleRows,
  { clientId, revokedAt }: { clientId: string; revokedAt: Date },
): Promise<string[]> {
  return endConnectionsWhere(client, revokedAt, (values) => [
    ...equal('g."clientId"', 'text', values, clientId),
    ...visibleTo('g', values, visible),
  ]);
}

/**
 * Ends connections and writes the event of each in one statement, because a client may have thousands. From then on no
 * token of them is valid.
 */
async function endConnectionsWhere(
  client: ClientBase,
  revokedAt: Date,
  conditions: (values: Values) => string[],
): Promise<string[]> {
  const values = new Values();
  const { rows } = await client.query<{ id: string }>(
    `WITH "ended" AS (
      UPDATE "OAuthGrant" g SET "revokedAt" = ${values.add(revokedAt, 'timestamptz')}
      WHERE ${conditions(values).join(' AND ')} AND g."revokedAt" IS NULL RETURNING *
    )
    INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload")
    SELECT g."workspaceId", 'connection.revoked', jsonb_build_object(
      'id', g."id", 'clientId', g."clientId", 'name', c."name", 'userId', g."userId", 'scopes', to_jsonb(g."scopes"),
      'createdAt', ${iso('g."createdAt"')}, 'revokedAt', ${iso('g."revokedAt"')})
    FROM "ended" g JOIN "OAuthClient" c ON c."clientId" = g."clientId" ORDER BY g."workspaceId", g."createdAt", g."id"
    RETURNING "payload" ->> 'id' AS "id"`,
    values.list,
  );
  return rows.map(({ id }) => id);
}

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
