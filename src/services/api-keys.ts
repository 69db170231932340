import type { ClientBase } from 'pg';
import { type ApiKeyRecord, readApiKeys, readKeysOfWorkspace } from '#src/db/reads/api-keys.ts';
import {
  endApiKeyAt,
  insertApiKey,
  lockAndCountActiveApiKeys,
  lockApiKey,
  type NewApiKey,
  revokeApiKeyAt,
} from '#src/db/writes/api-keys.ts';
import { lockWorkspace } from '#src/db/writes/rows.ts';
import {
  type ApiKey,
  type ApiKeyListInput,
  type ApiKeyPage,
  apiKeyStatus,
  type CreateApiKeyInput,
  type IssueApiKeyInput,
  type IssuedApiKey,
  maxActiveApiKeys,
  maxApiKeyLifetimeMs,
  type RevokeWorkspaceKeyInput,
  type RotateApiKeyInput,
  type WorkspaceKeysInput,
} from '#src/domain/api-keys/api-key.ts';
import { parseDuration } from '#src/domain/api-keys/duration.ts';
import { fieldError, requireFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import { generateApiKey } from '#src/domain/principal/credentials.ts';
import { requireOwner } from '#src/domain/principal/policy.ts';
import { scopesWithinRole } from '#src/domain/principal/roles.ts';
import { isScope } from '#src/domain/principal/scopes.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { auditedChanges } from './audit/audited-changes.ts';
import type { AuditContext } from './audit/context.ts';
import { type AuditedCaller, operator, recordAudit, recordAuditOf } from './audit/record-audit.ts';
import type { CallerContext, ServiceContext } from './context.ts';
import { requireBelow } from './limits.ts';
import { requireMember } from './members/members.ts';
import { readPage } from './pages.ts';
import { requireWorkspace } from './workspaces.ts';

/** Creates a key of the caller's own, with no scope that the caller lacks. */
export async function issueApiKey(
  context: CallerContext,
  { name, scopes, expiresAt }: IssueApiKeyInput,
): Promise<IssuedApiKey> {
  const { db, clock, principal } = context;
  requireScopes(principal, scopes);
  const { workspaceId, userId } = principal;
  const createdAt = clock.now();
  const draft = { workspaceId, userId, name, scopes, expiresAt: parseExpiry(expiresAt, createdAt), createdAt };
  const { row, secret } = await db.write(async (client) => {
    const stored = await storeApiKey(client, draft);
    const shown = auditedChanges({ name, scopes: stored.row.scopes, expiresAt: draft.expiresAt });
    await recordAudit(client, context, 'api_key.created', stored.row.id, shown);
    return stored;
  });
  return { apiKey: toApiKey(row, createdAt), secret };
}

/** Adds the scopes that the role of the key's user allows now; a key never has others. */
export function toApiKey({ membership, ...row }: ApiKeyRecord, now: Date): ApiKey {
  return { ...row, scopes: scopesWithinRole(membership.role, row.scopes), status: apiKeyStatus(row, now) };
}

function parseExpiry(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null;
  const expiresAt = new Date(text);
  if (expiresAt <= now) throw fieldError('expiresAt', 'out_of_range', 'Must be in the future');
  if (expiresAt.getTime() - now.getTime() > maxApiKeyLifetimeMs) {
    throw fieldError('expiresAt', 'out_of_range', 'Must be at most 3650 days from now');
  }
  return expiresAt;
}

/**
 * Replaces a key with a new one; the old key stays valid for the overlap. Only the key's own member may rotate it: the new key
 * acts as that member, so an admin who rotated an owner's key would receive the owner's credential.
 */
export async function rotateApiKey(
  context: AuditedCaller & Pick<CallerContext, 'db'>,
  { id, overlapSeconds, expiresAt }: RotateApiKeyInput,
): Promise<IssuedApiKey> {
  const { db, clock, principal } = context;
  const { workspaceId, userId } = principal;
  const now = clock.now();
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return db.write(async (client) => {
    await lockWorkspace(client, workspaceId);
    const old = requireFound(await lockApiKey(client, [workspaceId, id]));
    requireOwner('ApiKey', 'rotate', principal, old);
    requireActive(old, now);
    // The overlap may shorten the life of the old key, but never extends it.
    if (old.expiresAt === null || old.expiresAt > end) await endApiKeyAt(client, [workspaceId, id], end);
    const scopes = old.scopes.filter(isScope);
    requireScopes(principal, scopes);
    const draft = {
      workspaceId,
      userId,
      name: old.name,
      scopes,
      expiresAt: parseExpiry(expiresAt, now),
      createdAt: now,
    };
    const { row, secret } = await storeApiKey(client, draft);
    await recordAudit(client, context, 'api_key.rotated', id, auditedChanges({ newKeyId: row.id, overlapSeconds }));
    return { apiKey: toApiKey(row, now), secret };
  });
}

function requireActive(old: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): void {
  const status = apiKeyStatus(old, now);
  if (status !== 'ACTIVE')
    throw fieldError('id', 'invalid_state', `The key is ${status.toLowerCase()}: create a new one`);
}

/** Ends a key, so that the next request with it fails. Revoking it again changes nothing. */
export async function revokeApiKey(context: CallerContext, { id }: ById): Promise<ApiKey> {
  const { db, clock, principal } = context;
  const now = clock.now();
  return db.write(async (client) => {
    const row = requireFound(await revokeApiKeyAt(client, [principal.workspaceId, id], now));
    if (isRevokedAt(row, now)) await recordAudit(client, context, 'api_key.revoked', id);
    return toApiKey(row, now);
  });
}

/** False if the key had been revoked before. */
function isRevokedAt({ revokedAt }: Pick<ApiKeyRecord, 'revokedAt'>, now: Date): boolean {
  return revokedAt?.getTime() === now.getTime();
}

/** Reads a page of all keys of the workspace, ended ones included, newest first. */
export async function listApiKeys(context: CallerContext, input: ApiKeyListInput): Promise<ApiKeyPage> {
  const now = context.clock.now();
  const list = { list: 'apiKeys', input };
  const { records, ...page } = await readPage(context, list, (query) => readApiKeys(context.db, query));
  return { apiKeys: records.map((row) => toApiKey(row, now)), ...page };
}

/** Creates a key for any member, for the operator. */
export async function createApiKey(
  context: ServiceContext & AuditContext,
  { workspaceId, userId, name, scopes, expiresIn }: CreateApiKeyInput,
): Promise<{ apiKeyId: number; key: string }> {
  await requireMember(context, { workspaceId, userId });
  const createdAt = context.clock.now();
  const expiresAt = expiryAfter(expiresIn, createdAt);
  const draft = { workspaceId, userId, name, scopes, expiresAt, createdAt };
  const { row, secret } = await context.db.write(async (client) => {
    const stored = await storeApiKey(client, draft);
    const changes = auditedChanges({ name, userId, scopes: stored.row.scopes, expiresAt });
    const created = { workspaceId, action: 'api_key.created', targetId: stored.row.id, changes } as const;
    await recordAuditOf(client, context, { ...created, actor: operator });
    return stored;
  });
  return { apiKeyId: row.id, key: secret };
}

/** Reads all keys of a workspace, newest first, for the operator. */
export async function listKeysOfWorkspace(
  context: ServiceContext,
  { workspaceId }: WorkspaceKeysInput,
): Promise<ApiKey[]> {
  await requireWorkspace(context, workspaceId);
  const now = context.clock.now();
  return (await readKeysOfWorkspace(context.db, workspaceId)).map((row) => toApiKey(row, now));
}

/** Ends a key of any workspace, for the operator. */
export async function revokeKeyOfWorkspace(
  context: ServiceContext & AuditContext,
  { workspaceId, id }: RevokeWorkspaceKeyInput,
): Promise<ApiKey> {
  await requireWorkspace(context, workspaceId);
  const now = context.clock.now();
  return context.db.write(async (client) => {
    const row = await revokeApiKeyAt(client, [workspaceId, id], now);
    if (!row) throw fieldError('id', 'not_found', 'The workspace has no API key with this id');
    const revoked = { workspaceId, action: 'api_key.revoked', actor: operator, targetId: id } as const;
    if (isRevokedAt(row, now)) await recordAuditOf(client, context, revoked);
    return toApiKey(row, now);
  });
}

function expiryAfter(expiresIn: string | undefined, now: Date): Date | null {
  const durationMs = expiresIn === undefined ? undefined : parseDuration(expiresIn);
  return durationMs === undefined ? null : new Date(now.getTime() + durationMs);
}

/** Creates and stores a key. Only the hash is stored, so the key itself is known only here. */
export async function storeApiKey(
  client: ClientBase,
  draft: NewApiKey,
): Promise<{ row: ApiKeyRecord; secret: string }> {
  const count = await lockAndCountActiveApiKeys(client, draft.workspaceId, draft.createdAt);
  const message = `A workspace may have at most ${maxActiveApiKeys} active API keys: revoke one that is no longer used`;
  requireBelow(maxActiveApiKeys, count, message);
  const secret = generateApiKey();
  const row = { ...draft, scopes: [...new Set(draft.scopes)] };
  return { row: await insertApiKey(client, row, { hash: sha256(secret), lastFour: secret.slice(-4) }), secret };
}
