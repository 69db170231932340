import type { Context as KoaContext, Middleware } from 'koa';
import { errorTable } from '#src/domain/errors.ts';
import { html } from '#src/lib/html.ts';
import { appAddress, siteDocument, sitePolicy } from './docs/layout.ts';
import type { DocsAddresses } from './docs/page.ts';
import { readOnly } from './read-only.ts';

interface FrontPageOptions extends DocsAddresses {
  /** The sign-in of the demo workspace, where there is one. */
  readonly demo: { readonly ownerEmail: string; readonly ownerPassword: string } | undefined;
}

/** `/`: a page for a browser, and the addresses of the API for everybody else. */
export function frontPage(options: FrontPageOptions): Middleware {
  const page = pageOf(options);
  const { baseUrl } = options;
  const index = {
    name: 'Slotline',
    rest: `${baseUrl}/v1`,
    graphql: `${baseUrl}/graphql`,
    openapi: `${baseUrl}/openapi.json`,
    documentation: `${baseUrl}/docs`,
    llms: `${baseUrl}/llms.txt`,
  };
  return readOnly((koa) => {
    if (prefersPage(koa)) return sendPage(koa, page);
    koa.body = index;
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

function pageOf({ demo, ...addresses }: FrontPageOptions): string {
  return siteDocument({
    title: 'Slotline – scheduling and sales calls',
    summary: 'An open scheduling and sales-call platform that you host yourself.',
    addresses,
    content: html`<main id="content" class="front" tabindex="-1">
<h1>Scheduling and sales calls, on a server of your own</h1>
<p class="lead">Bookable events, availability, contacts, calls with outcomes, deals and transactions: as a GraphQL API, and as
a REST API that is made from it.</p>
<p class="buttons"><a class="button primary" href="/docs/getting-started">Get started</a>
<a class="button" href="${appAddress(addresses, '/sign-in')}">Sign in</a></p>
${
  demo &&
  html`<p class="note">This server has a demo workspace. Sign in as <code>${demo.ownerEmail}</code> with the password
<code>${demo.ownerPassword}</code>, or try a query in <a href="/graphql">GraphiQL</a>, which has its API key.</p>`
}
<h2>For developers</h2>
<ul class="cards">
<li><a href="/docs"><strong>Documentation</strong>Keys, OAuth, booking, errors and limits, with examples in curl, TypeScript and Python.</a></li>
<li><a href="/docs/reference"><strong>API reference</strong>Every endpoint of the REST API, to read and to try.</a></li>
<li><a href="/graphql"><strong>GraphiQL</strong>The GraphQL schema, with a query for every record type to begin with.</a></li>
<li><a href="/openapi.json"><strong>OpenAPI</strong>The REST API as OpenAPI 3.1, for client generators.</a></li>
</ul>
</main>`,
  });
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
