import type { Context as KoaContext } from 'koa';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import type { RateGate, RequestRate } from '#src/access/rate-limit/gate.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { securityHeaders } from '#src/lib/network/headers.ts';
import type { Consent, ConsentRedirect, ConsentResult } from './consent.ts';
import type { ConsentQuestion } from './consent-question.ts';
import { type OAuthRefusal, refusal } from './errors.ts';

/** The caller of a request, from the request's context. */
export interface Caller {
  readonly principal: Principal | undefined;
  readonly rate: RequestRate | undefined;
  readonly gate: RateGate;
}

/** The principal of a session, because an API key or access token must not grant access to an app. */
export async function signedIn(koa: KoaContext, { principal, rate, gate }: Caller): Promise<Principal> {
  if (!principal || !rate) throw new DomainError('MISSING_API_KEY');
  const decision = await gate.consume(rate, 'authorize');
  koa.set(rateLimitHeaders(decision));
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
  if (principal.credential === 'session') return principal;
  throw new DomainError('FORBIDDEN', { message: 'Only a signed-in session may do this' });
}

/** The three GET endpoints below `/v1/oauth/authorize`, each for a session. */
export type AuthorizeEndpoint = (koa: KoaContext, consent: Consent, principal: Principal) => Promise<void>;

export const authorize: AuthorizeEndpoint = async (koa, consent, { userId, workspaceId }) => {
  const chosen = chosenWorkspace(koa);
  if (chosen === 'malformed') return refuse(koa, refusal(400, 'invalid_request', 'workspaceId must be an integer'));
  send(koa, await consent.allow(queryOf(koa), { userId, workspaceId: chosen ?? workspaceId }));
};

export const deny: AuthorizeEndpoint = async (koa, consent, { userId }) =>
  send(koa, await consent.deny(queryOf(koa), userId));

/** Never redirects: the page shows the error, with a link back to the app. */
export const preview: AuthorizeEndpoint = async (koa, consent, { userId }) => {
  const result = await consent.preview(queryOf(koa), userId);
  if ('redirect' in result) respond(koa, 200, { data: result.redirect });
  else send(koa, result);
};

function queryOf({ querystring }: KoaContext): URLSearchParams {
  return new URLSearchParams(querystring);
}

function chosenWorkspace(koa: KoaContext): number | undefined | 'malformed' {
  const requested = queryOf(koa)
    .getAll('workspaceId')
    .filter((text) => text !== '');
  if (requested.length === 0) return undefined;
  const id = requested.length === 1 && /^[1-9]\d{0,9}$/.test(requested[0] ?? '') ? Number(requested[0]) : Number.NaN;
  return id < 2 ** 31 ? id : 'malformed';
}

function send(koa: KoaContext, result: ConsentResult | { readonly question: ConsentQuestion }): void {
  if ('question' in result) respond(koa, 200, { data: result.question });
  else if ('refusal' in result) refuse(koa, result.refusal);
  else redirect(koa, result.redirect);
}

/** A fetch cannot read the target of a redirect, so it gets the target as JSON; a browser that navigates is redirected. */
function redirect(koa: KoaContext, { redirectUrl }: ConsentRedirect): void {
  koa.vary('Accept');
  if (koa.accepts('json', 'html') !== 'html') {
    respond(koa, 200, { data: { redirectUrl } });
    return;
  }
  koa.set({ 'Cache-Control': 'no-store', ...securityHeaders.protocol });
  koa.redirect(redirectUrl);
  koa.status = 303;
}

function refuse(koa: KoaContext, { status, body }: OAuthRefusal): void {
  respond(koa, status, body);
}

function respond(koa: KoaContext, status: number, body: object): void {
  koa.set({ 'Cache-Control': 'no-store', ...securityHeaders.protocol });
  koa.status = status;
  koa.body = body;
}
