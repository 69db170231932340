import type { ClientBase } from 'pg';
import { holdMail } from '#src/db/writes/booking-hold-mails.ts';
import { insertHold } from '#src/db/writes/booking-holds.ts';
import { consumeMailbox } from '#src/db/writes/mailboxes.ts';
import { fieldError } from '#src/domain/errors.ts';
import { holdMs, newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import type { CreatePublicBookingInput, HeldByInvitee } from '#src/domain/event-calls/public-booking.ts';
import { mailboxFull } from '#src/domain/mails/mailbox-limit.ts';
import type { FilledForm } from '../contacts/leads.ts';

/** Decides whether a booking of a workspace without a credential is made or held, and counts it unless it fails. */
export type BookingLimit = <Result>(
  workspaceId: number,
  perform: (isHeld: boolean) => Promise<Result>,
  counts: (result: Result) => boolean,
) => Promise<Result>;

/** For a booking that no limit holds: its invitee has confirmed it. */
export const unlimited: BookingLimit = (_workspaceId, perform) => perform(false);

/**
 * Holds a booking until its invitee confirms it by the link in a mail, which is sent when the transaction has ended. Nothing of the
 * workspace is written or shown: neither a contact nor whether there is one, and the time stays open for others.
 */
export async function holdBooking(
  client: ClientBase,
  { workspaceId, eventId, lead }: Pick<FilledForm, 'workspaceId' | 'eventId' | 'lead'>,
  { input, now }: { readonly input: CreatePublicBookingInput; readonly now: Date },
): Promise<HeldByInvitee> {
  const { email } = lead.invitee;
  if (email === undefined) {
    const reason = 'many bookings came from this network, so this one is confirmed by mail';
    throw fieldError('email', 'required', `An e-mail address is required: ${reason}`);
  }
  const id = newHoldId();
  const expiresAt = new Date(now.getTime() + holdMs);
  await insertHold(client, { workspaceId, id, eventId, email, input, expiresAt, now });
  const full = await consumeMailbox(client, holdMail({ workspaceId, id, email }), now);
  // A held booking whose mail is not sent helps nobody.
  if (full) throw mailboxFull(full, now);
  const confirmation = { expiresAt: expiresAt.toISOString() };
  const hold = { workspaceId, id, eventId };
  return { booking: null, reference: null, redirectUrl: null, disqualified: null, confirmation, hold };
}
