import type { Context as KoaContext } from 'koa';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { html } from '#src/lib/html.ts';
import { type Embedding, sendBookingDocument } from './document.ts';
import type { Params } from './params.ts';
import type { Visitor } from './visitor.ts';

/** What has happened to a call, as the page that frames this one is told. */
const happenings = ['booked', 'rescheduled', 'cancelled'] as const;
type Happening = (typeof happenings)[number];

/** What the query of a page says that has happened to its call, where the call is in that state. */
export function happeningOf({ all }: Params, { status }: Pick<EventCall, 'status'>): Happening | undefined {
  const happening = happenings.find((each) => each === all.get('event'));
  return (happening === 'cancelled') === (status === 'CANCELLED') ? happening : undefined;
}

/** The query of the page that shows what has happened. */
export function happened(event: Happening, { origin }: Embedding): string {
  return String(new URLSearchParams({ event, ...(origin !== undefined && { embedOrigin: origin }) }));
}

interface SeeOther {
  readonly title: string;
  readonly visitor: Visitor;
  readonly embedding: Embedding;
}

/** Redirects the browser to another page of ours; the page is for a browser that does not follow by itself. */
export async function seeOther(
  koa: KoaContext,
  location: string,
  { title, visitor, embedding }: SeeOther,
): Promise<void> {
  const content = html`<div class="message"><h1>${title}</h1><p><a href="${location}">${visitor.texts.goOn}</a></p></div>`;
  await sendBookingDocument(koa, { status: 303, title, visitor, content, embedding });
  koa.set('Location', location);
}

/**
 * Sends the browser on to a page of somebody else. Chromium applies `form-action` of a page to every redirect that follows
 * its form, and an event may have got this address while its form was open: so the form ends here, and this page opens the
 * address.
 */
export async function openExternalPage(
  koa: KoaContext,
  href: string,
  { title, visitor, embedding }: SeeOther,
): Promise<void> {
  const meta = html`<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${href}">
`;
  const content = html`<div class="message"><h1>${title}</h1>
<p class="buttons"><a class="button primary" href="${href}" rel="noreferrer">${visitor.texts.goOn}</a></p></div>`;
  await sendBookingDocument(koa, { status: 200, title, visitor, content, meta, embedding });
}

interface WayOut {
  readonly href: string;
  /** What the page that frames this one is told, where a call is booked. */
  readonly booked?: { readonly callId: string; readonly dateTime: string };
}

/**
 * Shows the way to where the event leads, within the page of somebody else: not every page lets itself be framed, and no
 * frame may lead its window away by itself.
 */
export async function showWayOut(
  koa: KoaContext,
  { href, booked }: WayOut,
  { title, visitor, embedding }: SeeOther,
): Promise<void> {
  const happening =
    booked && html` data-event="booked" data-call-id="${booked.callId}" data-date-time="${booked.dateTime}"`;
  const content = html`<div class="message"${happening}><h1>${title}</h1>
<p class="buttons"><a class="button primary" href="${href}" target="_top" rel="noreferrer">${visitor.texts.goOn}</a></p></div>`;
  await sendBookingDocument(koa, { status: 200, title, visitor, content, embedding });
}
