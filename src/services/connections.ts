import { readConnection, readConnections } from '#src/db/reads/connections.ts';
import { endConnectionsOfMember, endConnection as markEnded } from '#src/db/writes/connections.ts';
import type {
  Connection,
  ConnectionListInput,
  ConnectionPage,
  RevokeAllConnectionsInput,
  RevokeConnectionInput,
} from '#src/domain/connections/connection.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';

/** Reads a page of the apps that the caller has connected to the workspace, newest first. */
export function listConnections(
  { db, clock, principal }: CallerContext,
  { page, limit }: ConnectionListInput,
): Promise<ConnectionPage> {
  const { workspaceId, userId } = principal;
  return readConnections(db, { workspaceId, userId, now: clock.now(), offset: page * limit, limit });
}

/** Ends a connection of the caller's own. One that has ended stays as it is. */
export function revokeConnection(
  { db, clock, principal }: CallerContext,
  { id }: RevokeConnectionInput,
): Promise<Connection> {
  const { workspaceId, userId } = principal;
  const revokedAt = clock.now();
  return db.write(async (client) => {
    const found = await readConnection(client, { workspaceId, userId, id });
    if (!found) throw new DomainError('NOT_FOUND');
    await markEnded(client, { workspaceId, id, revokedAt });
    return (await readConnection(client, { workspaceId, userId, id })) ?? found;
  });
}

/** Ends all connections that the caller has with an app in the workspace. Returns the ids of those that it ended. */
export function revokeAllConnections(
  { db, clock, principal }: CallerContext,
  { clientId }: RevokeAllConnectionsInput,
): Promise<string[]> {
  const { workspaceId, userId } = principal;
  const revokedAt = clock.now();
  return db.write((client) => endConnectionsOfMember(client, { workspaceId, userId, clientId, revokedAt }));
}

/** Ends a connection for its app, or because a token of it was stolen: no request passes after this. */
export function endConnection(
  { db, clock }: ServiceContext,
  { workspaceId, id }: { workspaceId: number; id: string },
): Promise<void> {
  return db.write((client) => markEnded(client, { workspaceId, id, revokedAt: clock.now() }));
}
