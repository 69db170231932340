import type { Context as KoaContext } from 'koa';
import { html } from '#src/lib/html.ts';
import { type SiteAddresses, siteDocument, sitePolicy } from '../look/document.ts';
import { sendDocument } from '../look/send.ts';

/** The command that builds the web application. */
export const buildCommand = 'npm run build';

/** Shown instead of the web application until it is built. */
export function missingBuildPage(addresses: SiteAddresses): (koa: KoaContext) => void {
  const document = siteDocument({
    title: 'The web application is not built – Slotline',
    addresses,
    content: html`<main id="content" class="front" tabindex="-1">
<h1>The web application is not built</h1>
<p class="lead">The server is running, but the files of the web application are missing. The server’s operator can build them with
<code>${buildCommand}</code> in the project folder. Then reload this page. A restart is not needed.</p>
<p class="buttons"><a class="button primary" href="/docs">Documentation</a> <a class="button" href="/">Home page</a></p>
</main>`,
  });
  return (koa) =>
    sendDocument(koa, { status: 503, document, security: 'page', policy: sitePolicy, caching: 'no-store' });
}
