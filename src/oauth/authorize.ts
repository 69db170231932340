import type { Context as KoaContext } from 'koa';
import type { Principal } from '#src/domain/access/principal.ts';
import type { Consent, ConsentAnswer, ConsentQuestion, ConsentRedirect } from './consent.ts';
import { type OAuthRefusal, refusal } from './errors.ts';

type Answer = ConsentAnswer | { readonly question: ConsentQuestion };

/** The three GET endpoints below `/v1/oauth/authorize`, each for a session. */
export type AuthorizeEndpoint = (koa: KoaContext, consent: Consent, principal: Principal) => Promise<void>;

export const authorize: AuthorizeEndpoint = async (koa, consent, { userId, workspaceId }) => {
  const chosen = chosenWorkspace(koa);
  if (chosen === 'malformed') return refuse(koa, refusal(400, 'invalid_request', 'workspaceId must be an integer'));
  send(koa, await consent.allow(queryOf(koa), { userId, workspaceId: chosen ?? workspaceId }));
};

export const deny: AuthorizeEndpoint = async (koa, consent, { userId }) =>
  send(koa, await consent.deny(queryOf(koa), userId));

/** Never a redirect: the page shows what is wrong, with a way back to the app. */
export const preview: AuthorizeEndpoint = async (koa, consent, { userId }) => {
  const answer = await consent.preview(queryOf(koa), userId);
  if ('redirect' in answer) respond(koa, 200, { data: answer.redirect });
  else send(koa, answer);
};

function queryOf({ querystring }: KoaContext): URLSearchParams {
  return new URLSearchParams(querystring);
}

function chosenWorkspace(koa: KoaContext): number | undefined | 'malformed' {
  const given = queryOf(koa)
    .getAll('workspaceId')
    .filter((text) => text !== '');
  if (given.length === 0) return undefined;
  const id = given.length === 1 && /^[1-9]\d{0,9}$/.test(given[0] ?? '') ? Number(given[0]) : Number.NaN;
  return id < 2 ** 31 ? id : 'malformed';
}

function send(koa: KoaContext, answer: Answer): void {
  if ('question' in answer) respond(koa, 200, { data: answer.question });
  else if ('refused' in answer) refuse(koa, answer.refused);
  else redirect(koa, answer.redirect);
}

/** A fetch cannot read where a redirect leads, so whoever takes JSON is told; a browser that navigates is sent. */
function redirect(koa: KoaContext, { redirectUrl }: ConsentRedirect): void {
  koa.vary('Accept');
  if (koa.accepts('json', 'html') !== 'html') {
    respond(koa, 200, { data: { redirectUrl } });
    return;
  }
  koa.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  koa.redirect(redirectUrl);
  koa.status = 303;
}

function refuse(koa: KoaContext, { status, body }: OAuthRefusal): void {
  respond(koa, status, body);
}

function respond(koa: KoaContext, status: number, body: object): void {
  koa.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  koa.status = status;
  koa.body = body;
}
