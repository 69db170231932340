import type { ClientBase } from 'pg';
import { type InviteeCallSetting, readInviteeCallSetting, readIsMailHeldBack } from '#src/db/reads/invitee-calls.ts';
import { type LeadForm, readLeadForm } from '#src/db/reads/lead-forms.ts';
import { readPublicEvent } from '#src/db/reads/public-events.ts';
import { within } from '#src/db/within.ts';
import { findCallByPreviewId } from '#src/db/writes/event-calls.ts';
import { DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import { type BookingTokens, hasTokenEnded } from '#src/domain/event-calls/booking-token.ts';
import { inviteeActor } from '#src/domain/event-calls/call-history.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import type {
  BookedByInvitee,
  BookingPageEvent,
  CancelPublicBookingInput,
  CreatePublicBookingInput,
  HeldByInvitee,
  NotBooked,
  PublicBooking,
  PublicBookingInput,
  PublicEventDatesInput,
  PublicEventInput,
  ReschedulePublicBookingInput,
} from '#src/domain/event-calls/public-booking.ts';
import { redirectUrlOf } from '#src/domain/events/redirect.ts';
import type { DatesForm, EventDates } from '#src/domain/scheduling/event-dates.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import { disqualifyByRules, type FilledForm } from '../contacts/leads.ts';
import type { ServiceContext, SlotContext } from '../context.ts';
import { type EventLinkContext, workspaceOfEventLink } from '../events/event-links.ts';
import { eventNotFound, listPublicEventDates } from '../scheduling.ts';
import { bookCall } from './book-call.ts';
import { type BookingLimit, holdBooking, unlimited } from './hold-booking.ts';
import { moveCall } from './move-call.ts';
import { cancelCall } from './update-event-calls.ts';

// What invitees do without a credential. They see an event's form and open times, and their own bookings.

/** The context of an invitee: the signer of links instead of a principal. */
export interface InviteeContext extends SlotContext, EventLinkContext {
  readonly bookingTokens: BookingTokens;
}

/** The form of a live event. */
export function getPublicEvent(context: EventLinkContext, { linkPrefix }: PublicEventInput): Promise<BookingPageEvent> {
  return getForm(context, linkPrefix, false);
}

/** The form of an event that has a host, also if it is deactivated, for a preview of its page. */
export function getPreviewedEvent(
  context: EventLinkContext,
  { linkPrefix }: PublicEventInput,
): Promise<BookingPageEvent> {
  return getForm(context, linkPrefix, true);
}

async function getForm(
  { db, closedDemos }: EventLinkContext,
  linkPrefix: string,
  isPreview: boolean,
): Promise<BookingPageEvent> {
  const workspaceId = await workspaceOfEventLink({ db, closedDemos }, linkPrefix);
  const event = await forWorkspace(workspaceId, () => readPublicEvent(db, workspaceId, linkPrefix, isPreview));
  if (!event) throw eventNotFound({ linkPrefix });
  return event;
}

/** The workspace of an event's link or of a booking's token. */
export async function workspaceOfInvitee(
  context: InviteeContext,
  about: { readonly linkPrefix: string } | { readonly token: string },
): Promise<number> {
  if ('linkPrefix' in about) return workspaceOfEventLink(context, about.linkPrefix);
  return referenceOf(context, about.token).workspaceId;
}

/** The open slots of a live event, in the requested forms. */
export async function getPublicEventDates(
  context: InviteeContext,
  input: PublicEventDatesInput,
  forms: readonly DatesForm[],
): Promise<EventDates> {
  const workspaceId = await workspaceOfEventLink(context, input.linkPrefix);
  return forWorkspace(workspaceId, () => listPublicEventDates(context, { workspaceId, input, forms }));
}

/**
 * Books a live event, unless the lead meets one of its rules; holds the booking if the limit requires it. The result is the
 * same whether the workspace knew the e-mail address or not.
 */
export async function createPublicBooking(
  context: SlotContext & EventLinkContext,
  input: CreatePublicBookingInput,
): Promise<BookedByInvitee | NotBooked>;
export async function createPublicBooking(
  context: SlotContext & EventLinkContext,
  input: CreatePublicBookingInput,
  limit: BookingLimit,
): Promise<BookedByInvitee | HeldByInvitee | NotBooked>;
export async function createPublicBooking(
  context: SlotContext & EventLinkContext,
  input: CreatePublicBookingInput,
  limit = unlimited,
): Promise<BookedByInvitee | HeldByInvitee | NotBooked> {
  const workspaceId = await workspaceOfEventLink(context, input.linkPrefix);
  const perform = (isHeld: boolean) => forWorkspace(workspaceId, () => book(context, input, { workspaceId, isHeld }));
  const recipients = 1 + input.guests.length;
  return limit({ workspaceId, recipients }, perform, ({ disqualified }) => disqualified === null);
}

