import type { Context as KoaContext } from 'koa';
import { authenticateCookie } from '#src/access/authenticate.ts';
import { throttledSignIn } from '#src/access/login-throttle.ts';
import { browserCookies, pageCookies } from '#src/access/session-cookie.ts';
import { DomainError } from '#src/domain/errors.ts';
import { signInInput } from '#src/domain/sessions/session.ts';
import { randomBase62 } from '#src/lib/crypto.ts';
import { html } from '#src/lib/html.ts';
import { isForeign, readForm } from './forms.ts';
import { type Page, type PagesContext, refusalPage, sendPage, sendRedirect } from './page.ts';

interface Problem {
  readonly status: number;
  readonly text: string;
}

/** `/sign-in?next=…`: starts a session and continues to the page that requires one. */
export function signInEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const sessionOf = pageCookies(context.appUrl);
  const browserOf = browserCookies(context.appUrl);

  async function open(koa: KoaContext): Promise<void> {
    const { token } = sessionOf(koa);
    if (token !== undefined && (await authenticateCookie(context, token))) return redirectToNext(koa);
    show(koa);
  }

  function show(koa: KoaContext, email = '', problem?: Problem): void {
    const browser = browserOf(koa);
    const token = browser.token ?? randomBase62(43);
    if (browser.token === undefined) browser.set(token);
    sendPage(koa, signInPage({ csrf: context.formTokens.issue(token, 'sign-in'), email, ...(problem && { problem }) }));
  }

  async function submit(koa: KoaContext): Promise<void> {
    const form = await readForm(koa);
    const { token: browser } = browserOf(koa);
    const isValid = browser !== undefined && context.formTokens.isValid(form.get('csrf') ?? '', browser, 'sign-in');
    if (isForeign(koa, context.appUrl)) return sendPage(koa, refusalPage(foreign));
    const email = form.get('email') ?? '';
    if (!isValid) return show(koa, email, stale);
    const token = await start(koa, { email, password: form.get('password') ?? '' });
    if (typeof token !== 'string') return show(koa, email, token);
    sessionOf(koa).set(token);
    redirectToNext(koa);
  }

  async function start(koa: KoaContext, fields: { email: string; password: string }): Promise<string | Problem> {
    const input = signInInput.safeParse(fields);
    if (!input.success) return { status: 400, text: 'Enter your email address and your password.' };
    const address = context.addressOf(koa);
    try {
      return (await throttledSignIn(context, { ...input.data, address })).token;
    } catch (error) {
      if (error instanceof DomainError) return { status: error.status, text: textOf(koa, error) };
      throw error;
    }
  }

  return (koa) => (koa.method === 'POST' ? submit(koa) : open(koa));
}

const foreign = {
  status: 403,
  title: 'This form came from another site',
  text: 'Go back, and sign in on our own page.',
};
const stale = { status: 403, text: 'This page was open for too long, or cookies are switched off. Please try again.' };

function textOf(koa: KoaContext, { code, message, rate }: DomainError): string {
  if (code !== 'RATE_LIMIT_EXCEEDED') return `${message}.`;
  const seconds = rate?.retryAfterSeconds ?? 1;
  koa.set('Retry-After', String(seconds));
  return `Too many attempts. Please try again in ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`;
}

/** Only to a page of this server: the host in `next` is ignored. */
function redirectToNext(koa: KoaContext): void {
  const next = URL.parse(String(new URLSearchParams(koa.querystring).get('next') ?? '/docs'), 'http://here');
  const location = next?.origin === 'http://here' ? `.${next.pathname}${next.search}` : './docs';
  sendRedirect(koa, location, {
    title: 'Signed in',
    content: html`<h1>You are signed in</h1><p><a href="${location}">Go on</a></p>`,
  });
}

interface SignInForm {
  readonly csrf: string;
  readonly email: string;
  /** The error of the attempt before. */
  readonly problem?: Problem;
}

/** The form for an e-mail address and a password. It posts to the page's own address. */
function signInPage({ csrf, email, problem }: SignInForm): Page {
  const invalid = problem ? html` aria-invalid="true" aria-describedby="problem"` : '';
  return {
    status: problem?.status ?? 200,
    title: problem ? 'Could not sign in' : 'Sign in',
    formAction: "'self'",
    content: html`<h1>Sign in</h1>
<p class="soft">Sign in to your account to go on.</p>
${problem && html`<p class="note error" id="problem" role="alert">${problem.text}</p>`}
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="255" required value="${email}"${invalid}${!problem && html` autofocus`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${invalid}${problem && html` autofocus`}>
<div class="buttons"><button class="primary">Sign in</button></div>
</form>`,
  };
}
