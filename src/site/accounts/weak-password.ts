import type { Context as KoaContext } from 'koa';
import { throttledPasswordChange } from '#src/access/throttled-password-change.ts';
import { changePasswordInput } from '#src/domain/sessions/session.ts';
import { html } from '#src/lib/html.ts';
import { emailOf } from '#src/services/members/members.ts';
import type { PagesContext } from '../context.ts';
import { errorsOf, type Field, type FormErrors, readFields, unaccepted } from '../look/form.ts';
import { browserGuard, enterApplication, pageAt } from './guard.ts';
import { addressOfNext, redirectToNext } from './next-page.ts';
import { newPasswordField } from './sign-up.ts';

const path = '/stronger-password';

const fields: readonly Field[] = [
  {
    name: 'currentPassword',
    label: 'Current password',
    type: 'password',
    autocomplete: 'current-password',
    maxLength: 200,
  },
  { ...newPasswordField, name: 'newPassword', label: 'New password' },
];

/** After a sign-in with a weak password, redirects to the page that asks for another one and then to the next page. */
export function suggestNewPassword(koa: KoaContext, next?: URL): void {
  const query = next ? `?${new URLSearchParams({ next: next.pathname + next.search })}` : '';
  enterApplication(koa, pageAt(koa, path) + query);
}

/** `/stronger-password?next=…`: asks for another password, and continues with or without one. */
export function weakPasswordEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'stronger-password');

  function show(koa: KoaContext, email: string, errors?: FormErrors): void {
    guard.sendForm(koa, {
      title: 'Choose a stronger password',
      // Anyone can open this URL, so the text does not claim that their password is weak.
      intro: html`Your password is easy to guess: it is common, or based on your name or email address. Choosing a new one for <strong><bdi>${email}</bdi></strong> signs you out everywhere else.`,
      fields,
      button: 'Change password',
      errors,
      ways: html`<p class="account"><a href="${addressOfNext(koa)}">Not now</a></p>`,
    });
  }

  return async (koa) => {
    const principal = await guard.principalOf(koa);
    const { token } = guard.sessionOf(koa);
    if (!principal || token === undefined) {
      const next = `${path}${koa.search}`;
      return enterApplication(koa, `${pageAt(koa, '/sign-in')}?${new URLSearchParams({ next })}`);
    }
    const email = await emailOf(context, principal.userId);
    if (koa.method !== 'POST') return show(koa, email);
    const form = await guard.formOf(koa, () => show(koa, email, unaccepted));
    if (!form) return;
    const read = readFields(changePasswordInput, form);
    if ('errors' in read) return show(koa, email, read.errors);
    try {
      const change = { ...read.values, token, address: context.addressOf(koa) };
      await throttledPasswordChange({ ...context, principal }, change);
    } catch (error) {
      return show(koa, email, errorsOf(koa, error));
    }
    await redirectToNext(koa, context);
  };
}
