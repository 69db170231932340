import type { Context as KoaContext, Middleware } from 'koa';
import { DomainError } from '#src/domain/errors.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type AuthorizeEndpoint, authorize, deny, preview } from './authorize.ts';
import { type Caller, signedIn } from './caller.ts';
import { type Consent, createConsent } from './consent.ts';
import { libraryOf } from './internals.ts';
import { createProvider, type ProviderOptions, paths } from './provider.ts';
import { revocationEndpoint, type TokenEndpoint, tokenEndpoint } from './token.ts';

export interface OAuthOptions extends ProviderOptions {
  readonly authenticate: (koa: KoaContext) => Promise<Caller>;
  /** Answers with an error of the domain, or with one that nobody expected. */
  readonly refuse: (koa: KoaContext, error: unknown) => void;
}

export interface OAuth {
  readonly middleware: Middleware;
  /** For the consent page. */
  readonly consent: Consent;
  readonly paths: readonly string[];
}

type Endpoint = (koa: KoaContext) => Promise<void>;

/** All of OAuth that has an address: three for the consent of a user, two for apps. */
export function createOAuth(options: OAuthOptions): OAuth {
  const context: ServiceContext = options;
  const library = libraryOf(createProvider(options));
  const consent = createConsent(context, library);
  const forSession = (endpoint: AuthorizeEndpoint): Endpoint => {
    return async (koa) => endpoint(koa, consent, await signedIn(koa, await options.authenticate(koa)));
  };
  const endpoints = new Map<string, readonly [method: string, endpoint: Endpoint]>([
    [paths.authorization, ['GET', forSession(authorize)]],
    [`${paths.authorization}/preview`, ['GET', forSession(preview)]],
    [`${paths.authorization}/deny`, ['GET', forSession(deny)]],
    [paths.token, ['POST', forApp(tokenEndpoint(context, library))]],
    [paths.revocation, ['POST', forApp(revocationEndpoint(context, library))]],
  ]);
  return { consent, paths: [...endpoints.keys()], middleware: router(endpoints, options.refuse) };
}

function forApp(endpoint: TokenEndpoint): Endpoint {
  return async (koa) => {
    koa.set('Cache-Control', 'no-store');
    const { status, headers, body } = await endpoint(koa.req);
    koa.set(headers);
    koa.status = status;
    koa.body = body;
  };
}

function router(
  endpoints: ReadonlyMap<string, readonly [method: string, endpoint: Endpoint]>,
  refuse: OAuthOptions['refuse'],
): Middleware {
  return async (koa, next) => {
    const found = endpoints.get(koa.path);
    if (!found) return next();
    const [method, endpoint] = found;
    if (koa.method !== method) return otherMethod(koa, method, refuse);
    await endpoint(koa).catch((error: unknown) => refuse(koa, error));
  };
}

function otherMethod(koa: KoaContext, method: string, refuse: OAuthOptions['refuse']): void {
  koa.set('Allow', `${method}, OPTIONS`);
  if (koa.method === 'OPTIONS') koa.status = 204;
  else refuse(koa, new DomainError('METHOD_NOT_ALLOWED'));
}
