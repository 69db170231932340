import type { Context as KoaContext } from 'koa';
import { getPreviewedEvent, getPublicEvent } from '#src/services/event-calls/invitee-bookings.ts';
import { getOpenMonth } from '#src/services/slots/booking-months.ts';
import { type BookingView, bookingView } from './booking-view.ts';
import { dateIn } from './chooser.ts';
import type { BookingPagesContext } from './context.ts';
import type { Params } from './params.ts';
import { visitorOf } from './visitor.ts';

/** Reads the event of a page: a live one, or any that has a host for a valid preview. */
export async function readView(
  context: BookingPagesContext,
  koa: KoaContext,
  { linkPrefix, params }: { readonly linkPrefix: string; readonly params: Params },
): Promise<BookingView> {
  const now = context.clock.now().getTime();
  const isPreview = (previewEnd(context, linkPrefix, params) ?? 0) > now;
  const event = await (isPreview ? getPreviewedEvent : getPublicEvent)(context, { linkPrefix });
  const asksGuests = context.sendsMail && event.sendsMail;
  return bookingView(event, { params, visitor: visitorOf(koa, params, event.brand), now, isPreview, asksGuests });
}

/** When the preview that is requested expires; undefined without a valid one. */
export function previewEnd(
  { bookingTokens }: Pick<BookingPagesContext, 'bookingTokens'>,
  linkPrefix: string,
  { all }: Params,
): number | undefined {
  const token = all.get('preview');
  return token === null ? undefined : bookingTokens.readPreview(linkPrefix, token);
}

/** A preview can begin with the form: `step=form` chooses the first open time. */
export async function atPreviewedStep(context: BookingPagesContext, view: BookingView): Promise<BookingView> {
  if (!view.isPreview || view.params.all.get('step') !== 'form') return view;
  const { starts } = await openTimes(context, view);
  return { ...view, params: { ...view.params, dateTime: starts[0] } };
}

/** The open times of a month or of a date; by default of the first month that has some. */
export function openTimes(
  context: BookingPagesContext,
  { event, formats, isPreview }: BookingView,
  chosen: { readonly month?: string | undefined; readonly date?: string | undefined } = {},
) {
  const { workspaceId, id: eventId } = event;
  return getOpenMonth(context, { workspaceId, eventId, timeZone: formats.timeZone, isPreview, ...chosen });
}

/** True if the time can be booked now: nobody should fill in the form for a time that is gone. */
export async function isOpen(context: BookingPagesContext, view: BookingView, dateTime: number): Promise<boolean> {
  const { starts } = await openTimes(context, view, { date: dateIn(view.formats.timeZone, dateTime) });
  return starts.includes(dateTime);
}
