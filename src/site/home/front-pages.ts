import type { Context as KoaContext, Middleware } from 'koa';
import { pageCookies } from '#src/access/session-cookie.ts';
import { notFound } from '#src/http/not-found.ts';
import { readOnly } from '#src/http/read-only.ts';
import { html } from '#src/lib/html.ts';
import { contentPolicy } from '#src/lib/network/headers.ts';
import { demoEntryForm } from '../accounts/session-pages.ts';
import type { PagesOptions } from '../context.ts';
import { type SiteAddresses, siteDirectives, siteDocument, sitePolicy } from '../look/document.ts';
import { sendDocument } from '../look/send.ts';
import { homePage } from './home-page.ts';

/** True for a browser with a session cookie. The session may have ended: the page finds out. */
export function isSignedIn(appUrl: string): (koa: KoaContext) => boolean {
  const cookieOf = pageCookies(appUrl);
  return (koa) => {
    koa.vary('Cookie');
    return prefersPage(koa) && cookieOf(koa).token !== undefined;
  };
}

/** `/` without a session: a page for browsers, and the API's URLs for other clients. */
export function frontPage(options: PagesOptions): Middleware {
  const { baseUrl, appUrl, hasDemo, demo } = options;
  const demoEntry = hasDemo && demo ? demoEntryForm(appUrl) : undefined;
  // The form that enters the demo posts to the web app.
  const policy = contentPolicy({ ...siteDirectives, 'form-action': `'self' ${new URL(appUrl).origin}` });
  const index = {
    name: 'Slotline',
    rest: `${baseUrl}/v1`,
    graphql: `${baseUrl}/graphql`,
    openapi: `${baseUrl}/openapi.json`,
    documentation: `${baseUrl}/docs`,
    llms: `${baseUrl}/llms.txt`,
  };
  return readOnly(async (koa) => {
    if (!prefersPage(koa)) {
      koa.body = index;
      return;
    }
    const document = homePage({ ...options, demoEntry }, await options.applicationFiles());
    sendDocument(koa, { status: 200, document, security: 'text', policy, caching: 'private, no-cache' });
  });
}

/** The response to an unknown path. Below `/v1` and at `/graphql`, the API responds before. */
export function unknownPath(addresses: SiteAddresses): (koa: KoaContext) => void {
  const document = notFoundPage(addresses);
  return (koa) => {
    if ((koa.method !== 'GET' && koa.method !== 'HEAD') || !prefersPage(koa)) return notFound(koa);
    sendDocument(koa, { status: 404, document, security: 'text', policy: sitePolicy, caching: 'no-cache' });
  };
}

function prefersPage(koa: KoaContext): boolean {
  koa.vary('Accept');
  return koa.accepts('json', 'html') === 'html';
}

function notFoundPage(addresses: SiteAddresses): string {
  return siteDocument({
    title: 'Page not found – Slotline',
    addresses,
    content: html`<main id="content" class="front" tabindex="-1">
<h1>Page not found</h1>
<p class="lead">The page may have moved, or the link may be wrong. Use the search above to find a page of the documentation.</p>
<p class="buttons"><a class="button primary" href="/docs">Documentation</a> <a class="button" href="/">Home page</a></p>
</main>`,
  });
}
