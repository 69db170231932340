import type { ClientBase } from 'pg';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';
import { removeWebhooksOfConnections } from './deleted-webhooks.ts';
import { anyWorkspace, holdEventOrder } from './event-order.ts';
import { isChosenByNone } from './webhook-events.ts';

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

/** Ends all connections of a member, and returns their ids. */
export function endConnectionsOfMember(
  client: ClientBase,
  { workspaceId, userId, revokedAt }: { workspaceId: number; userId: number; revokedAt: Date },
): Promise<string[]> {
  return endConnectionsWhere(client, revokedAt, (values) => [
    ...equal('g."workspaceId"', 'int', values, workspaceId),
    ...equal('g."userId"', 'int', values, userId),
  ]);
}

/**
 * Ends the oldest connections of a member with an app, so that at most `others` are left beside `id`. A consent whose
 * code was not exchanged is no connection yet. The caller holds the lock of the member.
 */
export function endOldestConnections(
  client: ClientBase,
  member: { workspaceId: number; userId: number },
  { id, clientId, others, revokedAt }: { id: string; clientId: string; others: number; revokedAt: Date },
): Promise<string[]> {
  return endConnectionsWhere(client, revokedAt, (values) => {
    const workspace = values.add(member.workspaceId, 'int');
    const now = values.add(revokedAt, 'timestamptz');
    return [
      `g."workspaceId" = ${workspace}`,
      `g."id" IN (SELECT o."id" FROM "OAuthGrant" o
        WHERE o."workspaceId" = ${workspace} AND o."userId" = ${values.add(member.userId, 'int')}
          AND o."clientId" = ${values.add(clientId, 'text')} AND o."id" <> ${values.add(id, 'text')}
          AND o."revokedAt" IS NULL AND o."expiresAt" > ${now} AND o."lastUsedAt" IS NOT NULL
        ORDER BY o."createdAt" DESC, o."id" DESC OFFSET ${values.add(others, 'int')})`,
    ];
  });
}

/**
 * Ends connections and writes the event of each in one statement, because a client may have thousands. From then on no
 * token of them is valid. The webhook endpoints of their apps are deleted with them.
 */
async function endConnectionsWhere(
  client: ClientBase,
  revokedAt: Date,
  conditions: (values: Values) => string[],
): Promise<string[]> {
  const values = new Values();
  await holdEventOrder(client, anyWorkspace);
  const { rows } = await client.query<{ workspaceId: number; id: string }>(
    `WITH "ended" AS (
      UPDATE "OAuthGrant" g SET "revokedAt" = ${values.add(revokedAt, 'timestamptz')}
      WHERE ${conditions(values).join(' AND ')} AND g."revokedAt" IS NULL RETURNING *
    )
    INSERT INTO "WebhookEvent" ("workspaceId", "kind", "isDispatched", "payload")
    SELECT g."workspaceId", 'connection.revoked', ${isChosenByNone('g."workspaceId"', "'connection.revoked'")},
      jsonb_build_object(
      'id', g."id", 'clientId', g."clientId", 'name', c."name", 'userId', g."userId", 'scopes', to_jsonb(g."scopes"),
      'createdAt', ${iso('g."createdAt"')}, 'revokedAt', ${iso('g."revokedAt"')})
    FROM "ended" g JOIN "OAuthClient" c ON c."clientId" = g."clientId" ORDER BY g."workspaceId", g."createdAt", g."id"
    RETURNING "workspaceId", "payload" ->> 'id' AS "id"`,
    values.list,
  );
  // A statement of its own: whoever creates an endpoint locks its connection, so the end may have waited for that, and only a
  // later snapshot shows the endpoint.
  if (rows.length > 0) await removeWebhooksOfConnections(client, rows);
  return rows.map(({ id }) => id);
}

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
