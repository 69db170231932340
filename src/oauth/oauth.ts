import type { Context as KoaContext, Middleware } from 'koa';
import { DomainError, retryHeaders } from '#src/domain/errors.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { type AuthorizeEndpoint, authorize, type Caller, deny, preview, signedIn } from './authorize.ts';
import { type Consent, type ConsentContext, createConsent } from './consent.ts';
import { answerPreflight } from './cors.ts';
import { unavailable } from './errors.ts';
import { inProcessProvider } from './internals.ts';
import { type MetadataAddresses, metadata, paths } from './metadata.ts';
import { createProvider, type ProviderOptions } from './provider.ts';
import { type TokenEndpointOptions, tokenEndpoints } from './token-endpoint.ts';

interface OAuthOptions extends ProviderOptions, MetadataAddresses, ConsentContext, TokenEndpointOptions {
  readonly authenticate: (koa: KoaContext) => Promise<Caller>;
  /** Responds with a domain error, or with 500 for an unexpected one. */
  readonly refuse: (koa: KoaContext, error: unknown) => void;
}

type Endpoint = (koa: KoaContext) => Promise<void>;

interface OAuth {
  /** The handlers by path: the metadata, and the endpoints for sessions and for apps. */
  readonly endpoints: ReadonlyMap<string, Middleware>;
  /** The consent interface, for the page that asks a person for consent. */
  readonly consent: Consent;
}

export function openOAuth(options: OAuthOptions): OAuth {
  const provider = inProcessProvider(createProvider(options));
  const consent = createConsent(options, provider);
  const { token, revocation } = tokenEndpoints(options, provider);
  const forSession = (endpoint: AuthorizeEndpoint): Endpoint => {
    return async (koa) => endpoint(koa, consent, await signedIn(koa, await options.authenticate(koa)));
  };
  const only = (method: 'GET' | 'POST', endpoint: Endpoint) => onlyMethod(method, endpoint, options);
  const endpoints = new Map<string, Middleware>([
    ...metadata(options),
    [paths.authorization, only('GET', forSession(authorize))],
    [`${paths.authorization}/preview`, only('GET', forSession(preview))],
    [`${paths.authorization}/deny`, only('GET', forSession(deny))],
    [paths.token, only('POST', token)],
    [paths.revocation, only('POST', revocation)],
  ]);
  return { endpoints, consent };
}

function onlyMethod(
  method: 'GET' | 'POST',
  endpoint: Endpoint,
  { db, appUrl, refuse, onError }: OAuthOptions,
): Endpoint {
  const refused = (koa: KoaContext, error: unknown) => {
    if (!isOutage(error)) return refuse(koa, error);
    onError(error, koa);
    koa.set(retryHeaders);
    koa.status = unavailable.status;
    koa.body = unavailable.body;
  };
  return async (koa) => {
    if (koa.method === method) return endpoint(koa).catch((error: unknown) => refused(koa, error));
    koa.set('Allow', `${method}, OPTIONS`);
    if (koa.method !== 'OPTIONS') return refuse(koa, new DomainError('METHOD_NOT_ALLOWED'));
    koa.status = 204;
    if (method === 'POST') await answerPreflight(koa, db, appUrl);
  };
}
