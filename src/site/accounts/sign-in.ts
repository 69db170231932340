import type { Context as KoaContext } from 'koa';
import { authenticateCookie } from '#src/access/authenticate.ts';
import { throttledSignIn } from '#src/access/login-throttle.ts';
import { signInInput } from '#src/domain/sessions/session.ts';
import { userAgentOf } from '#src/http/contexts.ts';
import { type Html, html } from '#src/lib/html.ts';
import type { SignedIn } from '#src/services/accounts/sessions.ts';
import type { PagesContext } from '../context.ts';
import { errorsOf, type FormErrors, unaccepted } from '../look/form.ts';
import { browserGuard } from './guard.ts';
import { appNameOf, homeOf, nextOf, redirectToNext, withNext } from './next-page.ts';
import { suggestNewPassword } from './weak-password.ts';

const incomplete = 'Enter your email address and password.';
const errorId = 'problem';

/** `/sign-in?next=…`: starts a session and continues to the page that requires one. */
export function signInEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'sign-in');

  async function open(koa: KoaContext): Promise<void> {
    const isOtherAccount = new URLSearchParams(koa.querystring).get('account') === 'other';
    const principal = isOtherAccount ? undefined : await guard.principalOf(koa);
    if (principal) return redirectToNext(koa, context, homeOf(principal));
    await show(koa);
  }

  async function show(koa: KoaContext, email = '', errors?: FormErrors): Promise<void> {
    const appName = await appNameOf(nextOf(koa), context);
    guard.sendForm(koa, {
      title: 'Sign in',
      failedTitle: 'Sign-in failed',
      button: 'Sign in',
      errors,
      errorId,
      intro:
        appName === undefined
          ? 'Sign in to your account to continue.'
          : html`Sign in to your account to continue to <strong><bdi>${appName}</bdi></strong>.`,
      fields: inputsOf(email, errors),
      ways: html`<p class="ways"><a href="./forgot-password">Forgot your password?</a>
${context.signUp && html`<a href="${withNext(koa, '/sign-up')}">Sign up</a>`}</p>`,
      // A person who continues to an app does not need the web application.
      prefetch: appName === undefined ? await context.applicationFiles() : [],
    });
  }

  async function submit(koa: KoaContext): Promise<void> {
    const emailIn = (form: URLSearchParams) => form.get('email') ?? '';
    const form = await guard.formOf(koa, (stale) => show(koa, emailIn(stale), unaccepted));
    if (!form) return;
    const email = emailIn(form);
    const started = await start(koa, { email, password: form.get('password') ?? '' });
    if ('messages' in started) return show(koa, email, started);
    await guard.replaceSession(koa, started);
    const principal = await authenticateCookie(context, started.token, () => context.addressOf(koa));
    const home = principal && homeOf(principal);
    if (started.passwordIsWeak) suggestNewPassword(koa, nextOf(koa, home));
    else await redirectToNext(koa, context, home);
  }

  async function start(koa: KoaContext, fields: { email: string; password: string }): Promise<SignedIn | FormErrors> {
    const input = signInInput.safeParse(fields);
    if (!input.success) return { status: 400, messages: { '': incomplete } };
    const address = context.addressOf(koa);
    try {
      return await throttledSignIn(context, { ...input.data, address, userAgent: userAgentOf(koa) });
    } catch (error) {
      return asWhole(errorsOf(koa, error));
    }
  }

  return (koa) => (koa.method === 'POST' ? submit(koa) : open(koa));
}

/** Shows the error for the whole form: an error of one field would reveal if the address has an account. */
function asWhole({ status, messages }: FormErrors): FormErrors {
  return { status, messages: { '': messages[''] ?? incomplete } };
}

/** If something is wrong, the form's error describes both inputs. */
function inputsOf(email: string, errors: FormErrors | undefined): Html {
  const invalid = errors && html` aria-invalid="true" aria-describedby="${errorId}"`;
  const focus = html` autofocus`;
  return html`<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" class="input" maxlength="255" required value="${email}"${invalid}${!errors && focus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" class="input" maxlength="200" required${invalid}${errors && focus}>`;
}
