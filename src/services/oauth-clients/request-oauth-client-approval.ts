import { updateClient } from '#src/db/writes/oauth-clients.ts';
import type { OAuthClientIdInput } from '#src/domain/oauth-clients/input.ts';
import { isApproved, type OAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import type { CallerContext } from '../context.ts';
import { ownClient } from './own-client.ts';

/** Asks the operator. One that waits already goes on waiting since it first asked; one that was rejected asks anew. */
export function requestOAuthClientApproval(
  { db, clock, principal }: CallerContext,
  { id }: OAuthClientIdInput,
): Promise<OAuthClient> {
  const { workspaceId } = principal;
  const now = clock.now();
  return db.write(async (client) => {
    const found = await ownClient(client, principal, id);
    const waits = found.status === 'PENDING' && found.approvalRequestedAt !== null;
    if (waits || isApproved(found.status)) return found;
    const fields = { status: 'PENDING', approvalRequestedAt: now, updatedAt: now } as const;
    return updateClient(client, { workspaceId, id }, fields);
  });
}
