import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Context as KoaContext } from 'koa';
import type LibraryProvider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { lifetimeSeconds, type TokenKind, tokenPrefixes } from '#src/domain/connections/tokens.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { HmacKey, sha256 } from '#src/lib/secrets/crypto.ts';
import { eachKey, type SecretKeys } from '#src/lib/secrets/secret-keys.ts';
import type { AuditContext } from '#src/services/audit/context.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { adapterFactory } from './adapter.ts';
import { decide } from './consent.ts';
import { allowsOrigin } from './cors.ts';
import { currentWork, overrideModels, type TokenMaker } from './internals.ts';
import { Provider } from './library.ts';
import { clientAuthMethods, paths } from './metadata.ts';
import type { PresentedToken } from './unit-of-work.ts';

export interface ProviderOptions extends ServiceContext, AuditContext {
  /** The public address of the API; it is the issuer. */
  readonly baseUrl: string;
  /** The public address of the web app. */
  readonly appUrl: string;
  readonly secretKeys: SecretKeys;
  /** Called with each unexpected error. */
  readonly onError: (error: unknown, koa?: KoaContext) => void;
}

const century = 100 * 365 * 86_400;

/** Plain OAuth 2.0: codes and refresh tokens, opaque tokens, and no OpenID Connect. */
export function createProvider(options: ProviderOptions): LibraryProvider {
  const provider = new Provider(options.baseUrl, configurationOf(options));
  overrideModels(provider, tokenMaker(options.secretKeys));
  provider.on('server_error', (_context, error) => {
    currentWork().failure = error;
    if (!isOutage(error)) options.onError(error);
  });
  provider.on('grant.error', (_context, error) => {
    currentWork().refusalDetail = 'error_detail' in error ? String(error.error_detail) : undefined;
  });
  return provider;
}

function configurationOf({ appUrl, ...context }: ProviderOptions): Configuration {
  return {
    ...nothingIsSigned(),
    adapter: adapterFactory(context, currentWork),
    // The adapter decides by our own clock what has expired.
    clockTolerance: 0,
    ttl: {
      AccessToken: lifetimeSeconds.ACCESS,
      AuthorizationCode: lifetimeSeconds.AUTHORIZATION_CODE,
      RefreshToken: lifetimeSeconds.REFRESH,
      Grant: century,
      Session: 60,
      Interaction: 60,
    },
    scopes: [...allScopes],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: [...clientAuthMethods],
    allowOmittingSingleRegisteredRedirectUri: false,
    routes: { ...paths, jwks: '/v1/oauth/jwks' },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
      },
    },
    pkce: { required: (_context, { clientAuthMethod }) => clientAuthMethod === 'none' },
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    clientBasedCORS: (_context, origin) => {
      const { client } = currentWork();
      return client !== undefined && allowsOrigin(client, origin, appUrl);
    },
    interactions: { policy: [], url: () => '/' },
    // A user who left the workspace has no grant any more: all are revoked with the membership.
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    loadExistingGrant: decide,
    renderError: (context, out) => {
      context.body = out;
    },
  };
}

/** Tokens are opaque, and there is no OpenID Connect. The library requires a key anyway. */
function nothingIsSigned(): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  return {
    jwks: { keys: [{ ...jwk, kty: 'EC', alg: 'ES256', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  };
}

/**
 * New tokens are random, but those for a refresh token are derived from it: a client that repeats a refresh gets the same
 * tokens, and none is stored in clear text for that. Deriving them needs the token, the key of this installation and the secret
 * of the connection in the database.
 */
function tokenMaker(secretKeys: SecretKeys): TokenMaker {
  // The label is part of the derivation: with another one, a repeated refresh would get other tokens.
  const [key] = eachKey(secretKeys, (secretKey) => new HmacKey(secretKey).derive('oauth successors'));
  return (kind, work, scopes = '') => {
    const { presented, isConsumed } = work;
    if (!isConsumed || presented?.kind !== 'REFRESH')
      return tokenPrefixes[kind] + randomBytes(32).toString('base64url');
    work.successorKey ??= connectionKey(key, presented);
    return tokenPrefixes[kind] + derived(work.successorKey, presented.token, kind, scopes);
  };
}

function derived(key: HmacKey, token: string, kind: TokenKind, scopes = ''): string {
  return key.sign([token, kind, scopes].join('\n'), 'base64url');
}

/**
 * Older versions had no secret of the connection, and derived tokens with the key of the installation alone. During an upgrade,
 * a refresh that such a node answered may be repeated here, and must get the same tokens.
 */
function connectionKey(key: HmacKey, { token, grantSecret, successorHash }: PresentedToken): HmacKey {
  const isOfOlderVersion = successorHash?.equals(sha256(tokenPrefixes.REFRESH + derived(key, token, 'REFRESH')));
  return isOfOlderVersion ? key : key.derive(grantSecret);
}
