import type { ClientBase } from 'pg';
import { readClientLogo, readClientsOfAll, readOAuthClient } from '#src/db/reads/oauth-clients.ts';
import { endConnectionsOfClient } from '#src/db/writes/connections.ts';
import { lockClientOfId, updateClient } from '#src/db/writes/oauth-clients.ts';
import { fieldError, requireFound } from '#src/domain/errors.ts';
import type { ClientDecisionInput, ClientStatusInput } from '#src/domain/oauth-clients/input.ts';
import {
  isApproved,
  isWellFormedClientId,
  type OAuthClient,
  type OAuthClientStatus,
  type RegisteredClient,
} from '#src/domain/oauth-clients/oauth-client.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import type { AuditContext } from '../audit/context.ts';
import { operator, recordAuditOf } from '../audit/record-audit.ts';
import type { Picture } from '../image/redraw.ts';

/** Finds the client with a public id, in any workspace. */
export async function findOAuthClient({ db }: ServiceContext, clientId: string): Promise<OAuthClient | undefined> {
  return isWellFormedClientId(clientId) ? readOAuthClient(db, clientId) : undefined;
}

/** Reads a client's logo without a credential: the consent page shows it to everyone who knows the public id. */
export async function getClientLogo({ db }: ServiceContext, clientId: string): Promise<Picture> {
  return requireFound(await readClientLogo(db, clientId));
}

/** Lists the clients of all workspaces, for the operator. */
export function listAllClients({ db }: ServiceContext, { status }: ClientStatusInput): Promise<RegisteredClient[]> {
  return readClientsOfAll(db, status);
}

export interface Decision {
  readonly clientId: string;
  readonly status: OAuthClientStatus;
}

/** Lets members of every workspace connect the client, for the operator. A client that is already approved stays as it is. */
export function approveOAuthClient(
  context: ServiceContext & AuditContext,
  { clientId }: ClientDecisionInput,
): Promise<Decision> {
  const { db, clock } = context;
  const updatedAt = clock.now();
  return db.write(async (client) => {
    const found = await clientOfId(client, clientId);
    if (isApproved(found.status)) return { clientId, status: found.status };
    const { status } = await updateClient(client, [found.workspaceId, found.id], { status: 'APPROVED', updatedAt });
    await recordDecision(client, context, { before: found, status });
    return { clientId, status };
  });
}

/**
 * Limits the client to the workspace that registered it, for the operator. Its connections in other workspaces end, so this
 * also stops an approved client that turns out to be malicious.
 */
export function rejectOAuthClient(
  context: ServiceContext & AuditContext,
  { clientId }: ClientDecisionInput,
): Promise<Decision> {
  const { db, clock } = context;
  const now = clock.now();
  return db.write(async (client) => {
    const found = await clientOfId(client, clientId);
    await endConnectionsOfClient(client, { clientId, revokedAt: now, exceptWorkspaceId: found.workspaceId });
    const { status } = await updateClient(client, [found.workspaceId, found.id], {
      status: 'REJECTED',
      updatedAt: now,
    });
    await recordDecision(client, context, { before: found, status });
    return { clientId, status };
  });
}

function recordDecision(
  client: ClientBase,
  context: AuditContext,
  { before, status }: { readonly before: Awaited<ReturnType<typeof clientOfId>>; readonly status: string },
): Promise<void> {
  const { workspaceId, id: targetId } = before;
  const changes = auditedChanges({ status }, before);
  return recordAuditOf(client, context, {
    workspaceId,
    action: 'oauth_client.updated',
    actor: operator,
    targetId,
    changes,
  });
}

async function clientOfId(client: ClientBase, clientId: string) {
  const found = await lockClientOfId(client, clientId);
  if (!found) throw fieldError('clientId', 'not_found', 'There is no client with this id');
  return found;
}
