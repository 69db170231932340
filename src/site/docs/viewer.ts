import { html } from '#src/lib/html.ts';
import { contentPolicy } from '#src/lib/network/headers.ts';
import { assetAddress } from '../look/assets.ts';
import { type SiteAddresses, siteDirectives, siteDocument } from '../look/document.ts';

/** Swagger UI creates elements from text and uses images in its style sheet. */
const { 'require-trusted-types-for': _, ...withoutTrustedTypes } = siteDirectives;
export const viewerPolicy = contentPolicy({ ...withoutTrustedTypes, 'img-src': "'self' data:" });

/** A page to read and try every endpoint. */
export function viewerPage(addresses: SiteAddresses): string {
  return siteDocument({
    title: 'API reference – Slotline',
    summary: 'Every endpoint of the REST API. Read about it, and try it with an API key.',
    section: 'Reference',
    addresses,
    styles: [assetAddress('swagger-ui.css'), assetAddress('viewer.css')],
    scripts: [assetAddress('swagger-ui-bundle.js'), assetAddress('viewer.js')],
    content: html`<main id="content" tabindex="-1">
<div id="viewer"><noscript><p class="no-script">The API reference needs JavaScript. The <a href="/openapi.json">OpenAPI document</a> does not.</p></noscript></div>
</main>`,
  });
}
