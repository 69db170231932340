import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '#src/domain/errors.ts';
import { bookingText } from '#src/domain/event-calls/booking-token.ts';
import type { CreatePublicBookingInput } from '#src/domain/event-calls/public-booking.ts';
import type { Disqualified } from '#src/domain/events/disqualification.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { once } from '#src/services/idempotency.ts';
import { createPublicBooking } from '#src/services/invitee-bookings.ts';
import type { BookingPagesContext } from './context.ts';

interface OnceBooking {
  readonly workspaceId: number;
  readonly input: CreatePublicBookingInput;
  /** The key of the form; a program that sends a form may have none. */
  readonly key: string | null;
}

/** Longer than a booking takes, also where many book at once. */
const maxWaits = 40;
const waitMs = 250;

/** What follows for whoever has sent a form. */
export type Outcome =
  | { readonly disqualified: Disqualified }
  /** The page of the booking by its token, or where the event leads who booked. */
  | { readonly token: string; readonly callId: string; readonly redirectUrl: string | null };

type Booked = Awaited<ReturnType<typeof createPublicBooking>>;
type Stored = Pick<Booked, 'reference' | 'redirectUrl' | 'disqualified'>;

/**
 * Books, unless a rule of the event disqualifies the lead. A form that is sent twice is one booking, and each time leads to it. The key
 * counts with what was typed: who goes back and books another time has another booking.
 */
export async function bookOnce(
  context: BookingPagesContext,
  { workspaceId, input, key }: OnceBooking,
): Promise<Outcome> {
  if (key === null) return outcomeOf(context, await createPublicBooking(context, input));
  const hash = sha256(JSON.stringify([key, input])).toString('base64url');
  const request = { workspaceId, endpoint: 'booking page', key: hash, body: {} };
  for (let waits = 0; ; waits++) {
    try {
      const { result } = await once(context, request, async (within): Promise<Stored> => {
        const { reference, redirectUrl, disqualified } = await createPublicBooking(within, input);
        return { reference, redirectUrl, disqualified };
      });
      return outcomeOf(context, result as Stored);
    } catch (error) {
      // The browser shows the answer to the last form that it sent, so this one waits for the booking of the first.
      const isRunning = error instanceof DomainError && error.code === 'IDEMPOTENCY_KEY_IN_USE';
      if (!isRunning || waits === maxWaits) throw error;
      await wait(waitMs);
    }
  }
}

function outcomeOf({ bookingTokens }: BookingPagesContext, { reference, redirectUrl, disqualified }: Stored): Outcome {
  if (!reference) return { disqualified: disqualified ?? { message: null, url: null } };
  return { token: bookingTokens.sign(bookingText(reference)), callId: reference.previewId, redirectUrl };
}
