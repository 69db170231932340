import type { Context as KoaContext } from 'koa';
import { authenticateCookie } from '#src/access/authenticate.ts';
import { guardedSignIn } from '#src/access/guessing/guarded-sign-in.ts';
import { DomainError } from '#src/domain/errors.ts';
import { signInInput } from '#src/domain/sessions/session.ts';
import { randomBase62 } from '#src/lib/base62.ts';
import { html } from '#src/lib/html.ts';
import { addressOf } from '../contexts.ts';
import { browserCookies, pageCookies } from '../session-cookie.ts';
import { isForeign } from './csrf.ts';
import { sendOn, sendPage } from './page.ts';
import type { PagesContext } from './pages.ts';
import { readForm } from './read-form.ts';
import { refusalPage } from './refusal-page.ts';
import { signInPage } from './sign-in-page.ts';

/** `/sign-in?next=…`: begins a session and goes on to the page that wanted one. */
export function signInEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const sessionOf = pageCookies(context.appUrl);
  const browserOf = browserCookies(context.appUrl);

  async function ask(koa: KoaContext): Promise<void> {
    const { token } = sessionOf(koa);
    if (token !== undefined && (await authenticateCookie(context, token))) return goOn(koa);
    show(koa);
  }

  function show(koa: KoaContext, email = '', problem?: { status: number; text: string }): void {
    const browser = browserOf(koa);
    const token = browser.token ?? randomBase62(43);
    if (browser.token === undefined) browser.keep(token);
    sendPage(koa, signInPage({ csrf: context.formTokens.issue(token, 'sign-in'), email, ...(problem && { problem }) }));
  }

  async function take(koa: KoaContext): Promise<void> {
    const form = await readForm(koa);
    const { token: browser } = browserOf(koa);
    const isOurs = browser !== undefined && context.formTokens.isRight(form.get('csrf') ?? '', browser, 'sign-in');
    if (isForeign(koa, context.appUrl)) return sendPage(koa, refusalPage(foreign));
    const email = form.get('email') ?? '';
    if (!isOurs) return show(koa, email, stale);
    const token = await begin(koa, { email, password: form.get('password') ?? '' });
    if (typeof token !== 'string') return show(koa, email, token);
    sessionOf(koa).keep(token);
    goOn(koa);
  }

  async function begin(
    koa: KoaContext,
    given: { email: string; password: string },
  ): Promise<string | { status: number; text: string }> {
    const input = signInInput.safeParse(given);
    if (!input.success) return { status: 400, text: 'Enter your email address and your password.' };
    const address = addressOf(koa, context.trustedProxies);
    try {
      return (await guardedSignIn(context, { ...input.data, address })).token;
    } catch (error) {
      if (error instanceof DomainError) return { status: error.status, text: said(koa, error) };
      throw error;
    }
  }

  return (koa) => (koa.method === 'POST' ? take(koa) : ask(koa));
}

const foreign = {
  status: 403,
  title: 'This form came from another site',
  text: 'Go back, and sign in on our own page.',
};
const stale = { status: 403, text: 'This page was open for too long, or cookies are switched off. Please try again.' };

function said(koa: KoaContext, { code, message, rate }: DomainError): string {
  if (code !== 'RATE_LIMIT_EXCEEDED') return `${message}.`;
  const seconds = rate?.retryAfterSeconds ?? 1;
  koa.set('Retry-After', String(seconds));
  return `Too many attempts. Please try again in ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`;
}

/** Only ever to a page from here: whatever host `next` names is left out. */
function goOn(koa: KoaContext): void {
  const next = URL.parse(String(new URLSearchParams(koa.querystring).get('next') ?? '/docs'), 'http://here');
  const location = next?.origin === 'http://here' ? `.${next.pathname}${next.search}` : './docs';
  sendOn(koa, location, {
    title: 'Signed in',
    content: html`<h1>You are signed in</h1><p><a href="${location}">Go on</a></p>`,
  });
}
