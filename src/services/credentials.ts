import { LRUCache } from 'lru-cache';
import {
  type AccessTokenRow,
  type ApiKeyRow,
  accessTokenByHash,
  apiKeyByHash,
  type SessionRow,
  sessionByHash,
} from '#src/db/reads/credential.ts';
import { findCredential } from '#src/db/reads/credential-lookup.ts';
import { DomainError } from '#src/domain/errors.ts';
import { credentialKind, isWellFormedAccessToken, isWellFormedApiKey } from '#src/domain/principal/credentials.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { Requester } from '#src/domain/principal/requester.ts';
import { type Role, scopesOfRole, scopesWithinRole } from '#src/domain/principal/roles.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { isWellFormedSessionToken, maxSessionAgeMs } from '#src/domain/sessions/session.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import type { ServiceContext } from '#src/services/context.ts';
import type { ClosedDemos } from './closed-demos.ts';
import type { LastUsedBuffer } from './last-used-buffer.ts';

export interface CredentialContext extends ServiceContext {
  readonly lastUsed: LastUsedBuffer;
  readonly closedDemos: ClosedDemos;
}

/** Queries the database on every request, because a revoked key must fail at once. */
export async function resolveApiKey(context: CredentialContext, key: string): Promise<Principal> {
  if (!isWellFormedApiKey(key)) throw new DomainError('INVALID_API_KEY');
  const row = await findCredential<ApiKeyRow>(context.db, apiKeyByHash, [sha256(key)]);
  if (!row || isClosed(context, row)) throw new DomainError('INVALID_API_KEY');
  if (row.revokedAt !== null) throw new DomainError('INVALID_API_KEY', { requester: requesterOfKey(row) });
  const now = context.clock.now();
  if (isOver(row.expiresAt, now)) throw new DomainError('API_KEY_EXPIRED', { requester: requesterOfKey(row) });
  context.lastUsed.apiKey(row, now);
  return { ...principalOf('apiKey', row, grantedScopes(row.role, row.scopes)), apiKeyId: row.id };
}

/** A session may do all that its user's role allows. */
export async function resolveSession(context: CredentialContext, token: string): Promise<Principal> {
  if (!isWellFormedSessionToken(token)) throw new DomainError('INVALID_SESSION');
  const tokenHash = sha256(token);
  const row = await findCredential<SessionRow>(context.db, sessionByHash, [tokenHash]);
  if (!row || isClosed(context, row)) throw new DomainError('INVALID_SESSION');
  const now = context.clock.now();
  // Older versions stored an expiry without regard to the maximum age.
  const isTooOld = now.getTime() >= Date.parse(row.createdAt) + maxSessionAgeMs;
  if (isTooOld || isOver(row.expiresAt, now)) throw new DomainError('SESSION_EXPIRED');
  context.lastUsed.session({ ...row, tokenHash }, now);
  return principalOf('session', row, scopesOfRole(row.role));
}

/** An app may do what its user granted, if the app is allowed to and the user's role allows it too. */
export async function resolveAccessToken(context: CredentialContext, token: string): Promise<Principal> {
  if (!isWellFormedAccessToken(token)) throw new DomainError('INVALID_ACCESS_TOKEN');
  const row = await findCredential<AccessTokenRow>(context.db, accessTokenByHash, [sha256(token)]);
  if (!row || isClosed(context, row)) throw new DomainError('INVALID_ACCESS_TOKEN');
  const now = context.clock.now();
  const { workspaceId, userId, clientId, grantId: connectionId } = row;
  if (isOver(row.expiresAt, now)) {
    const requester = { workspaceId, userId, connectionId, clientId };
    throw new DomainError('ACCESS_TOKEN_EXPIRED', { requester });
  }
  context.lastUsed.connection(row, now);
  return { ...principalOf('accessToken', row, grantedScopes(row.role, row.scopes)), connectionId, clientId };
}

/** True if a credential with this text exists, valid or not. Concurrent look-ups share a query. */
export async function credentialExists({ db }: ServiceContext, token: string): Promise<boolean> {
  const { isWellFormed, statements } = stored[credentialKind(token)];
  if (!isWellFormed(token)) return false;
  return (await db.credentialSearch.find(statements.workspaces, sha256(token))) !== undefined;
}

const stored = {
  apiKey: { isWellFormed: isWellFormedApiKey, statements: apiKeyByHash },
  session: { isWellFormed: isWellFormedSessionToken, statements: sessionByHash },
  accessToken: { isWellFormed: isWellFormedAccessToken, statements: accessTokenByHash },
};

function isClosed({ closedDemos }: CredentialContext, { workspaceId }: { readonly workspaceId: number }): boolean {
  return closedDemos?.has(workspaceId) ?? false;
}

function requesterOfKey({ workspaceId, userId, id: apiKeyId }: ApiKeyRow): Requester {
  return { workspaceId, userId, apiKeyId };
}

function isOver(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}

function principalOf(
  credential: Principal['credential'],
  row: ApiKeyRow | SessionRow | AccessTokenRow,
  scopes: Principal['scopes'],
): Principal {
  const { workspaceId, userId, role, plan, timeZone, rateLimitPoints, graphqlCost } = row;
  return { credential, workspaceId, userId, role, plan, timeZone, rateLimitPoints, graphqlCost, scopes };
}

const maxCacheSize = 1000;

/** The result depends only on the two texts, so the cache cannot outlive a revocation. */
const cache = new LRUCache<string, ReadonlySet<Scope>>({ max: maxCacheSize });

/** The scopes of a credential, stored as one text, that its user's role allows now. */
function grantedScopes(role: Role, scopes: string): ReadonlySet<Scope> {
  const key = `${role} ${scopes}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const granted = new Set(scopesWithinRole(role, scopes.split(' ')));
  cache.set(key, granted);
  return granted;
}
