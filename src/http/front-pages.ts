import type { Context as KoaContext, Middleware } from 'koa';
import { pageCookies } from '#src/access/session-cookie.ts';
import { errorTable } from '#src/domain/errors.ts';
import { html } from '#src/lib/html.ts';
import { siteDocument, sitePolicy } from './docs/layout.ts';
import type { DocsAddresses } from './docs/page.ts';
import { type HomeOptions, homePage } from './home-page.ts';
import { readOnly } from './read-only.ts';

interface FrontPageOptions extends HomeOptions {
  /** The scripts and styles that the web app begins with. */
  readonly applicationFiles: () => Promise<readonly string[]>;
}

/** `/`: a page for a browser, and the addresses of the API for everybody else. */
export function frontPage(options: FrontPageOptions): Middleware {
  const cookieOf = pageCookies(options.appUrl);
  const { baseUrl, appUrl } = options;
  // The form that enters the demo leads to the web app.
  const policy = sitePolicy.replace("form-action 'none'", `form-action 'self' ${new URL(appUrl).origin}`);
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
    koa.vary('Cookie');
    const hasSession = cookieOf(koa).token !== undefined;
    sendPage(koa, homePage(options, { hasSession, files: await options.applicationFiles() }));
    koa.set({ 'Cache-Control': 'private, no-cache', 'Content-Security-Policy': policy });
  });
}

/** The response to an unknown address. Below `/v1` and at `/graphql` it is that of the API, which answers before. */
export function unknownPath(addresses: DocsAddresses): (koa: KoaContext) => void {
  const page = notFoundPage(addresses);
  return (koa) => {
    if ((koa.method !== 'GET' && koa.method !== 'HEAD') || !prefersPage(koa)) return notFound(koa);
    sendPage(koa, page);
    koa.status = 404;
  };
}

/** The same for programs alone. */
export function notFound(koa: KoaContext): void {
  koa.body = { message: errorTable.NOT_FOUND.message, code: 'NOT_FOUND' };
  koa.status = 404;
}

function prefersPage(koa: KoaContext): boolean {
  koa.vary('Accept');
  return koa.accepts('json', 'html') === 'html';
}

function sendPage(koa: KoaContext, page: string): void {
  koa.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': sitePolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  koa.type = 'text/html; charset=utf-8';
  koa.body = page;
}

function notFoundPage(addresses: DocsAddresses): string {
  return siteDocument({
    title: 'Page not found – Slotline',
    addresses,
    content: html`<main id="content" class="front" tabindex="-1">
<h1>There is no page at this address</h1>
<p class="lead">It may have moved, or the link has a mistake. The search above finds a page of the documentation.</p>
<p class="buttons"><a class="button primary" href="/docs">Documentation</a> <a class="button" href="/">Start page</a></p>
</main>`,
  });
}
