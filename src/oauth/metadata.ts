import type { Context as KoaContext, Middleware } from 'koa';
import { allScopes } from '#src/domain/access/scopes.ts';
import { paths } from './provider.ts';

export interface MetadataAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

const authentication = ['client_secret_basic', 'client_secret_post', 'none'];

/** RFC 8414. Our own document: the library's tells of endpoints that are not there. */
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
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
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

/** For everybody, pages of any origin included. */
export function metadata(addresses: MetadataAddresses): { paths: readonly string[]; middleware: Middleware } {
  const documents = new Map([
    ['/.well-known/oauth-authorization-server', JSON.stringify(authorizationServer(addresses))],
    ['/.well-known/oauth-protected-resource', JSON.stringify(protectedResource(addresses))],
  ]);
  return { paths: [...documents.keys()], middleware: (koa, next) => send(koa, documents.get(koa.path), next) };
}

async function send(koa: KoaContext, document: string | undefined, next: () => Promise<void>): Promise<void> {
  if (document === undefined || !['GET', 'HEAD'].includes(koa.method)) return next();
  koa.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
  koa.type = 'application/json; charset=utf-8';
  koa.body = document;
}
