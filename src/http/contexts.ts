import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext } from 'koa';
import { type AuthenticationContext, authenticate, authenticateCookie, bearerToken } from '#src/access/authenticate.ts';
import { requestRate } from '#src/access/rate-limit/request-rate.ts';
import { pageCookies, sessionCookies } from '#src/access/session-cookie.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import { withoutCredentials } from '#src/domain/principal/credentials.ts';
import { type Principal, visibilityOf } from '#src/domain/principal/policy.ts';
import type { GraphQLContext, SessionCookie, SharedContext } from '#src/graphql/context.ts';
import { clientAddress, type Network } from '#src/lib/network/addresses.ts';

export interface ContextSource extends SharedContext, AuthenticationContext {
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly Network[];
  /** The public address of the API. */
  readonly baseUrl: string;
}

export interface RequestContexts {
  /** Creates the context of a request, for every transport. Throws for an invalid bearer token, not for a missing one. */
  readonly authenticate: (koa: KoaContext) => Promise<GraphQLContext>;
  /** Does the same for a page that a browser navigates to. Such a page may only read. */
  readonly authenticatePage: (koa: KoaContext) => Promise<GraphQLContext>;
  /** Resolves the credential again. Throws if it has ended, or its permissions have changed. */
  readonly confirmCaller: (koa: KoaContext, context: GraphQLContext) => Promise<void>;
}

export function requestContexts(source: ContextSource): RequestContexts {
  const cookieOf = sessionCookies(source);
  const pageCookieOf = pageCookies(source.appUrl);
  const principalOfRequest = (koa: KoaContext, cookie: SessionCookie | undefined): Promise<Principal | undefined> => {
    const { authorization } = koa.req.headers;
    const addressOfClient = () => addressOf(koa, source.trustedProxies);
    const resolving =
      authorization === undefined
        ? authenticateCookie(source, cookie?.token, addressOfClient)
        : principalOfHeader(source, authorization, addressOfClient);
    return resolving.catch((error: unknown) => {
      if (error instanceof DomainError && error.status === 401) {
        source.metrics.refusedCredential(error.code);
        koa.state.refused = error.requester;
      }
      throw error;
    });
  };
  const contextWith = async (koa: KoaContext, cookie: SessionCookie | undefined) => {
    if (koa.req.headers.authorization !== undefined && isRepeated(koa.req, 'authorization')) {
      throw fieldError('Authorization', 'duplicate', 'Must be given once');
    }
    const principal = await principalOfRequest(koa, cookie);
    koa.state.principal = principal;
    return contextOf(source, koa, principal, cookie);
  };
  return {
    authenticate: (koa) => contextWith(koa, cookieOf(koa)),
    authenticatePage: (koa) => contextWith(koa, pageCookieOf(koa)),
    confirmCaller: async (koa, before) => requireSame(before, await principalOfRequest(koa, cookieOf(koa))),
  };
}

/** Requires unchanged permissions. Otherwise the caller repeats the request, which is authorized again. */
function requireSame({ principal: before }: Pick<GraphQLContext, 'principal'>, now: Principal | undefined): void {
  if (before && !now) throw new DomainError('INVALID_SESSION');
  const rightsOf = (principal: Principal | undefined) =>
    principal && JSON.stringify({ workspaceId: principal.workspaceId, ...visibilityOf(principal) });
  if (rightsOf(before) !== rightsOf(now)) throw new DomainError('UNAVAILABLE');
}

/** Returns true for a repeated header, which is ambiguous: Node uses the first, but a proxy may have checked the last. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) times++;
  }
  return times > 1;
}

function principalOfHeader(
  source: ContextSource,
  authorization: string,
  addressOfClient: () => string,
): Promise<Principal> {
  const token = bearerToken(authorization);
  if (token === undefined) return Promise.reject(new DomainError('MISSING_API_KEY'));
  return authenticate(source, token, addressOfClient);
}

function contextOf(
  source: ContextSource,
  koa: KoaContext,
  principal: Principal | undefined,
  sessionCookie: SessionCookie | undefined,
): GraphQLContext {
  const { authorization } = koa.req.headers;
  const token = authorization === undefined ? sessionCookie?.token : bearerToken(authorization);
  return {
    ...source,
    principal,
    rate: principal && requestRate(principal, { isPage: authorization === undefined }),
    sessionToken: principal?.credential === 'session' ? token : undefined,
    sessionCookie,
    userAgent: userAgentOf(koa),
    address: addressOf(koa, source.trustedProxies),
  };
}

/** Returns the User-Agent of the client, without credentials, for storage and display. */
export function userAgentOf({ req }: KoaContext): string | undefined {
  const sent = req.headers['user-agent'];
  return sent && withoutCredentials(sent);
}

/** Returns the client's address. X-Forwarded-For counts only if a trusted proxy sent it. */
export function addressOf({ req }: KoaContext, trustedProxies: ContextSource['trustedProxies']): string {
  const forwardedFor = req.headers['x-forwarded-for']?.toString();
  return clientAddress(req.socket.remoteAddress ?? '', forwardedFor, trustedProxies);
}
