import { generateKeyPairSync } from 'node:crypto';
import type { Context as KoaContext } from 'koa';
import Provider, { type Configuration } from 'oidc-provider';
import type { Database } from '#src/db/database.ts';
import { allScopes } from '#src/domain/access/scopes.ts';
import { lifetimeSeconds } from '#src/domain/connections/tokens.ts';
import type { Clock } from '#src/lib/clock.ts';
import { adapterFactory } from './adapter/adapter.ts';
import { allowsOrigin } from './cors.ts';
import { decide } from './decide.ts';
import { adjust, currentExchange } from './internals.ts';
import { tokenMaker } from './successors.ts';

export interface ProviderOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Where the API is reached; it is the issuer. */
  readonly baseUrl: string;
  readonly secretKey: string;
  /** Told what nobody expected. */
  readonly onError: (error: unknown, koa?: KoaContext) => void;
}

export const paths = {
  authorization: '/v1/oauth/authorize',
  token: '/v1/oauth/token',
  revocation: '/v1/oauth/revoke',
} as const;

const century = 100 * 365 * 86_400;

/** Plain OAuth 2.0: codes and refresh tokens, opaque tokens, and nothing of OpenID Connect. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.baseUrl, configurationOf(options));
  adjust(provider, tokenMaker(options.secretKey));
  provider.on('server_error', (_context, error) => options.onError(error));
  provider.on('grant.error', (_context, error) => {
    currentExchange().refusalDetail = 'error_detail' in error ? String(error.error_detail) : undefined;
  });
  return provider;
}

function configurationOf({ db, clock }: ProviderOptions): Configuration {
  return {
    ...nothingIsSigned(),
    adapter: adapterFactory({ db, clock, exchange: currentExchange }),
    // The adapter tells what is over, by our own clock.
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
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
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
      const { client } = currentExchange();
      return client !== undefined && allowsOrigin(client, origin);
    },
    interactions: { policy: [], url: () => '/' },
    // Who has left the workspace has no grant left either: the database sees to it.
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    loadExistingGrant: decide,
    renderError: (context, out) => {
      context.body = out;
    },
  };
}

/** Tokens are opaque, and there is no OpenID Connect. The library wants a key all the same. */
function nothingIsSigned(): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  return {
    jwks: { keys: [{ ...jwk, kty: 'EC', alg: 'ES256', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  };
}
