import type { ClientBase } from 'pg';
import { endConnectionsOfClient } from '#src/db/writes/client-grants.ts';
import { lockClientOfId, updateClient } from '#src/db/writes/oauth-clients.ts';
import { validationError } from '#src/domain/errors.ts';
import type { ClientDecisionInput } from '#src/domain/oauth-clients/input.ts';
import { isApproved, type OAuthClientStatus } from '#src/domain/oauth-clients/oauth-client.ts';
import type { ServiceContext } from '../context.ts';

export interface Decision {
  readonly clientId: string;
  readonly status: OAuthClientStatus;
}

/** The operator lets members of every workspace connect the client. One that is approved already stays as it is. */
export function approveOAuthClient(
  { db, clock }: ServiceContext,
  { clientId }: ClientDecisionInput,
): Promise<Decision> {
  const updatedAt = clock.now();
  return db.write(async (client) => {
    const found = await clientOfId(client, clientId);
    if (isApproved(found.status)) return { clientId, status: found.status };
    const { status } = await updateClient(client, found, { status: 'APPROVED', updatedAt });
    return { clientId, status };
  });
}

/**
 * The operator leaves the client to the workspace that registered it. Where it was approved before, its connections in
 * other workspaces end: this is also the brake on a client that turns out to be a bad one.
 */
export function rejectOAuthClient({ db, clock }: ServiceContext, { clientId }: ClientDecisionInput): Promise<Decision> {
  const now = clock.now();
  return db.write(async (client) => {
    const found = await clientOfId(client, clientId);
    await endConnectionsOfClient(client, { clientId, revokedAt: now, exceptWorkspaceId: found.workspaceId });
    const { status } = await updateClient(client, found, { status: 'REJECTED', updatedAt: now });
    return { clientId, status };
  });
}

async function clientOfId(client: ClientBase, clientId: string) {
  const found = await lockClientOfId(client, clientId);
  if (!found) throw validationError({ clientId: ['There is no client with this id'] });
  return found;
}
