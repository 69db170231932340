import type { Context as KoaContext } from 'koa';
import { addressInput, newPasswordInput } from '#src/domain/accounts/input.ts';
import { html } from '#src/lib/html.ts';
import { passwordResetOf, requestPasswordReset, resetPassword } from '#src/services/accounts/password-reset.ts';
import type { PagesContext } from '../context.ts';
import { endedLink, errorsOf, type FormErrors, readFields, unaccepted } from '../look/form.ts';
import { sendPage, sendRefusal } from '../look/page.ts';
import { browserGuard, pageAt, tokenIn } from './guard.ts';
import { addressField, newPasswordField, sentPage } from './sign-up.ts';

const handedOver = {
  status: 200,
  title: 'Ask for a password reset',
  text: 'This server does not send email. An owner or admin of your workspace can create a password reset link for you. If you are the only owner, ask the server’s operator.',
};

/** `/forgot-password`: sends a link. The response and its timing do not reveal if the address has an account. */
export function forgotPasswordEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'forgot-password');

  function show(koa: KoaContext, typed?: URLSearchParams, errors?: FormErrors): void {
    guard.sendForm(koa, {
      title: 'Forgot your password?',
      intro: 'We will email you a link to choose a new one.',
      fields: [addressField],
      button: 'Send reset link',
      typed,
      errors,
      ways: html`<p class="account"><a href="${pageAt(koa, '/sign-in')}">Back to sign-in</a></p>`,
    });
  }

  return async (koa) => {
    if (!context.mailer) return sendRefusal(koa, handedOver);
    if (koa.method !== 'POST') return show(koa);
    const form = await guard.formOf(koa, (typed) => show(koa, typed, unaccepted));
    if (!form) return;
    const read = readFields(addressInput, form);
    if ('errors' in read) return show(koa, form, read.errors);
    const { email } = read.values;
    try {
      await context.accountLimits.count({ address: context.addressOf(koa), email });
    } catch (error) {
      return show(koa, form, errorsOf(koa, error));
    }
    requestPasswordReset(context, email);
    sendPage(koa, sentPage(email));
  };
}

/** `/reset-password?token=…`: sets a new password. Only the form consumes the link, not its preview by a mail program. */
export function resetPasswordEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'reset-password');

  function show(koa: KoaContext, email: string, errors?: FormErrors): void {
    const intro = html`For the account <strong><bdi>${email}</bdi></strong>. Setting a new password signs you out everywhere.`;
    const fields = [{ ...newPasswordField, label: 'New password' }];
    guard.sendForm(koa, { title: 'Choose a new password', intro, fields, button: 'Set password', errors });
  }

  return async (koa) => {
    const token = tokenIn(koa);
    const reset = await passwordResetOf(context, token);
    if (!reset) return sendRefusal(koa, endedLink);
    if (koa.method !== 'POST') return show(koa, reset.email);
    const form = await guard.formOf(koa, () => show(koa, reset.email, unaccepted));
    if (!form) return;
    const read = readFields(newPasswordInput, form);
    const address = context.addressOf(koa);
    if ('errors' in read) return show(koa, reset.email, read.errors);
    try {
      if (!(await resetPassword(context, { ...read.values, token, address }))) return sendRefusal(koa, endedLink);
    } catch (error) {
      return show(koa, reset.email, errorsOf(koa, error));
    }
    sendPage(koa, {
      status: 200,
      title: 'Password set',
      content: html`<h1>Your password is set</h1>
<p>You are signed out everywhere. Sign in with the new password.</p>
<p class="buttons"><a class="button primary" href="${pageAt(koa, '/sign-in')}">Sign in</a></p>`,
    });
  };
}
