import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { findCredential } from '#src/db/reads/credential-lookup.ts';
import { type OAuthClientRow, type OAuthTokenRow, oauthClientById, oauthTokenByHash } from '#src/db/reads/oauth.ts';
import { isWellFormedToken, mayRepeat, type TokenKind } from '#src/domain/connections/tokens.ts';
import { isWellFormedClientId } from '#src/domain/oauth-clients/oauth-client.ts';
import { scopesWithinRole } from '#src/domain/principal/roles.ts';
import { isScope } from '#src/domain/principal/scopes.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import type { ServiceContext } from '#src/services/context.ts';
import {
  type CommitContext,
  endPresented,
  type PresentedToken,
  type TokenText,
  type UnitOfWork,
} from './unit-of-work.ts';

interface Model {
  find?(work: UnitOfWork, id: string): Promise<AdapterPayload | undefined>;
  upsert?(work: UnitOfWork, id: string, payload: AdapterPayload): void;
  consume?(work: UnitOfWork): void;
  destroy?(work: UnitOfWork): Promise<void>;
}

const nothing = async () => undefined;

/** The storage of the provider. Sessions and interactions are never stored: the consent page has its own. */
export function adapterFactory(context: CommitContext, currentWork: () => UnitOfWork): AdapterFactory {
  const models = modelsOver(context);
  return (name): Adapter => {
    const model: Model = models[name] ?? {};
    return {
      find: async (id) => model.find?.(currentWork(), id),
      upsert: async (id, payload) => model.upsert?.(currentWork(), id, payload),
      consume: async () => model.consume?.(currentWork()),
      destroy: async () => model.destroy?.(currentWork()),
      // Ending the grant ends all its tokens, and `destroy` of the grant does that.
      revokeByGrantId: nothing,
      findByUid: nothing,
      findByUserCode: nothing,
    };
  };
}

function modelsOver(context: CommitContext): Readonly<Record<string, Model>> {
  const tokens = (kind: TokenKind): Model => ({
    find: (work, token) => findToken(context, work, { kind, token }),
    upsert: (work, token, payload) => addToken(work, kind, { ...payload, jti: token }),
    // Nothing is written yet: `commit` writes it together with the new tokens.
    consume(work) {
      work.isConsumed = true;
    },
  });
  return {
    Client: { find: (work, id) => findClient(context, work, id) },
    Grant: {
      find: async (work, id) => grantPayload(work, id),
      upsert(work, id, payload) {
        work.grant = { id, scopes: scopeOfGrant(payload) };
      },
      destroy: (work) => endPresented(context, work),
    },
    AuthorizationCode: tokens('AUTHORIZATION_CODE'),
    RefreshToken: tokens('REFRESH'),
    AccessToken: tokens('ACCESS'),
  };
}

/**
 * Reads the row for every request, so that an edit or a deletion takes effect at once. The code or refresh token that a request
 * exchanges is read first, because its row includes that of its app.
 */
async function findClient(context: ServiceContext, work: UnitOfWork, id: string): Promise<AdapterPayload | undefined> {
  if (!isWellFormedClientId(id)) return undefined;
  const exchanged = work.exchanged && (await readToken(context, work, work.exchanged));
  const isOwn = exchanged?.clientId === id;
  const [row] = isOwn ? [exchanged] : await context.db.run<OAuthClientRow>(oauthClientById, [id]);
  work.client = row;
  return row && metadataOf(row, work.arrivedAt);
}

/**
 * The provider treats a secret in the body and one in the header the same, whichever method is registered. With `web`
 * it compares redirect URIs character for character. Without response types it would add back the missing grant.
 */
function metadataOf(row: OAuthClientRow, now: Date): AdapterPayload {
  const grantTypes = row.grantTypes.toLowerCase().split(' ').filter(Boolean);
  const isPublic = row.clientType === 'PUBLIC';
  return {
    client_id: row.clientId,
    client_name: row.name,
    application_type: 'web',
    redirect_uris: row.redirectUris,
    grant_types: grantTypes,
    response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: allowedScopes(row).join(' ') || undefined,
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    // Never empty, which would mean that there is no secret: no secret hashes to `none`.
    ...(isPublic ? {} : { client_secret: secretHashes(row, now).join('.') || 'none' }),
  };
}

