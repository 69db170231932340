import type { Middleware } from 'koa';
import { allScopes } from '#src/domain/access/scopes.ts';

/** The endpoints that the provider serves, in this process. */
export const paths = {
  authorization: '/v1/oauth/authorize',
  token: '/v1/oauth/token',
  revocation: '/v1/oauth/revoke',
} as const;

export const clientAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

export interface MetadataAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

/** RFC 8414. Our own document, because the library's names endpoints that are not served. */
function authorizationServer({ baseUrl, appUrl }: MetadataAddresses): object {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${appUrl}/oauth/authorize`,
    token_endpoint: baseUrl + paths.token,
    revocation_endpoint: baseUrl + paths.revocation,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    scopes_supported: allScopes,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs/oauth.md`,
  };
}

/** RFC 9728. */
function protectedResource({ baseUrl }: MetadataAddresses): object {
  return {
    resource: baseUrl,
    authorization_servers: [baseUrl],
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Slotline',
    resource_documentation: `${baseUrl}/docs`,
  };
}

/** The metadata documents by path, public to pages of any origin. */
export function metadata(addresses: MetadataAddresses): [path: string, middleware: Middleware][] {
  return [
    ['/.well-known/oauth-authorization-server', serving(authorizationServer(addresses))],
    ['/.well-known/oauth-protected-resource', serving(protectedResource(addresses))],
  ];
}

function serving(document: object): Middleware {
  const text = JSON.stringify(document);
  return async (koa, next) => {
    if (koa.method !== 'GET' && koa.method !== 'HEAD') return next();
    koa.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
    koa.type = 'application/json; charset=utf-8';
    koa.body = text;
  };
}