async function book(
  context: SlotContext,
  input: CreatePublicBookingInput,
  { workspaceId, isHeld }: { readonly workspaceId: number; readonly isHeld: boolean },
): Promise<BookedByInvitee | HeldByInvitee | NotBooked> {
  const read: { form?: LeadForm } = {};
  const booker = { workspaceId, isInvitee: true, actor: inviteeActor };
  const hold = (client: ClientBase, filled: FilledForm) =>
    holdBooking(client, filled, { input, now: context.clock.now() });
  const booked = await bookCall<HeldByInvitee | NotBooked>(context, booker, input, {
    async ofLead(client, filled) {
      // Uses the booking's transaction: a query before it would wait for another connection.
      const form = await readLeadForm(within(client), workspaceId, input.linkPrefix);
      if (!form) throw eventNotFound(input);
      read.form = form;
      const disqualified = await disqualifyByRules(client, form, filled);
      return disqualified && { booking: null, reference: null, redirectUrl: null, confirmation: null, disqualified };
    },
    ofTime: isHeld ? hold : undefined,
  });
  if (!('call' in booked)) return booked;
  const { call } = booked;
  return {
    booking: publicBooking(workspaceId, call),
    reference: { workspaceId, previewId: call.previewId },
    redirectUrl: read.form ? redirectUrlOf(read.form, booked) : null,
    disqualified: null,
    confirmation: null,
  };
}

function publicBooking(workspaceId: number, call: EventCall): PublicBooking {
  const { name, linkPrefix, status, dateTime, endTime, duration, timeZone } = call;
  const { inviteeName, inviteeEmail, phoneNumber, guests, location, locationLink } = call;
  return {
    name,
    linkPrefix,
    status,
    dateTime,
    endTime,
    duration,
    timeZone,
    inviteeName,
    inviteeEmail,
    phoneNumber,
    guests,
    location,
    locationLink,
    key: { workspaceId, eventCallId: call.id },
  };
}

/** True if the e-mail to the invitee about the last update waits until their mailbox has room. */
export function isBookingMailHeldBack(
  { db }: ServiceContext,
  { key: { workspaceId, eventCallId } }: PublicBooking,
): Promise<boolean> {
  return forWorkspace(workspaceId, () => readIsMailHeldBack(db, [workspaceId, eventCallId]));
}

/** The booking that a signed link names. */
export async function getPublicBooking(context: InviteeContext, { token }: PublicBookingInput): Promise<PublicBooking> {
  const { workspaceId, call } = await requireBooking(context, token);
  return publicBooking(workspaceId, call);
}

/** The booking of a link with everything else that its page shows. */
export interface InviteeCall extends InviteeCallSetting {
  readonly workspaceId: number;
  readonly call: EventCall;
  readonly hasBegun: boolean;
}

/** The call of a signed link, for its page. */
export async function getInviteeCall(context: InviteeContext, token: string): Promise<InviteeCall> {
  const { workspaceId, call } = await requireBooking(context, token);
  const setting = await forWorkspace(workspaceId, () => readInviteeCallSetting(context.db, [workspaceId, call.id]));
  return { ...requireFound(setting), workspaceId, call, hasBegun: hasBegun(context, call) };
}

/** Reschedules the call of a signed link, until it begins. */
export async function reschedulePublicBooking(
  context: InviteeContext,
  { token, ...input }: ReschedulePublicBookingInput,
): Promise<PublicBooking> {
  const { workspaceId, call } = await requireBooking(context, token);
  requireNotBegun(context, call);
  const scope = { workspaceId, visible: undefined, idField: 'token', actor: inviteeActor };
  const moved = await forWorkspace(workspaceId, () => moveCall(context, scope, { ...input, id: call.id }));
  return publicBooking(workspaceId, moved);
}

/** Cancels the call of a signed link, until it begins. */
export async function cancelPublicBooking(
  context: InviteeContext,
  { token, cancelReason }: CancelPublicBookingInput,
): Promise<PublicBooking> {
  const { workspaceId, call } = await requireBooking(context, token);
  if (call.status !== 'CANCELLED') requireNotBegun(context, call);
  const scope = { workspaceId, visible: undefined, actor: inviteeActor };
  const cancelled = await forWorkspace(workspaceId, () => cancelCall(context, scope, { id: call.id, cancelReason }));
  return publicBooking(workspaceId, cancelled);
}

async function requireBooking(
  context: InviteeContext,
  token: string,
): Promise<{ workspaceId: number; call: EventCall }> {
  const { db, clock } = context;
  const reference = referenceOf(context, token);
  const now = clock.now();
  const call = await forWorkspace(reference.workspaceId, () => findCallByPreviewId(db, reference, now));
  if (!call || hasTokenEnded(call, now)) throw new DomainError('NOT_FOUND');
  return { workspaceId: reference.workspaceId, call };
}

function referenceOf({ bookingTokens, closedDemos }: InviteeContext, token: string) {
  const reference = requireFound(bookingTokens.read(token));
  if (closedDemos?.has(reference.workspaceId)) throw new DomainError('NOT_FOUND');
  return reference;
}

function hasBegun({ clock }: ServiceContext, { dateTime }: EventCall): boolean {
  return Date.parse(dateTime) <= clock.now().getTime();
}

function requireNotBegun(context: ServiceContext, call: EventCall): void {
  if (hasBegun(context, call)) throw fieldError('token', 'invalid_state', 'The call has already begun');
}
