import { readConnection, readConnections, readConnectionWithin } from '#src/db/reads/connections.ts';
import type { VisibleRows } from '#src/db/reads/list.ts';
import { endVisibleConnections, endConnection as markEnded } from '#src/db/writes/connections.ts';
import type {
  Connection,
  ConnectionListInput,
  ConnectionPage,
  RevokeAllConnectionsInput,
} from '#src/domain/connections/connection.ts';
import { requireFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import { scopesWithinRole } from '#src/domain/principal/roles.ts';
import type { AuditContext } from '../audit/context.ts';
import { recordAudit, recordAuditOf } from '../audit/record-audit.ts';
import type { CallerContext, ServiceContext } from '../context.ts';
import { readPage } from '../pages.ts';

/** Reads a page of the apps that the caller has connected to the workspace, newest first. */
export function listConnections(context: CallerContext, input: ConnectionListInput): Promise<ConnectionPage> {
  const { db, clock, principal } = context;
  return readPage(context, { list: 'connections', input }, async (query) => {
    const now = clock.now();
    const page = await readConnections(db, { ...query, ...visibleConnections(principal), now });
    return { ...page, connections: page.connections.map((connection) => asOf(now, principal, connection)) };
  });
}

/** Reads a connection of the caller, even if it has ended. */
export async function getConnection(
  { db, clock, principal }: CallerContext,
  { id }: ById<string>,
): Promise<Connection> {
  const found = requireFound(await readConnection(db, visibleConnections(principal), id));
  return asOf(clock.now(), principal, found);
}

/** Adds what the caller's role allows the app, because the connection is the caller's own. Its tokens end with it. */
function asOf(now: Date, { role }: Principal, connection: Connection): Connection {
  const { accessTokenExpiresAt: expiresAt, revokedAt } = connection;
  const isLive = revokedAt === null && expiresAt !== null && new Date(expiresAt) > now;
  return {
    ...connection,
    scopes: scopesWithinRole(role, connection.scopes),
    accessTokenExpiresAt: isLive ? expiresAt : null,
  };
}

/** Ends a connection of the caller. A connection that has already ended stays as it is. */
export function revokeConnection(context: CallerContext, { id }: ById<string>): Promise<Connection> {
  const { db, clock, principal } = context;
  const visible = visibleConnections(principal);
  const revokedAt = clock.now();
  return db.write(async (client) => {
    const found = requireFound(await readConnectionWithin(client, visible, id));
    const isEnded = await markEnded(client, { workspaceId: visible.workspaceId, id, revokedAt });
    if (isEnded) await recordAudit(client, context, 'connection.revoked', id);
    return asOf(revokedAt, principal, (await readConnectionWithin(client, visible, id)) ?? found);
  });
}

/** Ends all connections of the caller with an app in the workspace. Returns the ids of those that it ended. */
export function revokeAllConnections(
  context: CallerContext,
  { clientId }: RevokeAllConnectionsInput,
): Promise<string[]> {
  const { db, clock, principal } = context;
  const revokedAt = clock.now();
  return db.write(async (client) => {
    const ended = await endVisibleConnections(client, visibleConnections(principal), { clientId, revokedAt });
    for (const id of ended) await recordAudit(client, context, 'connection.revoked', id);
    return ended;
  });
}

function visibleConnections(principal: Principal): VisibleRows {
  return { workspaceId: principal.workspaceId, visible: visibleRows('Connection', principal) };
}

/** Ends a connection for its app, or because one of its tokens was stolen: the next request fails. */
export function endConnection(
  context: ServiceContext & AuditContext,
  { workspaceId, id, userId, clientId }: { workspaceId: number; id: string; userId: number; clientId: string },
): Promise<void> {
  const { db, clock } = context;
  return db.write(async (client) => {
    if (!(await markEnded(client, { workspaceId, id, revokedAt: clock.now() }))) return;
    const actor = { actorType: 'APP', userId, clientId } as const;
    await recordAuditOf(client, context, { workspaceId, action: 'connection.revoked', actor, targetId: id });
  });
}
