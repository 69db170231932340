import { readPublicEvent, workspaceOfLink } from '#src/db/reads/public-events.ts';
import { findCallByPreviewId } from '#src/db/writes/event-calls.ts';
import { DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import { bookingOfText, hasTokenEnded } from '#src/domain/event-calls/booking-token.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import type {
  BookedByInvitee,
  CancelPublicBookingInput,
  CreatePublicBookingInput,
  PublicBooking,
  PublicBookingInput,
  PublicEvent,
  PublicEventDatesInput,
  PublicEventInput,
  ReschedulePublicBookingInput,
} from '#src/domain/event-calls/public-booking.ts';
import type { DatesForm, EventDates } from '#src/domain/scheduling/event-dates.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { bookCall } from './bookings.ts';
import type { ServiceContext, SlotContext } from './context.ts';
import { cancelCall, moveCall } from './event-call-changes.ts';
import { eventNotFound, listPublicEventDates } from './scheduling.ts';

// What invitees do, without a credential. They see an event's form and open times, and their own bookings.

/** The context of an invitee: the signer of links instead of a principal. */
export interface InviteeContext extends SlotContext {
  readonly bookingTokens: SignedTexts;
}

/** The form of a live event. */
export async function getPublicEvent({ db }: ServiceContext, { linkPrefix }: PublicEventInput): Promise<PublicEvent> {
  const workspaceId = await workspaceOfEventLink({ db }, linkPrefix);
  const event = await forWorkspace(workspaceId, () => readPublicEvent(db, workspaceId, linkPrefix));
  if (!event) throw eventNotFound({ linkPrefix });
  return event;
}

/** The workspace of an event by its link, or of a booking by its token. */
export async function workspaceOfInvitee(
  context: InviteeContext,
  about: { readonly linkPrefix: string } | { readonly token: string },
): Promise<number> {
  if ('linkPrefix' in about) return workspaceOfEventLink(context, about.linkPrefix);
  return referenceOf(context, about.token).workspaceId;
}

async function workspaceOfEventLink({ db }: Pick<ServiceContext, 'db'>, linkPrefix: string): Promise<number> {
  const workspaceId = await workspaceOfLink(db, linkPrefix);
  if (workspaceId === undefined) throw eventNotFound({ linkPrefix });
  return workspaceId;
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

/** Books a live event. The result is the same whether the workspace knew the e-mail address before or not. */
export async function createPublicBooking(
  context: SlotContext,
  input: CreatePublicBookingInput,
): Promise<BookedByInvitee> {
  const workspaceId = await workspaceOfEventLink(context, input.linkPrefix);
  const call = await forWorkspace(workspaceId, () => bookCall(context, { workspaceId, isInvitee: true }, input));
  return { booking: publicBooking(call), reference: { workspaceId, previewId: call.previewId } };
}

function publicBooking(call: EventCall): PublicBooking {
  const { name, linkPrefix, status, dateTime, endTime, duration, timeZone } = call;
  const { inviteeName, inviteeEmail, phoneNumber, location, locationLink } = call;
  return {
    ...{ name, linkPrefix, status, dateTime, endTime, duration, timeZone },
    ...{ inviteeName, inviteeEmail, phoneNumber, location, locationLink },
  };
}

/** The booking that a signed link names. */
export async function getPublicBooking(context: InviteeContext, { token }: PublicBookingInput): Promise<PublicBooking> {
  return publicBooking((await requireBooking(context, token)).call);
}

/** Moves the call of a signed link, until it begins. */
export async function reschedulePublicBooking(
  context: InviteeContext,
  { token, ...input }: ReschedulePublicBookingInput,
): Promise<PublicBooking> {
  const { workspaceId, call } = await requireBooking(context, token);
  requireNotBegun(context, call);
  const scope = { workspaceId, visible: undefined, idField: 'token' };
  return publicBooking(await forWorkspace(workspaceId, () => moveCall(context, scope, { ...input, id: call.id })));
}

/** Cancels the call of a signed link, until it begins. */
export async function cancelPublicBooking(
  context: InviteeContext,
  { token, cancelReason }: CancelPublicBookingInput,
): Promise<PublicBooking> {
  const { workspaceId, call } = await requireBooking(context, token);
  if (call.status !== 'CANCELLED') requireNotBegun(context, call);
  const scope = { workspaceId, visible: undefined };
  return publicBooking(
    await forWorkspace(workspaceId, () => cancelCall(context, scope, { id: call.id, cancelReason })),
  );
}

async function requireBooking(
  { db, clock, bookingTokens }: InviteeContext,
  token: string,
): Promise<{ workspaceId: number; call: EventCall }> {
  const reference = referenceOf({ bookingTokens }, token);
  const now = clock.now();
  const call = await forWorkspace(reference.workspaceId, () => findCallByPreviewId(db, reference, now));
  if (!call || hasTokenEnded(call, now)) throw new DomainError('NOT_FOUND');
  return { workspaceId: reference.workspaceId, call };
}

function referenceOf({ bookingTokens }: Pick<InviteeContext, 'bookingTokens'>, token: string) {
  return bookingOfText(requireFound(bookingTokens.read(token)));
}

function requireNotBegun({ clock }: ServiceContext, { dateTime }: EventCall): void {
  if (Date.parse(dateTime) <= clock.now().getTime()) throw fieldError('token', 'invalid_state', 'The call has begun');
}
