import type { ClientBase } from 'pg';
import { holdMail } from '#src/db/writes/booking-hold-mails.ts';
import { insertHold } from '#src/db/writes/booking-holds.ts';
import { consumeMailbox } from '#src/db/writes/mailboxes.ts';
import { fieldError } from '#src/domain/errors.ts';
import { holdMs, newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import type { CreatePublicBookingInput, HeldByInvitee } from '#src/domain/event-calls/public-booking.ts';
import { mailboxFull } from '#src/domain/mails/mailbox-limit.ts';
import type { FilledForm } from '../contacts/leads.ts';

interface LimitedBooking {
  readonly workspaceId: number;
  /** How many addresses get the mails of the booking. */
  readonly recipients: number;
}

/** Decides if a workspace's booking without a credential is made or held, and counts its recipients unless it fails. */
export type BookingLimit = <Result>(
  booking: LimitedBooking,
  perform: (isHeld: boolean) => Promise<Result>,
  counts: (result: Result) => boolean,
) => Promise<Result>;

/** Never holds a booking: its invitee has already confirmed it. */
export const unlimited: BookingLimit = (_booking, perform) => perform(false);

/**
 * Holds a booking until its invitee confirms it with the link in an e-mail, which is sent after the transaction. No data of the
 * workspace is written or revealed: neither a contact nor its existence. The time stays open for others.
 */
export async function holdBooking(
  client: ClientBase,
  { workspaceId, eventId, lead }: Pick<FilledForm, 'workspaceId' | 'eventId' | 'lead'>,
  { input, now }: { readonly input: CreatePublicBookingInput; readonly now: Date },
): Promise<HeldByInvitee> {
  const { email } = lead.invitee;
  if (email === undefined) {
    const reason = 'there were many bookings from this network, so this one must be confirmed by email';
    throw fieldError('email', 'required', `An email address is required: ${reason}`);
  }
  const id = newHoldId();
  const expiresAt = new Date(now.getTime() + holdMs);
  await insertHold(client, { workspaceId, id, eventId, email, input, expiresAt, now });
  const full = await consumeMailbox(client, holdMail({ workspaceId, id, email }), now);
  // Without its e-mail, a held booking is useless.
  if (full) throw mailboxFull(full, now);
  const confirmation = { expiresAt: expiresAt.toISOString() };
  const hold = { workspaceId, id, eventId };
  return { booking: null, reference: null, redirectUrl: null, disqualified: null, confirmation, hold };
}
