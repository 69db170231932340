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
  readonly leadsAway?: boolean;
}

/** Leads the browser on; the page is for one that does not follow by itself. */
export async function seeOther(
  koa: KoaContext,
  location: string,
  { title, visitor, ...page }: SeeOther,
): Promise<void> {
  const content = html`<div class="message"><h1>${title}</h1><p><a href="${location}">${visitor.texts.goOn}</a></p></div>`;
  await sendBookingDocument(koa, { status: 303, title, visitor, content, ...page });
  // A header has no letters but those of ASCII.
  koa.set('Location', URL.parse(location)?.href ?? location);
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
