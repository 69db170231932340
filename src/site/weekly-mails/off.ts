import type { Context as KoaContext } from 'koa';
import { html } from '#src/lib/html.ts';
import { memberOfLink, switchOffByLink } from '#src/services/weekly-mails/switch.ts';
import { browserGuard, pageAt, tokenIn } from '../accounts/guard.ts';
import type { PagesContext } from '../context.ts';
import { unaccepted } from '../look/form.ts';
import { sendPage, sendRefusal } from '../look/page.ts';
import { readForm } from '../look/read-form.ts';

const notOurs = {
  status: 404,
  title: 'This link is incomplete',
  text: 'Open the link in the email again, or switch the weekly email off in Settings → Account.',
};

/**
 * `/weekly-mail/off?token=…`: switches the weekly mail of a member off. Opening it changes nothing, because programs that check
 * mails open every link; the button does. A program for mail sends one request without a person or a cookie (RFC 8058).
 */
export function weeklyMailOffEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'weekly mail');
  const show = (koa: KoaContext, errors?: typeof unaccepted) => {
    const intro = 'You will no longer get the numbers of your week by email. Nothing else changes.';
    guard.sendForm(koa, { title: 'Switch the weekly email off', intro, fields: [], button: 'Switch off', errors });
  };
  return async (koa) => {
    const token = tokenIn(koa);
    if (!memberOfLink(context, token)) return sendRefusal(koa, notOurs);
    if (koa.method !== 'POST') return show(koa);
    const isOneClick = (await readForm(koa)).get('List-Unsubscribe') === 'One-Click';
    if (!isOneClick && !(await guard.formOf(koa, () => show(koa, unaccepted)))) return;
    await switchOffByLink(context, token);
    const settings = pageAt(koa, '/settings/account');
    sendPage(koa, {
      status: 200,
      title: 'The weekly email is off',
      content: html`<h1>The weekly email is off</h1>
<p>You can switch it on again in <a rel="noreferrer" href="${settings}">Settings → Account</a>.</p>`,
    });
  };
}
