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

/** What the link of a held booking leads to. */
export interface HeldBooking {
  readonly reference: HoldReference;
  /** Undefined where the event takes no bookings any more. */
  readonly event: BookingPageEvent | undefined;
  /** Undefined once it was confirmed, has expired or was erased. */
  readonly hold: { readonly input: CreatePublicBookingInput; readonly expiresAt: Date } | undefined;
  /** What came of it, as `confirmationKey` stores it; undefined before it was confirmed, and a day after. */
  readonly result: unknown;
}

/** By this key of an idempotent request a held booking is confirmed once. */
export function confirmationKey({ workspaceId, id }: Pick<HoldReference, 'workspaceId' | 'id'>) {
  return { workspaceId, endpoint: 'booking confirmation', key: id };
}

/** The held booking that a signed link names; NOT_FOUND for a link that this server has not signed. Changes nothing. */
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
    // The link of the event may have changed since.
    const input = createPublicBookingInput.parse({ ...found.input, ...(event && { linkPrefix: event.linkPrefix }) });
    return { reference, event, hold: { input, expiresAt: new Date(found.expiresAt) }, result: undefined };
  });
}

/**
 * Books what was held, at another time where its own is gone, as the form would have: rules, open times and limits are those of
 * now. It runs within the transaction of its `confirmationKey`. The held booking is deleted last, because an erasure deletes it
 * after the contact too.
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
