import type { Context as KoaContext } from 'koa';
import { authenticateCookie } from '#src/access/authenticate.ts';
import type { Principal } from '#src/domain/access/principal.ts';
import { DomainError } from '#src/domain/errors.ts';
import { isApproved } from '#src/domain/oauth-clients/oauth-client.ts';
import { html } from '#src/lib/html.ts';
import { findOAuthClient } from '#src/services/oauth-clients/find-oauth-client.ts';
import { signOut } from '#src/services/sessions/sign-out.ts';
import { emailOf } from '#src/services/users/email-of.ts';
import { workspaceNameOf } from '#src/services/workspaces/workspace-name-of.ts';
import { pageCookies } from '../session-cookie.ts';
import { confirmationPage } from './confirmation-page.ts';
import type { ConsentAnswer, ConsentQuestion, ConsentRedirect } from './consent-desk.ts';
import { consentPage, shownHost } from './consent-page.ts';
import { mistakeOf, notOurs, refusedBy } from './consent-refusals.ts';
import { isForeign } from './csrf.ts';
import { sendOn, sendPage } from './page.ts';
import type { PagesContext } from './pages.ts';
import { readForm } from './read-form.ts';
import { refusalPage } from './refusal-page.ts';

interface SignedIn {
  readonly principal: Principal;
  readonly session: string;
}

/** `/oauth/authorize`: where an app sends the browser to ask the person in front of it for access. */
export function consentEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const cookieOf = pageCookies(context.appUrl);

  async function signedIn(koa: KoaContext): Promise<SignedIn | undefined> {
    const { token } = cookieOf(koa);
    const principal = token === undefined ? undefined : await authenticateCookie(context, token);
    return token !== undefined && principal ? { principal, session: token } : undefined;
  }

  async function ask(koa: KoaContext, caller: SignedIn): Promise<void> {
    const query = queryOf(koa);
    const answer = await context.consent.preview(query, caller.principal.userId);
    if (!('question' in answer)) return finish(koa, answer, query);
    await show(koa, answer.question, caller);
  }

  async function show(koa: KoaContext, question: ConsentQuestion, { principal, session }: SignedIn): Promise<void> {
    const scope = question.scopes.map((each) => each.scope).join(' ');
    const client = await findOAuthClient(context, question.client.clientId);
    const page = consentPage({
      question,
      scope,
      csrf: context.formTokens.issue(session, koa.querystring, scope),
      email: await emailOf(context, principal.userId),
      workspaceId: principal.workspaceId,
      destination: queryOf(koa).get('redirect_uri') ?? '',
      isRenewable: client?.grantTypes.includes('REFRESH_TOKEN') ?? false,
    });
    sendPage(koa, page);
  }

  async function take(koa: KoaContext, { principal, session }: SignedIn): Promise<void> {
    const form = await readForm(koa);
    const [csrf, scope] = [form.get('csrf') ?? '', form.get('scope') ?? ''];
    if (isForeign(koa, context.appUrl) || !context.formTokens.isRight(csrf, session, koa.querystring, scope)) {
      return sendPage(koa, refusalPage(notOurs));
    }
    const query = queryOf(koa);
    switch (form.get('decision')) {
      case 'allow':
        // What was on the page, and not what the app is allowed by now.
        query.set('scope', scope);
        return allow(koa, query, { userId: principal.userId, workspaceId: Number(form.get('workspaceId')) });
      case 'deny':
        return finish(koa, await context.consent.deny(query, principal.userId), query);
      case 'other-account':
        await signOut(context, { token: session });
        cookieOf(koa).forget();
        return toSignIn(koa);
      default:
        return sendPage(koa, refusalPage(notOurs));
    }
  }

  async function allow(koa: KoaContext, query: URLSearchParams, member: { userId: number; workspaceId: number }) {
    if (!isId(member.workspaceId)) return sendPage(koa, refusalPage(notOurs));
    const answer = await context.consent.allow(query, member);
    if ('refused' in answer || answer.redirect.error !== undefined) return finish(koa, answer, query);
    const client = await clientOf(query);
    const confirmation = confirmationPage({
      appName: client?.name ?? '',
      workspaceName: await workspaceNameOf(context, member.workspaceId),
      scope: query.get('scope') ?? '',
      isRenewable: client?.grantTypes.includes('REFRESH_TOKEN') ?? false,
      redirectUrl: answer.redirect.redirectUrl,
    });
    sendOn(koa, answer.redirect.redirectUrl, confirmation);
  }

  function clientOf(query: URLSearchParams) {
    return findOAuthClient(context, query.get('client_id') ?? '');
  }

  /** An app that nobody has approved may not use us to send people, without a word, where it likes. */
  async function finish(koa: KoaContext, answer: ConsentAnswer, query: URLSearchParams): Promise<void> {
    if ('refused' in answer) return sendPage(koa, refusalPage(refusedBy(answer.refused)));
    const { redirect } = answer;
    const client = redirect.error === 'access_denied' ? undefined : await clientOf(query);
    if (!client || isApproved(client.status)) return leave(koa, redirect);
    sendPage(koa, refusalPage(mistakeOf(redirect)));
  }

  return async (koa) => {
    const caller = await signedIn(koa);
    if (!caller) return toSignIn(koa);
    await limit(koa, caller.principal, context);
    return koa.method === 'POST' ? take(koa, caller) : ask(koa, caller);
  };
}

function queryOf({ querystring }: KoaContext): URLSearchParams {
  return new URLSearchParams(querystring);
}

function isId(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 2 ** 31;
}

/** Relative, for the web app may be below a path of its own. */
function toSignIn(koa: KoaContext): void {
  const location = `../sign-in?next=${encodeURIComponent(`/oauth/authorize?${koa.querystring}`)}`;
  sendOn(koa, location, {
    title: 'Sign in',
    content: html`<h1>Sign in first</h1><p><a href="${location}">Sign in</a></p>`,
  });
}

/** The same window as that of the endpoints which do this for other pages. */
async function limit(koa: KoaContext, { workspaceId, rateLimitPoints }: Principal, { gate }: PagesContext) {
  const rate = await gate.draw({ workspaceId, points: rateLimitPoints, decisions: new Map() }, 'authorize');
  if (rate.allowed) return;
  koa.set('Retry-After', String(rate.retryAfterSeconds));
  throw new DomainError('RATE_LIMIT_EXCEEDED', { rate });
}

/** The browser goes at once, for an app waits for its answer. */
function leave(koa: KoaContext, { redirectUrl }: ConsentRedirect): void {
  const content = html`<h1>Access denied</h1><p>Go back to <a href="${redirectUrl}">${shownHost(redirectUrl)}</a>.</p>`;
  sendOn(koa, redirectUrl, { title: 'Access denied', content });
}
