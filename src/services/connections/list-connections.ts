import { readConnections } from '#src/db/reads/connections.ts';
import type { ConnectionListInput, ConnectionPage } from '#src/domain/connections/connection.ts';
import type { CallerContext } from '../context.ts';

/** A page of the apps that the caller has connected to the workspace, newest first. */
export function listConnections(
  { db, clock, principal }: CallerContext,
  { page, limit }: ConnectionListInput,
): Promise<ConnectionPage> {
  const { workspaceId, userId } = principal;
  return readConnections(db, { workspaceId, userId, now: clock.now(), offset: page * limit, limit });
}
