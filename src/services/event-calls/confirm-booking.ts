import { readPublicEvent } from '#src/db/reads/public-events.ts';
import { deleteHold, findHold, linkOfEvent } from '#src/db/writes/booking-holds.ts';
import { DomainError, requireFound } from '#src/domain/errors.ts';
import type { HoldReference } from '#src/domain/event-calls/booking-hold.ts';
import {
  type BookedByInvitee,
  type BookingPageEvent,
  type CreatePublicBookingInput,
  createPublicBookingInput,
  type NotBooked,
} from '#src/domain/event-calls/public-booking.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import { storedResult } from '../idempotency.ts';
import { createPublicBooking, type InviteeContext } from './invitee-bookings.ts';

/** The held booking that a link opens. */
export interface HeldBooking {
  readonly reference: HoldReference;
  /** Undefined if the event no longer takes bookings. */
  readonly event: BookingPageEvent | undefined;
  /** Undefined once the booking is confirmed, expired or erased. */
  readonly hold: { readonly input: CreatePublicBookingInput; readonly expiresAt: Date } | undefined;
  /** The stored result of the confirmation; undefined before it, and a day after it. */
  readonly result: unknown;
}

/** The idempotency key that makes a held booking be confirmed only once. */
export function confirmationKey({ workspaceId, id }: Pick<HoldReference, 'workspaceId' | 'id'>) {
  return { workspaceId, endpoint: 'booking confirmation', key: id };
}

/** Reads the held booking of a signed link without changing it; NOT_FOUND if this server did not sign the link. */
export async function getHeldBooking(context: InviteeContext, token: string): Promise<HeldBooking> {
  const reference = requireFound(context.bookingTokens.readHold(token));
  const { workspaceId } = reference;
  if (context.closedDemos?.has(workspaceId)) throw new DomainError('NOT_FOUND');
  return forWorkspace(workspaceId, async () => {
    const linkPrefix = await linkOfEvent(context.db, reference);
    const event = linkPrefix === undefined ? undefined : await readPublicEvent(context.db, workspaceId, linkPrefix);
    const found = await findHold(context.db, reference, context.clock.now());
    if (!found) {
      return { reference, event, hold: undefined, result: await storedResult(context, confirmationKey(reference)) };
    }
    // The event's link may have changed since then.
    const input = createPublicBookingInput.parse({ ...found.input, ...(event && { linkPrefix: event.linkPrefix }) });
    return { reference, event, hold: { input, expiresAt: new Date(found.expiresAt) }, result: undefined };
  });
}

/**
 * Books the held call, possibly at another time if its own is gone. As with the form, the current rules, open times and limits
 * apply. Runs within the transaction of `confirmationKey`. The hold is deleted last, because an erasure also deletes it after
 * the contact.
 */
export async function confirmBooking(
  context: InviteeContext,
  reference: HoldReference,
  input: CreatePublicBookingInput,
): Promise<BookedByInvitee | NotBooked> {
  const hold = await findHold(context.db, reference, context.clock.now());
  if (!hold) throw new DomainError('NOT_FOUND');
  const booked = await createPublicBooking(context, input);
  if (!(await context.db.write((client) => deleteHold(client, reference)))) throw new DomainError('NOT_FOUND');
  return booked;
}
