import { endConnectionsOfMember } from '#src/db/writes/client-grants.ts';
import type { RevokeAllConnectionsInput } from '#src/domain/connections/connection.ts';
import type { CallerContext } from '../context.ts';

/** Ends all connections that the caller has with an app in the workspace; gives the ids of those that it ended. */
export function revokeAllConnections(
  { db, clock, principal }: CallerContext,
  { clientId }: RevokeAllConnectionsInput,
): Promise<string[]> {
  const { workspaceId, userId } = principal;
  const revokedAt = clock.now();
  return db.write((client) => endConnectionsOfMember(client, { workspaceId, userId, clientId, revokedAt }));
}
