import type { ClientBase } from 'pg';
import type { Connection } from '#src/domain/connections/connection.ts';
import { equal, Values, type VisibleRows, visibleTo } from '../reads/list.ts';
import { removeWebhooksOfConnections } from './deleted-webhooks.ts';
import { recordInWorkspaces } from './webhook-events.ts';

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

/** Ends a connection of a workspace. A connection that has already ended is unchanged. */
export async function endConnection(
  client: ClientBase,
  { workspaceId, id, revokedAt }: { workspaceId: number; id: string; revokedAt: Date },
): Promise<boolean> {
  const ended = await endConnectionsWhere(client, revokedAt, (values) => [
    ...equal('g."workspaceId"', 'int', values, workspaceId),
    ...equal('g."id"', 'text', values, id),
  ]);
  return ended.length > 0;
}

/** Ends the connections with a client that the caller sees, and returns their ids. */
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

interface ConnectionOfMember {
  readonly workspaceId: number;
  readonly userId: number;
  readonly clientId: string;
  readonly id: string;
}

/**
 * Counts the live connections of a member with an app, except this one. A consent whose code was not exchanged does not count.
 * The caller holds the lock of the member.
 */
export async function countOtherConnections(
  client: ClientBase,
  { workspaceId, userId, clientId, id }: ConnectionOfMember,
  now: Date,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM "OAuthGrant" g
     WHERE g."workspaceId" = $1 AND g."userId" = $2 AND g."clientId" = $3 AND g."id" <> $4
       AND g."revokedAt" IS NULL AND g."expiresAt" > $5::timestamptz AND g."lastUsedAt" IS NOT NULL`,
    [workspaceId, userId, clientId, id, now],
  );
  return rows[0]?.count ?? 0;
}

type EndedRow = Pick<Connection, 'id' | 'clientId' | 'scopes' | 'createdAt'> & {
  readonly workspaceId: number;
  readonly userId: number;
  readonly revokedAt: string;
};

/**
 * Ends connections of any workspaces and writes an event for each, in a few statements, because a client may have thousands.
 * Their tokens become invalid, and the webhook endpoints of their apps are deleted.
 */
async function endConnectionsWhere(
  client: ClientBase,
  revokedAt: Date,
  conditions: (values: Values) => string[],
): Promise<string[]> {
  const values = new Values();
  const { rows } = await client.query<EndedRow>(
    `UPDATE "OAuthGrant" g SET "revokedAt" = ${values.add(revokedAt, 'timestamptz')}
     WHERE ${conditions(values).join(' AND ')} AND g."revokedAt" IS NULL
     RETURNING g."workspaceId", g."id", g."clientId", g."userId", g."scopes", g."createdAt", g."revokedAt"`,
    values.list,
  );
  if (rows.length === 0) return [];
  const ended = rows.toSorted(inOrder);
  const names = await namesOfClients(client, [...new Set(ended.map(({ clientId }) => clientId))]);
  const events = ended.flatMap(({ workspaceId, ...row }) => {
    const name = names.get(row.clientId);
    return name === undefined ? [] : [{ workspaceId, data: { ...row, name } }];
  });
  await recordInWorkspaces(client, 'connection.revoked', events);
  // Runs after the update: a transaction that creates an endpoint locks its connection, so the update may have waited for it,
  // and only a later snapshot shows the endpoint.
  await removeWebhooksOfConnections(client, ended);
  return ended.map(({ id }) => id);
}

function inOrder(a: EndedRow, b: EndedRow): number {
  if (a.workspaceId !== b.workspaceId) return a.workspaceId - b.workspaceId;
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1;
}

async function namesOfClients(client: ClientBase, clientIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ clientId: string; name: string }>(
    'SELECT "clientId", "name" FROM "OAuthClient" WHERE "clientId" = ANY ($1::text[])',
    [clientIds],
  );
  return new Map(rows.map(({ clientId, name }) => [clientId, name]));
}
