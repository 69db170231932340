import type { IncomingMessage } from 'node:http';
import type { Context as KoaContext } from 'koa';
import type { AccountLimits } from '#src/access/account-limits.ts';
import { authenticate, authenticateCookie, bearerToken } from '#src/access/authenticate.ts';
import type { InviteeLimits } from '#src/access/invitee-limits.ts';
import type { LoginThrottle } from '#src/access/login-throttle.ts';
import type { RateGate } from '#src/access/rate-limit/gate.ts';
import { sessionCookies } from '#src/access/session-cookie.ts';
import { credentialKind } from '#src/domain/access/credentials.ts';
import type { Principal } from '#src/domain/access/policy.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import type { GraphQLContext, SessionCookie } from '#src/graphql/context.ts';
import { clientAddress, type Network } from '#src/lib/addresses.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import type { SealedTexts } from '#src/lib/sealed-texts.ts';
import type { SignedTexts } from '#src/lib/signed-texts.ts';
import type { AccountContext } from '#src/services/accounts/context.ts';
import type { WebhookTargets } from '#src/services/context.ts';
import type { CredentialContext } from '#src/services/credentials.ts';

export interface ContextSource extends CredentialContext, AccountContext {
  readonly gate: RateGate;
  readonly signInThrottle: LoginThrottle;
  readonly inviteeLimits: InviteeLimits;
  readonly bookingTokens: SignedTexts;
  readonly cursors: SignedTexts;
  readonly webhookSecrets: SealedTexts;
  readonly webhookTargets: WebhookTargets;
  readonly accountLimits: AccountLimits;
  readonly hasDemo: boolean;
  readonly metrics: Metrics;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly Network[];
}

interface Caller {
  readonly principal: Principal | undefined;
  /** The credential, if it is valid. */
  readonly token: string | undefined;
}

/** Creates the context of a request, for every transport. Throws for an invalid bearer token; a missing credential is no error here. */
export function requestContexts(source: ContextSource): (koa: KoaContext) => Promise<GraphQLContext> {
  const cookieOf = sessionCookies(source.appUrl);
  return async (koa) => {
    const cookie = cookieOf(koa);
    const { authorization } = koa.req.headers;
    if (authorization !== undefined && isRepeated(koa.req, 'authorization')) {
      throw fieldError('Authorization', 'duplicate', 'Must be given once');
    }
    const resolving =
      authorization === undefined ? callerOfCookie(source, cookie?.token) : callerOf(source, authorization);
    const caller = await resolving.catch((error: unknown) => {
      if (error instanceof DomainError && error.status === 401) {
        source.metrics.refusedCredential(error.code);
        koa.state.refused = error.requester;
      }
      throw error;
    });
    koa.state.principal = caller.principal;
    return contextOf(source, koa, caller, cookie);
  };
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
  {
    db,
    clock,
    gate,
    signInThrottle,
    inviteeLimits,
    bookingTokens,
    cursors,
    webhookSecrets,
    webhookTargets,
    trustedProxies,
    appUrl,
    mailer,
    background,
    signUp,
    accountLimits,
    hasDemo,
    metrics,
  }: ContextSource,
  koa: KoaContext,
  { principal, token }: Caller,
  sessionCookie: SessionCookie | undefined,
): GraphQLContext {
  return {
    db,
    clock,
    gate,
    signInThrottle,
    inviteeLimits,
    bookingTokens,
    cursors,
    webhookSecrets,
    webhookTargets,
    appUrl,
    mailer,
    background,
    signUp,
    accountLimits,
    hasDemo,
    metrics,
    principal,
    rate: principal && {
      workspaceId: principal.workspaceId,
      points: principal.rateLimitPoints,
      graphqlCost: principal.graphqlCost,
      decisions: new Map(),
    },
    sessionToken: token !== undefined && credentialKind(token) === 'session' ? token : undefined,
    sessionCookie,
    userAgent: koa.req.headers['user-agent'],
    address: addressOf(koa, trustedProxies),
  };
}

/** The address of the client: X-Forwarded-For counts only if a trusted proxy sent it. */
export function addressOf({ req }: KoaContext, trustedProxies: ContextSource['trustedProxies']): string {
  const forwardedFor = req.headers['x-forwarded-for']?.toString();
  return clientAddress(req.socket.remoteAddress ?? '', forwardedFor, trustedProxies);
}
