import type { Context as KoaContext } from 'koa';
import { isForeignForm, isSameOrigin } from '#src/access/request-site.ts';
import { type Html, html } from '#src/lib/html.ts';
import { demoOwner } from '#src/services/accounts/demo-owner.ts';
import type { PagesContext } from '../context.ts';
import { foreignForm, unaccepted } from '../look/form.ts';
import { sendRedirect, sendRefusal } from '../look/page.ts';
import { readForm } from '../look/read-form.ts';
import { browserGuard, enterApplication, pageAt } from './guard.ts';

/** `/sign-out`: asks for confirmation and ends the browser's session. */
export function signOutEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'sign-out');
  const show = (koa: KoaContext, errors?: typeof unaccepted) => {
    const intro = 'This ends your session in this browser.';
    guard.sendForm(koa, { title: 'Sign out', intro, fields: [], button: 'Sign out', errors });
  };
  return async (koa) => {
    if (koa.method !== 'POST') return show(koa);
    if (!(await guard.formOf(koa, () => show(koa, unaccepted)))) return;
    await guard.leave(koa);
    const location = pageAt(koa, '/sign-in');
    const content = html`<h1>You are signed out</h1><p><a href="${location}">Sign in again</a></p>`;
    sendRedirect(koa, location, { title: 'Signed out', content });
  };
}

/** The button that enters the demo workspace, for one of our pages. It needs no token: see `demoEndpoint`. */
export function demoEntryForm(appUrl: string): Html {
  return html`<form method="post" action="${appUrl}/demo"><button class="button primary">Enter the demo</button></form>`;
}

/**
 * `POST /demo`: signs the browser in as the owner of the demo workspace. The page with the button is the same for everybody, so
 * it has no token: a browser that proves that it came from one of our pages enters at once; others must confirm.
 */
export function demoEndpoint(context: PagesContext): (koa: KoaContext) => Promise<void> {
  const guard = browserGuard(context, 'demo');
  return async (koa) => {
    const owner = context.demo && (await demoOwner(context, context.demo.ownerEmail));
    if (!owner) {
      return sendRefusal(koa, {
        status: 404,
        title: 'There is no demo on this server',
        text: 'Sign in with your account instead.',
      });
    }
    const form = koa.method === 'POST' ? await readForm(koa) : undefined;
    if (form && isForeignForm(koa, context.appUrl)) return sendRefusal(koa, foreignForm);
    if (form && (isSameOrigin(koa) || guard.refused(koa, form) === undefined)) {
      await guard.enter(koa, owner);
      return enterApplication(koa);
    }
    const intro =
      'You will be signed in as the owner of the demo workspace. If someone else is signed in in this browser, they will be signed out.';
    guard.sendForm(koa, { title: 'Enter the demo', intro, fields: [], button: 'Enter the demo' });
  };
}