/** The hash of the current secret, and of the previous one during a rotation. */
function secretHashes({ secretHash, previousSecretHash, previousSecretUntil }: OAuthClientRow, now: Date): string[] {
  const isRotating = previousSecretUntil !== null && new Date(previousSecretUntil) > now;
  const hashes = isRotating ? [secretHash, previousSecretHash] : [secretHash];
  return hashes.flatMap((hash) => (hash === null ? [] : [hash.toString('base64url')]));
}

/** The scopes that an app may request now, without those that no longer exist. */
export function allowedScopes({ allowedScopes: text }: Pick<OAuthClientRow, 'allowedScopes'>): string[] {
  return text.split(' ').filter(isScope);
}

/** An account of the provider is a user in the chosen workspace. */
export function accountIdOf({ userId, workspaceId }: { userId: number; workspaceId: number }): string {
  return `${userId}:${workspaceId}`;
}

async function findToken(
  context: ServiceContext,
  work: UnitOfWork,
  { kind, token }: TokenText,
): Promise<AdapterPayload | undefined> {
  const { presented } = work;
  const isRead = presented?.kind === kind && presented.token === token;
  const row = isRead ? presented : await readToken(context, work, { kind, token });
  if (!row) return undefined;
  const { clientId, grantId, scopes: scope } = row;
  const consumed = consumedAt(row, kind, work.arrivedAt);
  return { clientId, grantId, scope, accountId: accountIdOf(row), ...row.payload, jti: token, ...consumed };
}

/** Finds no token of a connection that has ended. Expiry is decided here, by our clock, to the millisecond. */
async function readToken(
  { db, clock }: ServiceContext,
  work: UnitOfWork,
  { kind, token }: TokenText,
): Promise<PresentedToken | undefined> {
  if (!isWellFormedToken(kind, token)) return undefined;
  const row = await findCredential<OAuthTokenRow>(db, oauthTokenByHash, [sha256(token), kind]);
  if (!row) return undefined;
  if (Date.parse(row.expiresAt) <= clock.now().getTime()) {
    work.hasExpired = true;
    return undefined;
  }
  work.presented = Object.assign(row, { kind, token });
  return work.presented;
}

/** The provider ends the connection of a consumed token, so a refresh token that may be repeated is reported as unused. */
function consumedAt(row: OAuthTokenRow, kind: TokenKind, arrivedAt: Date): { consumed?: number } {
  if (row.consumedAt === null) return {};
  const consumed = new Date(row.consumedAt);
  const successorConsumedAt = row.successorConsumedAt === null ? null : new Date(row.successorConsumedAt);
  if (kind === 'REFRESH' && mayRepeat({ consumedAt: consumed, successorConsumedAt }, arrivedAt)) return {};
  return { consumed: Math.floor(consumed.getTime() / 1000) };
}

/** A code stores what it is bound to; other tokens store only which connection they belong to. */
function addToken(work: UnitOfWork, kind: TokenKind, payload: AdapterPayload): void {
  const { jti: token = '', scope: scopes = '', redirectUri = '', codeChallenge, codeChallengeMethod } = payload;
  const challenge: Record<string, string> =
    codeChallenge && codeChallengeMethod ? { codeChallenge, codeChallengeMethod } : {};
  const binding = kind === 'AUTHORIZATION_CODE' ? { redirectUri, ...challenge } : null;
  work.issued.push({ kind, token, scopes, payload: binding });
}

/**
 * The grant of the presented token, limited to what the app and the user's role are allowed now: they were read together
 * with the token.
 */
function grantPayload({ presented }: UnitOfWork, id: string): AdapterPayload | undefined {
  if (presented?.grantId !== id) return undefined;
  const { clientId, grantedScopes, role } = presented;
  const scope = scopesWithinRole(role, grantedScopes.split(' ')).join(' ');
  return { jti: id, kind: 'Grant', clientId, accountId: accountIdOf(presented), openid: { scope } };
}

/** The type of the payload omits the member in which a grant stores its scopes. */
function scopeOfGrant({ openid = {} }: AdapterPayload & { openid?: { scope?: string } }): string {
  return openid.scope ?? '';
}
