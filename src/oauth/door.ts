import type { Context as KoaContext, Middleware } from 'koa';
import type { GuessGuard, GuessKeys } from '#src/access/guessing/guess-guard.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/headers.ts';
import { DomainError, errorTable } from '#src/domain/errors.ts';
import { type AuthorizeEndpoint, authorize, deny, preview } from './authorize.ts';
import { type Caller, signedIn } from './caller.ts';
import { countWrongClient } from './client-guesses.ts';
import { type Consent, type ConsentContext, createConsent } from './consent.ts';
import { answerPreflight } from './cors.ts';
import { refusal } from './errors.ts';
import { libraryOf } from './internals.ts';
import { createProvider, type ProviderOptions, paths } from './provider.ts';
import { revocationEndpoint, type TokenAnswer, type TokenEndpoint, tokenEndpoint } from './token.ts';

export interface OAuthOptions extends ProviderOptions, ConsentContext {
  readonly clientGuard: GuessGuard;
  /** Where a request comes from. */
  readonly addressOf: (koa: KoaContext) => string;
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
  const library = libraryOf(createProvider(options));
  const consent = createConsent(options, library);
  const forSession = (endpoint: AuthorizeEndpoint): Endpoint => {
    return async (koa) => endpoint(koa, consent, await signedIn(koa, await options.authenticate(koa)));
  };
  const endpoints = new Map<string, readonly [method: string, endpoint: Endpoint]>([
    [paths.authorization, ['GET', forSession(authorize)]],
    [`${paths.authorization}/preview`, ['GET', forSession(preview)]],
    [`${paths.authorization}/deny`, ['GET', forSession(deny)]],
    [paths.token, ['POST', forApp(tokenEndpoint(options, library), options)]],
    [paths.revocation, ['POST', forApp(revocationEndpoint(options, library), options)]],
  ]);
  return { consent, paths: [...endpoints.keys()], middleware: router(endpoints, options) };
}

function forApp(endpoint: TokenEndpoint, options: OAuthOptions): Endpoint {
  const { clientGuard, addressOf, onError } = options;
  return async (koa) => {
    koa.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    const keysOf = (account: string): GuessKeys => ({ address: addressOf(koa), account });
    const admit = (claimed: string) => clientGuard.requireUnspent(keysOf(claimed));
    const { client, ...answer } = await endpoint(koa.req, admit).catch((error: unknown) => {
      if (isLimit(error)) throw toldIn(koa, error);
      onError(error, koa);
      return failure;
    });
    if (client !== undefined) await countClient(koa, clientGuard, { status: answer.status, keys: keysOf(client) });
    koa.set(answer.headers);
    koa.status = answer.status;
    koa.body = answer.body;
  };
}

async function countClient(
  koa: KoaContext,
  guard: GuessGuard,
  { status, keys }: { status: number; keys: GuessKeys },
): Promise<void> {
  if (status === 200) return guard.remember(keys);
  if (status !== 401) return;
  await countWrongClient(guard, keys).catch((error: unknown) => {
    throw isLimit(error) ? toldIn(koa, error) : error;
  });
}

type LimitError = DomainError & { readonly rate: NonNullable<DomainError['rate']> };

function isLimit(error: unknown): error is LimitError {
  return error instanceof DomainError && error.rate !== undefined;
}

function toldIn(koa: KoaContext, error: LimitError): LimitError {
  koa.set(rateLimitHeaders(error.rate));
  return error;
}

const failure: TokenAnswer = { ...refusal(500, 'server_error', errorTable.INTERNAL_SERVER_ERROR.message), headers: {} };

function router(
  endpoints: ReadonlyMap<string, readonly [method: string, endpoint: Endpoint]>,
  { db, refuse }: OAuthOptions,
): Middleware {
  return async (koa, next) => {
    const found = endpoints.get(koa.path);
    if (!found) return next();
    const [method, endpoint] = found;
    if (koa.method === method) return endpoint(koa).catch((error: unknown) => refuse(koa, error));
    koa.set('Allow', `${method}, OPTIONS`);
    if (koa.method !== 'OPTIONS') return refuse(koa, new DomainError('METHOD_NOT_ALLOWED'));
    koa.status = 204;
    if (method === 'POST') await answerPreflight(koa, db);
  };
}
