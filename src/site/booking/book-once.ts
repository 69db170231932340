import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '#src/domain/errors.ts';
import type { HoldReference } from '#src/domain/event-calls/booking-hold.ts';
import type {
  BookedByInvitee,
  Confirmation,
  CreatePublicBookingInput,
  HeldByInvitee,
  NotBooked,
} from '#src/domain/event-calls/public-booking.ts';
import type { Disqualified } from '#src/domain/events/disqualification.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { confirmationKey, confirmBooking, getHeldBooking } from '#src/services/event-calls/confirm-booking.ts';
import type { BookingLimit } from '#src/services/event-calls/hold-booking.ts';
import { createPublicBooking } from '#src/services/event-calls/invitee-bookings.ts';
import { once } from '#src/services/idempotency.ts';
import type { BookingPagesContext } from './context.ts';

interface OnceBooking {
  readonly workspaceId: number;
  readonly input: CreatePublicBookingInput;
  /** The key of the form; a program that sends a form may have none. */
  readonly key: string | null;
  readonly limit: BookingLimit;
}

/** Longer than a booking takes, also where many book at once. */
const maxWaits = 40;
const waitMs = 250;

/** What follows for whoever has sent a form. */
export type Outcome =
  | { readonly disqualified: Disqualified }
  | { readonly confirmation: Confirmation }
  /** The page of the booking by its token, or where the event leads who booked. */
  | { readonly token: string; readonly callId: string; readonly redirectUrl: string | null };

type Booked = BookedByInvitee | HeldByInvitee | NotBooked;
type Stored = Pick<Booked, 'reference' | 'redirectUrl' | 'disqualified' | 'confirmation'> &
  Partial<Pick<HeldByInvitee, 'hold'>>;

/**
 * Books, unless a rule of the event disqualifies the lead, or holds the booking where the limit says so. A form that is sent twice
 * is one booking, and each time leads to it, also where it was held first. The key counts with what was typed: who goes back and
 * books another time has another booking.
 */
export async function bookOnce(context: BookingPagesContext, booking: OnceBooking): Promise<Outcome> {
  const { workspaceId, input, key, limit } = booking;
  if (key === null) return outcomeOf(context, await createPublicBooking(context, input, limit));
  const hash = sha256(JSON.stringify([key, input])).toString('base64url');
  const request = { workspaceId, endpoint: 'booking page', key: hash, body: {} };
  const { result, replayed } = await performOnce(context, request, (within) =>
    createPublicBooking(within, input, limit),
  );
  const { hold: reference } = result as Stored;
  if (!replayed || !reference) return outcomeOf(context, result);
  const held = await getHeldBooking(context, context.bookingTokens.signHold(reference));
  if (held.hold) return outcomeOf(context, result);
  if (held.result !== undefined) return outcomeOf(context, held.result);
  // Nobody confirmed it in time: to send the form again is another attempt.
  return bookOnce(context, { ...booking, key: `${key} ${reference.id}` });
}

/** Books what was held, once: whoever confirms it again, or twice at the same time, is redirected to the same booking. */
export async function confirmOnce(
  context: BookingPagesContext,
  reference: HoldReference,
  input: CreatePublicBookingInput,
): Promise<Outcome> {
  const request = { ...confirmationKey(reference), body: {} };
  const { result } = await performOnce(context, request, (within) => confirmBooking(within, reference, input));
  return outcomeOf(context, result);
}

async function performOnce(
  context: BookingPagesContext,
  request: Parameters<typeof once>[1],
  perform: (within: BookingPagesContext) => Promise<Booked>,
): ReturnType<typeof once> {
  for (let waits = 0; ; waits++) {
    try {
      return await once(context, request, async (within): Promise<Stored> => {
        const booked = await perform(within);
        const { reference, redirectUrl, disqualified, confirmation } = booked;
        const hold = 'hold' in booked && { hold: booked.hold };
        return { reference, redirectUrl, disqualified, confirmation, ...hold } as Stored;
      });
    } catch (error) {
      // The browser shows the answer to the last form that it sent, so this one waits for the booking of the first.
      const isRunning = error instanceof DomainError && error.code === 'IDEMPOTENCY_KEY_IN_USE';
      if (!isRunning || waits === maxWaits) throw error;
      await wait(waitMs);
    }
  }
}

/** What follows from a result, which may have been stored before. */
export function outcomeOf({ bookingTokens }: Pick<BookingPagesContext, 'bookingTokens'>, result: unknown): Outcome {
  const { reference, redirectUrl, disqualified, confirmation } = result as Stored;
  if (confirmation) return { confirmation };
  if (!reference) return { disqualified: disqualified ?? { message: null, url: null } };
  return { token: bookingTokens.sign(reference), callId: reference.previewId, redirectUrl };
}
