import type { Middleware } from 'koa';
import { errorTable } from '#src/domain/errors.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';

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
    protected_resources: resourceSuffixes.map((suffix) => baseUrl + suffix),
    service_documentation: `${baseUrl}/docs/oauth.md`,
  };
}

/** The resources of tokens, as suffixes of the base address: the whole API, and each of its two parts. */
const resourceSuffixes = ['', '/v1', '/graphql'] as const;

type ResourceSuffix = (typeof resourceSuffixes)[number];

/** RFC 9728. */
function protectedResource({ baseUrl }: MetadataAddresses, suffix: ResourceSuffix): object {
  return {
    resource: baseUrl + suffix,
    authorization_servers: [baseUrl],
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Slotline',
    resource_documentation: `${baseUrl}/docs`,
  };
}

const serverPath = '/.well-known/oauth-authorization-server';
const resourcePath = '/.well-known/oauth-protected-resource';

/**
 * The metadata documents by path, public to pages of any origin. If the base address has a path, clients append it to the
 * well-known part (RFC 8414, 3.1; RFC 9728, 3.1); a proxy that serves a path may also forward requests without it.
 */
export function metadata(addresses: MetadataAddresses): [path: string, middleware: Middleware][] {
  const server = serving(authorizationServer(addresses));
  const basePaths = [...new Set(['', basePath(addresses)])];
  return basePaths.flatMap((base): [string, Middleware][] => [
    [serverPath + base, server],
    ...resourceSuffixes.map((suffix): [string, Middleware] => [
      resourcePath + base + suffix,
      serving(protectedResource(addresses, suffix)),
    ]),
  ]);
}

function basePath({ baseUrl }: MetadataAddresses): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** The problem of the `resource` parameters of a request (RFC 8707): each of them must name this API. */
export function resourceProblem(
  resources: readonly string[],
  { baseUrl }: Pick<MetadataAddresses, 'baseUrl'>,
): string | undefined {
  // RFC 6749, 3.1: a parameter without a value counts as absent.
  const isForeign = resources.some((resource) => resource !== '' && !isThisApi(resource, baseUrl));
  return isForeign ? `resource must be ${baseUrl}, or one of its parts: ${baseUrl}/v1, ${baseUrl}/graphql` : undefined;
}

/** A trailing slash and a query do not matter. */
function isThisApi(resource: string, baseUrl: string): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  const { origin, pathname, username, password } = new URL(resource);
  const address = (origin + pathname).replace(/\/$/, '');
  return username + password === '' && resourceSuffixes.some((suffix) => address === baseUrl + suffix);
}

/** RFC 9728, 5.1: a 401 that asks for a token names the metadata which say where to get one. */
export function namesMetadata(addresses: MetadataAddresses): Middleware {
  const { origin } = new URL(addresses.baseUrl);
  return async (koa, next) => {
    await next();
    const suffix = resourceSuffixes.find((each) => each !== '' && `${koa.path}/`.startsWith(`${each}/`));
    const challenge = koa.response.headers['www-authenticate']?.toString();
    if (koa.status !== 401 || suffix === undefined || !challenge?.startsWith('Bearer')) return;
    const parameters = challenge.slice('Bearer '.length);
    const metadataUrl = origin + resourcePath + basePath(addresses) + suffix;
    const all = [`resource_metadata="${metadataUrl}"`, parameters].filter(Boolean).join(', ');
    koa.set('WWW-Authenticate', `Bearer ${all}`);
  };
}

function serving(document: object): Middleware {
  const text = JSON.stringify(document);
  return async (koa) => {
    koa.set({ 'Access-Control-Allow-Origin': '*' });
    if (koa.method === 'GET' || koa.method === 'HEAD') {
      koa.set('Cache-Control', 'public, max-age=3600');
      koa.type = 'application/json; charset=utf-8';
      koa.body = text;
      return;
    }
    koa.set('Allow', 'GET, HEAD, OPTIONS');
    if (koa.method === 'OPTIONS') {
      koa.status = 204;
      // Some clients add headers of their own, for which a browser sends a preflight.
      koa.set({ 'Access-Control-Allow-Methods': 'GET, HEAD', 'Access-Control-Allow-Headers': '*' });
    } else {
      koa.status = 405;
      koa.body = { message: errorTable.METHOD_NOT_ALLOWED.message, code: 'METHOD_NOT_ALLOWED' };
    }
  };
}
