import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext } from 'koa';
import { authenticate, authenticateCookie, bearerToken } from '#src/access/authenticate.ts';
import { sessionCookies } from '#src/access/session-cookie.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import { credentialKind, withoutCredentials } from '#src/domain/principal/credentials.ts';
import { type Principal, visibilityOf } from '#src/domain/principal/policy.ts';
import type { GraphQLContext, SessionCookie, SharedContext } from '#src/graphql/context.ts';
import { clientAddress, type Network } from '#src/lib/network/addresses.ts';
import type { CredentialContext } from '#src/services/credentials.ts';

export interface ContextSource extends SharedContext, CredentialContext {
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly Network[];
  /** The public address of the API. */
  readonly baseUrl: string;
}

interface Caller {
  readonly principal: Principal | undefined;
  /** The credential, if it is valid. */
  readonly token: string | undefined;
}

export interface RequestContexts {
  /** Creates the context of a request, for every transport. Throws for an invalid bearer token; a missing credential is no error here. */
  readonly authenticate: (koa: KoaContext) => Promise<GraphQLContext>;
  /** Resolves the credential anew. Throws where it has ended, or allows something else by now. */
  readonly confirmCaller: (koa: KoaContext, context: GraphQLContext) => Promise<void>;
}

export function requestContexts(source: ContextSource): RequestContexts {
  const cookieOf = sessionCookies(source);
  const callerOfRequest = (koa: KoaContext, cookie: SessionCookie | undefined) => {
    const { authorization } = koa.req.headers;
    const resolving =
      authorization === undefined ? callerOfCookie(source, cookie?.token) : callerOf(source, authorization);
    return resolving.catch((error: unknown) => {
      if (error instanceof DomainError && error.status === 401) {
        source.metrics.refusedCredential(error.code);
        koa.state.refused = error.requester;
      }
      throw error;
    });
  };
  return {
    async authenticate(koa) {
      const cookie = cookieOf(koa);
      if (koa.req.headers.authorization !== undefined && isRepeated(koa.req, 'authorization')) {
        throw fieldError('Authorization', 'duplicate', 'Must be given once');
      }
      const caller = await callerOfRequest(koa, cookie);
      koa.state.principal = caller.principal;
      return contextOf(source, koa, caller, cookie);
    },
    confirmCaller: async (koa, before) => requireSame(before, await callerOfRequest(koa, cookieOf(koa))),
  };
}

/** A caller who may do something else by now repeats the request, which is judged anew. */
function requireSame({ principal: before }: Pick<Caller, 'principal'>, { principal: now }: Caller): void {
  if (before && !now) throw new DomainError('INVALID_SESSION');
  const rightsOf = ({ principal }: Pick<Caller, 'principal'>) =>
    principal && JSON.stringify({ workspaceId: principal.workspaceId, ...visibilityOf(principal) });
  if (rightsOf({ principal: before }) !== rightsOf({ principal: now })) throw new DomainError('UNAVAILABLE');
}

/** Node uses the first of two headers, but a proxy may have checked the last, so a repeated header is ambiguous. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) times++;
  }
  return times > 1;
}

async function callerOf(source: ContextSource, authorization: string): Promise<Caller> {
  const token = bearerToken(authorization);
  if (token === undefined) throw new DomainError('MISSING_API_KEY');
  return { token, principal: await authenticate(source, token) };
}

async function callerOfCookie(source: ContextSource, token: string | undefined): Promise<Caller> {
  const principal = token === undefined ? undefined : await authenticateCookie(source, token);
  return { token: principal && token, principal };
}

function contextOf(
  source: ContextSource,
  koa: KoaContext,
  { principal, token }: Caller,
  sessionCookie: SessionCookie | undefined,
): GraphQLContext {
  return {
    ...source,
    principal,
    rate: principal && {
      workspaceId: principal.workspaceId,
      points: principal.rateLimitPoints,
      graphqlCost: principal.graphqlCost,
      decisions: new Map(),
    },
    sessionToken: token !== undefined && credentialKind(token) === 'session' ? token : undefined,
    sessionCookie,
    userAgent: userAgentOf(koa),
    address: addressOf(koa, source.trustedProxies),
  };
}

/** The name that the client gives itself, as it is stored and shown. */
export function userAgentOf({ req }: KoaContext): string | undefined {
  const sent = req.headers['user-agent'];
  return sent && withoutCredentials(sent);
}

/** The address of the client: X-Forwarded-For counts only if a trusted proxy sent it. */
export function addressOf({ req }: KoaContext, trustedProxies: ContextSource['trustedProxies']): string {
  const forwardedFor = req.headers['x-forwarded-for']?.toString();
  return clientAddress(req.socket.remoteAddress ?? '', forwardedFor, trustedProxies);
}
