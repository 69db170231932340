import type { Context as KoaContext } from 'koa';
import { requestRate } from '#src/access/rate-limit/request-rate.ts';
import { isForeignForm } from '#src/access/request-site.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { OAuthClient } from '#src/domain/oauth-clients/oauth-client.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { html } from '#src/lib/html.ts';
import type { ConsentRedirect, ConsentResult } from '#src/oauth/consent.ts';
import type { ConsentQuestion } from '#src/oauth/consent-question.ts';
import type { OAuthRefusal } from '#src/oauth/errors.ts';
import { emailOf } from '#src/services/members/members.ts';
import { findOAuthClient } from '#src/services/oauth-clients/oauth-client-registry.ts';
import { workspaceNameOf } from '#src/services/workspaces.ts';
import { originOf, sessionGuard } from '../accounts/guard.ts';
import type { PagesContext } from '../context.ts';
import { type Link, type Refusal, sendPage, sendRedirect, sendRefusal } from '../look/page.ts';
import { readForm } from '../look/read-form.ts';
import { confirmationPage, consentPage, shownHost } from './consent-page.ts';

interface SignedIn {
  readonly principal: Principal;
  readonly session: string;
}

/** `/oauth/authorize`: where an app sends the browser to request access from the person. */
export function consentEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = sessionGuard(context);

  async function signedIn(koa: KoaContext): Promise<SignedIn | undefined> {
    const { token: session } = guard.sessionOf(koa);
    const principal = await guard.principalOf(koa);
    return session !== undefined && principal ? { principal, session } : undefined;
  }

  async function open(koa: KoaContext, caller: SignedIn): Promise<void> {
    const query = queryOf(koa);
    const result = await context.consent.preview(query, caller.principal.userId);
    if (!('question' in result)) return finish(koa, result, query);
    await show(koa, result.question, caller);
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

  async function submit(koa: KoaContext, { principal, session }: SignedIn): Promise<void> {
    const form = await readForm(koa);
    const [csrf, scope] = [form.get('csrf') ?? '', form.get('scope') ?? ''];
    if (isForeignForm(koa, context.appUrl) || !context.formTokens.isValid(csrf, session, koa.querystring, scope)) {
      return sendRefusal(koa, invalidForm);
    }
    const query = queryOf(koa);
    switch (form.get('decision')) {
      case 'allow':
        // Uses the scopes shown on the page, because the app's allowed scopes may have changed meanwhile.
        query.set('scope', scope);
        return allow(koa, query, { userId: principal.userId, workspaceId: Number(form.get('workspaceId')) });
      case 'deny':
        return finish(koa, await context.consent.deny(query, principal.userId), query);
      case 'other-account':
        await guard.leave(koa);
        return toSignIn(koa);
      default:
        return sendRefusal(koa, invalidForm);
    }
  }

  async function allow(koa: KoaContext, query: URLSearchParams, member: { userId: number; workspaceId: number }) {
    if (!isId(member.workspaceId)) return sendRefusal(koa, invalidForm);
    const result = await context.consent.allow(query, { ...member, ...originOf(context, koa) });
    if ('refusal' in result || result.redirect.error !== undefined) return finish(koa, result, query);
    const client = await clientOf(query);
    const confirmation = confirmationPage({
      appName: client?.name ?? '',
      workspaceName: await workspaceNameOf(context, member.workspaceId),
      scope: result.grantedScopes ?? '',
      isRenewable: client?.grantTypes.includes('REFRESH_TOKEN') ?? false,
      redirectUrl: result.redirect.redirectUrl,
    });
    sendRedirect(koa, result.redirect.redirectUrl, confirmation);
  }

  function clientOf(query: URLSearchParams) {
    return findOAuthClient(context, query.get('client_id') ?? '');
  }

  /** Once the app, its redirect URI and the person are known, every error goes to the app at once. */
  async function finish(koa: KoaContext, result: ConsentResult, query: URLSearchParams): Promise<void> {
    if ('redirect' in result) return leave(koa, result.redirect);
    // Another account helps if this one may not connect the app, but not if the app or its request is wrong.
    const others = result.refusal.body.error === 'access_denied' ? [otherAccount(koa)] : [];
    const ways = [...waysToApp(await clientOf(query)), ...others];
    sendRefusal(koa, { ...refusalFor(result.refusal, query), ways });
  }

  return async (koa) => {
    const caller = await signedIn(koa);
    if (!caller) return toSignIn(koa);
    await limit(koa, caller.principal, context);
    return koa.method === 'POST' ? submit(koa, caller) : open(koa, caller);
  };
}

