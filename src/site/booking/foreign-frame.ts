import type { Context as KoaContext } from 'koa';
import { bookingPath } from '#src/domain/events/booking-addresses.ts';
import { html } from '#src/lib/html.ts';
import { noIndex, sendBookingDocument } from './document.ts';
import type { Params } from './params.ts';
import type { Visitor } from './visitor.ts';

/**
 * True if a site shows the page in a frame that the policy of the page would leave empty: a site that `embed.js` names, or the
 * referrer of a frame without the script. Whoever forges these headers and parameters gets a page without data.
 */
export function isForeignFrame(
  koa: KoaContext,
  { all }: Params,
  { origins, ownOrigin }: { readonly origins: readonly string[]; readonly ownOrigin: string },
): boolean {
  const target = koa.get('Sec-Fetch-Dest');
  // The link of the page in a window of its own, and what our own pages open, also within a frame.
  if (target === 'document' || koa.get('Sec-Fetch-Site') === 'same-origin') return false;
  const referrer = frames.has(target) ? URL.parse(koa.get('Referer'))?.origin : undefined;
  const site = all.get('embedOrigin') ?? referrer;
  return site !== undefined && site !== ownOrigin && !origins.includes(site);
}

const frames = new Set(['iframe', 'frame', 'embed', 'object']);

/** Links to the booking page. Any site may frame it, so it has no form, no script, and nothing of the event or the visitor. */
export async function sendForeignFrame(
  koa: KoaContext,
  linkPrefix: string,
  { params, visitor }: { readonly params: Params; readonly visitor: Visitor },
): Promise<void> {
  const { title, text, open } = visitor.texts.notEmbeddable;
  const query = new URLSearchParams(
    [...params.all].filter(([name]) => name === 'lang' || name === 'referrer' || name.startsWith('utm_')),
  );
  const href = bookingPath(linkPrefix) + (query.size > 0 ? `?${query}` : '');
  const content = html`<div class="message"><h1>${title}</h1>
<p>${text}</p>
<p><a href="${href}" target="_blank" rel="noopener">${open}</a></p></div>`;
  const page = { status: 200, title, content, meta: noIndex, isForAnySite: true };
  await sendBookingDocument(koa, { ...page, visitor: { ...visitor, brand: undefined } });
}
