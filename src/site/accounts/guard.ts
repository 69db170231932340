import type { Context as KoaContext } from 'koa';
import { authenticateCookie } from '#src/access/authenticate.ts';
import { isForeignForm, isSameOrigin } from '#src/access/request-site.ts';
import { browserCookies, pageCookies } from '#src/access/session-cookie.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { userAgentOf } from '#src/http/contexts.ts';
import { html } from '#src/lib/html.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import { createSession, signOut } from '#src/services/accounts/sessions.ts';
import type { RequestOrigin } from '#src/services/audit/context.ts';
import type { PagesContext } from '../context.ts';
import { type AccountForm, foreignForm, formPage } from '../look/form.ts';
import { sendPage, sendRedirect, sendRefusal } from '../look/page.ts';
import { readForm } from '../look/read-form.ts';

/** Why a posted form is refused. */
type Unaccepted = 'foreign' | 'stale';

/** The session of the browser that opens a page. */
export function sessionGuard(context: PagesContext) {
  const sessionOf = pageCookies(context.appUrl);

  async function principalOf(koa: KoaContext): Promise<Principal | undefined> {
    const { token } = sessionOf(koa);
    const principal = await authenticateCookie(context, token, () => context.addressOf(koa));
    koa.state.principal = principal;
    return principal;
  }

  /** Signs the browser in as a member and replaces any earlier session. */
  async function enter(koa: KoaContext, member: { workspaceId: number; userId: number }): Promise<void> {
    await replaceSession(koa, await createSession(context, member, originOf(context, koa)));
  }

  /** Gives the browser a new session, and ends its previous one, whoever's it was. */
  async function replaceSession(koa: KoaContext, { token }: { readonly token: string }): Promise<void> {
    const session = sessionOf(koa);
    if (session.token !== undefined) await signOut(context, { token: session.token }, originOf(context, koa));
    session.set(token);
  }

  /** Ends the browser's session. */
  async function leave(koa: KoaContext): Promise<void> {
    const session = sessionOf(koa);
    if (session.token !== undefined) await signOut(context, { token: session.token }, originOf(context, koa));
    session.clear();
  }

  return { sessionOf, principalOf, enter, replaceSession, leave };
}

/** Where a request came from, for sessions and the audit log. */
export function originOf({ addressOf }: Pick<PagesContext, 'addressOf'>, koa: KoaContext): RequestOrigin {
  return { address: addressOf(koa), userAgent: userAgentOf(koa) };
}

/** Like `sessionGuard`, for pages that people open before they sign in. `purpose` names the page of the form. */
export function browserGuard(context: PagesContext, purpose: string) {
  const browserOf = browserCookies(context.appUrl);

  /** The token of a form, which is tied to this browser. */
  function csrf(koa: KoaContext): string {
    const browser = browserOf(koa);
    const token = browser.token ?? randomBase62(43);
    if (browser.token === undefined) browser.set(token);
    return context.formTokens.issue(token, purpose);
  }

  function sendForm(koa: KoaContext, form: Omit<AccountForm, 'csrf'>): void {
    sendPage(koa, formPage({ ...form, csrf: csrf(koa) }));
  }

  /**
   * Two tabs opened at the same time share one cookie, so the form of one of them has a token for another cookie.
   * `Sec-Fetch-Site` from the browser also proves that the form is ours.
   */
  function refused(koa: KoaContext, form: URLSearchParams): Unaccepted | undefined {
    if (isForeignForm(koa, context.appUrl)) return 'foreign';
    const { token: browser } = browserOf(koa);
    if (browser === undefined) return 'stale';
    const isOurs = isSameOrigin(koa) || context.formTokens.isValid(form.get('csrf') ?? '', browser, purpose);
    return isOurs ? undefined : 'stale';
  }

  /** The fields of a posted form; undefined if it is refused. `showAgain` shows a stale form with the entered values. */
  async function formOf(
    koa: KoaContext,
    showAgain: (form: URLSearchParams) => Promise<void> | void,
  ): Promise<URLSearchParams | undefined> {
    const form = await readForm(koa);
    const reason = refused(koa, form);
    if (!reason) return form;
    if (reason === 'foreign') sendRefusal(koa, foreignForm);
    else await showAgain(form);
    return undefined;
  }

  return { ...sessionGuard(context), sendForm, refused, formOf };
}

/** The token of the link that opened this page. */
export function tokenIn({ querystring }: KoaContext): string {
  return new URLSearchParams(querystring).get('token') ?? '';
}

/** The URL of another page, relative because the web app may be below a path. */
export function pageAt(koa: KoaContext, path: string): string {
  const depth = koa.path.split('/').length - 2;
  return `${depth > 0 ? '../'.repeat(depth) : './'}${path.slice(1)}`;
}

/** Redirects a signed-in person to a page of the application. */
export function enterApplication(koa: KoaContext, location = pageAt(koa, '/')): void {
  const content = html`<h1>You are signed in</h1><p><a href="${location}">Continue</a></p>`;
  sendRedirect(koa, location, { title: 'Signed in', content });
}
