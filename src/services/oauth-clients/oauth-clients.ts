import type { ClientBase } from 'pg';
import { readOAuthClientUsage } from '#src/db/reads/oauth-client-usage.ts';
import { readOAuthClientOf, readOAuthClients } from '#src/db/reads/oauth-clients.ts';
import { endConnectionsOfClient } from '#src/db/writes/connections.ts';
import { lockMember } from '#src/db/writes/members.ts';
import {
  deleteClient,
  insertClient,
  lockClient,
  type OAuthClientFields,
  replaceClientSecret,
  updateClient,
} from '#src/db/writes/oauth-clients.ts';
import { lockAndCount } from '#src/db/writes/rows.ts';
import { DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import type {
  CreateOAuthClientInput,
  OAuthClientListInput,
  RotateOAuthClientSecretInput,
  UpdateOAuthClientInput,
} from '#src/domain/oauth-clients/input.ts';
import {
  generateClientId,
  generateClientSecret,
  type IssuedOAuthClient,
  isApproved,
  maxClients,
  type OAuthClient,
  type OAuthClientPage,
} from '#src/domain/oauth-clients/oauth-client.ts';
import type { OAuthClientUsage } from '#src/domain/oauth-clients/usage.ts';
import { hasAccess, requireAccess } from '#src/domain/principal/access.ts';
import { type Principal, recordPolicies, requireOwner } from '#src/domain/principal/policy.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { hourMs } from '#src/lib/time/zone-offsets.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changesOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import type { Picture } from '../image/redraw.ts';
import { requireBelow } from '../limits.ts';
import { readPage } from '../pages.ts';

/** Reads a page of all clients that the workspace has registered, newest first. */
export function listOAuthClients(context: CallerContext, input: OAuthClientListInput): Promise<OAuthClientPage> {
  return readPage(context, { list: 'oauthClients', input }, (query) => readOAuthClients(context.db, query));
}

export async function getOAuthClient({ db, principal }: CallerContext, { id }: ById): Promise<OAuthClient> {
  return requireFound(await readOAuthClientOf(db, [principal.workspaceId, id]));
}

/** The users of the workspace's clients, by client id. Clients that nobody uses are absent. */
export function usageOfOAuthClients(
  { db, clock, principal }: CallerContext,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, OAuthClientUsage>> {
  return readOAuthClientUsage(db, { workspaceId: principal.workspaceId, clientIds, now: clock.now() });
}

/** Registers a client. Only the hash of its secret is stored, so the secret is returned only here. */
export function createOAuthClient(context: CallerContext, input: CreateOAuthClientInput): Promise<IssuedOAuthClient> {
  const { db, clock, principal } = context;
  const { workspaceId, userId } = principal;
  const clientSecret = input.clientType === 'CONFIDENTIAL' ? generateClientSecret() : null;
  const row = {
    ...input,
    ...withoutRepeats(input),
    userId,
    clientId: generateClientId(),
    secretHash: clientSecret === null ? null : sha256(clientSecret),
    createdAt: clock.now(),
  };
  return db.write(async (client) => {
    const count = await lockAndCount(client, workspaceId, { table: 'OAuthClient' });
    const message = `A workspace may register at most ${maxClients} OAuth clients: delete one that is no longer used`;
    requireBelow(maxClients, count, message);
    await requireManager(client, principal);
    const created = await insertClient(client, workspaceId, row);
    const { name, clientType, redirectUris, allowedScopes } = created;
    const shown = auditedChanges({ name, clientType, redirectUris, allowedScopes });
    await recordAudit(client, context, 'oauth_client.created', created.id, shown);
    return { client: created, clientSecret };
  });
}

/** The role may have been lowered since the request began. The lock of the workspace keeps it unchanged from here on. */
async function requireManager(client: ClientBase, principal: Principal): Promise<void> {
  const member = await lockMember(client, principal.workspaceId, principal.userId);
  const isManager = member && hasAccess(recordPolicies.OAuthClient.write, { ...principal, role: member.role });
  if (!isManager) throw new DomainError('FORBIDDEN');
}

type Lists = Pick<OAuthClientFields, 'redirectUris' | 'grantTypes' | 'allowedScopes'>;

/** Removes repeated values. */
function withoutRepeats({ redirectUris, grantTypes, allowedScopes }: Lists): Lists {
  return {
    redirectUris: redirectUris && [...new Set(redirectUris)],
    grantTypes: grantTypes && [...new Set(grantTypes)],
    allowedScopes: allowedScopes && [...new Set(allowedScopes)],
  };
}

/** The lists of the input that differ from the client's lists, regardless of order. */
function changedLists(client: OAuthClient, input: Lists): Lists {
  const lists = Object.entries(withoutRepeats(input)) as [keyof Lists, readonly string[] | undefined][];
  const isSame = (name: keyof Lists, list: readonly string[]) =>
    new Set(list).symmetricDifference(new Set<string>(client[name])).size === 0;
  return Object.fromEntries(lists.filter(([name, list]) => list && !isSame(name, list)));
}

/**
 * Updates the fields of the input. Unchanged values are not written, so `updatedAt` stays. Each request limits tokens to the
 * client's current scopes, so tokens lose removed scopes too.
 */
export function updateOAuthClient(
  context: CallerContext,
  { id, ...fields }: UpdateOAuthClientInput,
): Promise<OAuthClient> {
  const { db, clock, principal } = context;
  const { workspaceId } = principal;
  const updatedAt = clock.now();
  return db.write(async (client) => {
    const before = await lockOwnClient(client, principal, id);
    const { name, homepageUrl } = fields;
    const changes = changesOf(before, { name, homepageUrl, ...changedLists(before, fields) });
    if (!changes) return before;
    const updated = await updateClient(client, [workspaceId, id], { ...changes, updatedAt });
    await recordAudit(client, context, 'oauth_client.updated', id, auditedChanges(changes, before));
    return updated;
  });
}

/** Replaces the secret. During the overlap the old one is valid too, or an older one that is still valid. Connections stay. */
export function rotateOAuthClientSecret(
  context: CallerContext,
  { id, overlapHours }: RotateOAuthClientSecretInput,
): Promise<IssuedOAuthClient> {
  const { db, clock, principal } = context;
  const { workspaceId } = principal;
  const updatedAt = clock.now();
  const previousUntil = overlapHours === 0 ? null : new Date(updatedAt.getTime() + overlapHours * hourMs);
  const clientSecret = generateClientSecret();
  return db.write(async (client) => {
    const { clientType } = await lockOwnClient(client, principal, id);
    if (clientType === 'PUBLIC') throw fieldError('id', 'invalid_state', 'The client is public and has no secret');
    const secretHash = sha256(clientSecret);
    const key = [workspaceId, id] as const;
    const rotated = await replaceClientSecret(client, key, { secretHash, previousUntil, updatedAt });
    await recordAudit(client, context, 'oauth_client.secret_rotated', id, auditedChanges({ overlapHours }));
    return { client: rotated, clientSecret };
  });
}

/** Requests the operator's approval. A pending request keeps its time; a rejected client may request approval again. */
export function requestOAuthClientApproval(context: CallerContext, { id }: ById): Promise<OAuthClient> {
  const { db, clock, principal } = context;
  const { workspaceId } = principal;
  const now = clock.now();
  return db.write(async (client) => {
    const found = await lockOwnClient(client, principal, id);
    const waits = found.status === 'PENDING' && found.approvalRequestedAt !== null;
    if (waits || isApproved(found.status)) return found;
    const fields = { status: 'PENDING', approvalRequestedAt: now, updatedAt: now } as const;
    const requested = await updateClient(client, [workspaceId, id], fields);
    await recordAudit(client, context, 'oauth_client.approval_requested', id);
    return requested;
  });
}

/** Deletes the client and ends all its connections, each with an event for its workspace. */
export function deleteOAuthClient(context: CallerContext, { id }: ById): Promise<OAuthClient> {
  const { db, clock, principal } = context;
  const revokedAt = clock.now();
  return db.write(async (client) => {
    const found = await lockOwnClient(client, principal, id, 'delete');
    await endConnectionsOfClient(client, { clientId: found.clientId, revokedAt });
    await deleteClient(client, [principal.workspaceId, id]);
    await recordAudit(client, context, 'oauth_client.deleted', id);
    return found;
  });
}

/** Stores the output of `render` as the logo of the caller's client. Without `render`, removes the logo. */
export async function setClientLogo(
  context: CallerContext,
  { id, render }: { readonly id: number; readonly render: (() => Promise<Picture>) | null },
): Promise<OAuthClient> {
  const { db, clock, principal } = context;
  requireAccess(recordPolicies.OAuthClient.write, principal);
  // Checks before rendering too: rendering is expensive, and only the client's owner may cause it.
  await db.write((client) => lockOwnClient(client, principal, id));
  const logo = render && (await render());
  const columns = { logo: logo?.content ?? null, logoType: logo?.type ?? null, updatedAt: clock.now() };
  return db.write(async (client) => {
    await lockOwnClient(client, principal, id);
    const updated = await updateClient(client, [principal.workspaceId, id], columns);
    await recordAudit(client, context, 'oauth_client.updated', id, { logo: {} });
    return updated;
  });
}

/** Locks a client that the caller may update or delete, until the transaction ends. */
async function lockOwnClient(
  client: ClientBase,
  principal: Principal,
  id: number,
  change: 'change' | 'delete' = 'change',
): Promise<OAuthClient> {
  const found = requireFound(await lockClient(client, [principal.workspaceId, id]));
  requireOwner('OAuthClient', change, principal, found);
  return found;
}