function queryOf({ querystring }: KoaContext): URLSearchParams {
  return new URLSearchParams(querystring);
}

function isId(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 2 ** 31;
}

/** The URL is relative, because the web app may be below a path. */
function toSignIn(koa: KoaContext): void {
  const location = signInAddress(koa);
  sendRedirect(koa, location, {
    title: 'Sign in',
    content: html`<h1>Sign in first</h1><p><a href="${location}">Sign in</a></p>`,
  });
}

function waysToApp(client: Pick<OAuthClient, 'name' | 'homepageUrl'> | undefined): Link[] {
  return client?.homepageUrl ? [{ href: client.homepageUrl, text: `Website of ${client.name}` }] : [];
}

/** A link to the sign-in form for a person who is already signed in. */
function otherAccount(koa: KoaContext): Link {
  return { href: `${signInAddress(koa)}&account=other`, text: 'Use a different account' };
}

function signInAddress({ querystring }: KoaContext): string {
  return `../sign-in?next=${encodeURIComponent(`/oauth/authorize?${querystring}`)}`;
}

/** Shares the rate limit of the endpoints that serve external consent pages. */
async function limit(koa: KoaContext, principal: Principal, { gate }: PagesContext) {
  const rate = await gate.consume(requestRate(principal, { isPage: true }), 'authorize');
  if (rate.allowed) return;
  koa.set('Retry-After', String(rate.retryAfterSeconds));
  throw new DomainError('RATE_LIMIT_EXCEEDED', { rate });
}

/** Redirects the browser at once, because the app awaits a response. Other clients show the page. */
function leave(koa: KoaContext, { redirectUrl, error = '', errorDescription = error }: ConsentRedirect): void {
  const isDenied = error === 'access_denied';
  const title = isDenied ? 'Access denied' : 'The app sent an invalid request';
  const content = html`<h1>${title}</h1>${!isDenied && html`<p>${errorDescription}</p>`}<p>Go back to <a href="${redirectUrl}">${shownHost(redirectUrl)}</a>.</p>`;
  sendRedirect(koa, redirectUrl, { title, content });
}

/** A form that another site sent, or that is no longer valid. */
const invalidForm: Refusal = {
  status: 403,
  title: 'This form has expired',
  text: 'No access was granted. Go back to the app and start again.',
};

/** An error that the app must not receive. The detail shows its developers what the server received. */
function refusalFor({ status, body }: OAuthRefusal, query: URLSearchParams): Refusal {
  const { error, message } = body;
  const detail = `${message}. Received: ${received(query)}`;
  if (error === 'access_denied') return { status, title: 'Access denied', text: `${message}.`, detail };
  return { status, title: 'This app cannot be connected', text: reasonOf(error, message), detail };
}

const maxReceivedLength = 300;

/** The parameters that decide if an app can be connected, as the app sent them. */
function received(query: URLSearchParams): string {
  const parts = ['client_id', 'redirect_uri', 'scope'].map((name) => {
    const values = query.getAll(name).map((value) => value.slice(0, maxReceivedLength));
    return values.length === 0 ? `no ${name}` : values.map((value) => `${name} ${JSON.stringify(value)}`).join(', ');
  });
  return `${parts.join('; ')}.`;
}

function reasonOf(error: string, message: string): string {
  if (error === 'invalid_client') return 'This app does not exist. It may have been removed.';
  if (message.includes('redirect_uri')) return 'The app wants to send you to an address that is not registered for it.';
  return 'The app sent a request that we do not understand.';
}
