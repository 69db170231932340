import { endConnectionsOfClient } from '#src/db/writes/client-grants.ts';
import { deleteClient } from '#src/db/writes/oauth-clients.ts';
import type { OAuthClientIdInput } from '#src/domain/oauth-clients/input.ts';
import type { OAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import type { CallerContext } from '../context.ts';
import { ownClient } from './own-client.ts';

/** Deletes the client with all its connections, whose workspaces are told of it. */
export function deleteOAuthClient(
  { db, clock, principal }: CallerContext,
  { id }: OAuthClientIdInput,
): Promise<OAuthClient> {
  const revokedAt = clock.now();
  return db.write(async (client) => {
    const found = await ownClient(client, principal, id);
    await endConnectionsOfClient(client, { clientId: found.clientId, revokedAt });
    await deleteClient(client, principal.workspaceId, id);
    return found;
  });
}
