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
  /** The key of the form; null if a program submits it without one. */
  readonly key: string | null;
  readonly limit: BookingLimit;
}

/** Together longer than any booking takes, even under load. */
const maxWaits = 40;
const waitMs = 250;

/** The result for the person who submitted a form. */
export type Outcome =
  | { readonly disqualified: Disqualified }
  | { readonly confirmation: Confirmation }
  /** The token of the booking's page, or the URL to which the event redirects. */
  | { readonly token: string; readonly callId: string; readonly redirectUrl: string | null };

type Booked = BookedByInvitee | HeldByInvitee | NotBooked;
type Stored = Pick<Booked, 'reference' | 'redirectUrl' | 'disqualified' | 'confirmation'> &
  Partial<Pick<HeldByInvitee, 'hold'>>;

/**
 * Creates the booking, unless a rule of the event disqualifies the lead or the limit requires a hold. A form that is submitted
 * twice creates one booking, and leads to it each time, even if it was held first. The key includes the input: going back and
 * booking another time creates another booking.
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
  // Nobody confirmed the hold in time: submitting the form again is another attempt.
  return bookOnce(context, { ...booking, key: `${key} ${reference.id}` });
}

/** Books a held booking once: a repeated or concurrent confirmation is redirected to the same booking. */
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
      // The browser shows the response to its last submit, so this one waits for the booking of the first.
      const isRunning = error instanceof DomainError && error.code === 'IDEMPOTENCY_KEY_IN_USE';
      if (!isRunning || waits === maxWaits) throw error;
      await wait(waitMs);
    }
  }
}

/** Converts a result, which may have been stored earlier. */
export function outcomeOf({ bookingTokens }: Pick<BookingPagesContext, 'bookingTokens'>, result: unknown): Outcome {
  const { reference, redirectUrl, disqualified, confirmation } = result as Stored;
  if (confirmation) return { confirmation };
  if (!reference) return { disqualified: disqualified ?? { message: null, url: null } };
  return { token: bookingTokens.sign(reference), callId: reference.previewId, redirectUrl };
}
