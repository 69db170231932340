import type { Context as KoaContext } from 'koa';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { html } from '#src/lib/html.ts';
import { type Embedding, sendBookingDocument } from './document.ts';
import type { Params } from './params.ts';
import type { Visitor } from './visitor.ts';

/** The events of a call that are posted to the framing page. */
const happenings = ['booked', 'rescheduled', 'cancelled'] as const;
type Happening = (typeof happenings)[number];

/** The event that the page's query claims, if the call's status agrees. */
export function happeningOf({ all }: Params, { status }: Pick<EventCall, 'status'>): Happening | undefined {
  const happening = happenings.find((each) => each === all.get('event'));
  return (happening === 'cancelled') === (status === 'CANCELLED') ? happening : undefined;
}

/** The query of the page that shows the event. */
export function happened(event: Happening, { origin }: Embedding): string {
  return String(new URLSearchParams({ event, ...(origin !== undefined && { embedOrigin: origin }) }));
}

interface SeeOther {
  readonly title: string;
  readonly visitor: Visitor;
  readonly embedding: Embedding;
}

/** Redirects to another of our pages. The content is for browsers that do not follow. */
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
 * Sends the browser to an external page. Chromium applies a page's `form-action` to every redirect after its form, and the
 * event may have got this URL while its form was open: so this page ends the form and opens the URL.
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
  /** The booking to report to the framing page. */
  readonly booked?: { readonly callId: string; readonly dateTime: string };
}

/**
 * Links from a framed page to the event's redirect URL: not every page can be framed, and a frame may not navigate its window
 * by itself.
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
