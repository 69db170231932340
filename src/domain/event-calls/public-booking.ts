import { z } from 'zod';
import { utm } from '#src/domain/contacts/contact.ts';
import type { BookableEvent, EventQuestion } from '#src/domain/events/event.ts';
import { coded, text, timeZone } from '#src/domain/input.ts';
import { dateRange, maxDates } from '#src/domain/scheduling/event-dates.ts';
import { inviteeFields, newDateTime, reason, slotFields } from './booking.ts';
import type { BookingReference } from './booking-token.ts';
import type { EventCall } from './event-call.ts';

/** What anyone may know of a live event: enough to fill in its form. */
export interface PublicEvent
  extends Pick<BookableEvent, 'name' | 'description' | 'linkPrefix' | 'duration' | 'location'> {
  inviteeQuestions: Pick<EventQuestion, 'statement' | 'type' | 'required'>[];
  secondaryQuestions: PublicQuestion[];
}

export interface PublicQuestion {
  identifier: string;
  name: string;
  description: string | null;
  inputType: string;
  required: boolean;
  /** The names of the options that can be chosen. */
  options: string[];
}

/** What an invitee sees of a call: what they said, when and where it is. */
export type PublicBooking = Pick<
  EventCall,
  | ('name' | 'linkPrefix' | 'status' | 'dateTime' | 'endTime' | 'duration' | 'timeZone')
  | ('inviteeName' | 'inviteeEmail' | 'phoneNumber' | 'location' | 'locationLink')
>;

export interface BookedByInvitee {
  booking: PublicBooking;
  /** What the token for moving and cancelling the call is made of. */
  reference: BookingReference;
}

const linkPrefix = text(255).describe('Booking link: `<username>/<event-name>`.');

export const publicEventInput = z.object({ linkPrefix });
export const publicEventDatesInput = z.object({ linkPrefix, ...dateRange(maxDates.invitee) });

export const createPublicBookingInput = z
  .object({
    linkPrefix,
    ...slotFields,
    ...inviteeFields,
    utm: utm().default([]).describe('Campaign parameters.'),
  })
  .refine(
    ({ email, phoneNumber }) => (email ?? phoneNumber) !== undefined,
    coded('required', 'One of email and phoneNumber is required'),
  );

const token = text(200).describe('The token of the booking.');

export const publicBookingInput = z.object({ token });

export const reschedulePublicBookingInput = z.object({
  token,
  dateTime: newDateTime(),
  timeZone: timeZone().optional().describe("The invitee's IANA time zone; without it that of the booking."),
  rescheduleReason: reason('Why the call is moved.'),
});

export const cancelPublicBookingInput = z.object({ token, cancelReason: reason('Why the call is cancelled.') });

export type PublicEventInput = z.output<typeof publicEventInput>;
export type PublicEventDatesInput = z.output<typeof publicEventDatesInput>;
export type CreatePublicBookingInput = z.output<typeof createPublicBookingInput>;
export type PublicBookingInput = z.output<typeof publicBookingInput>;
export type ReschedulePublicBookingInput = z.output<typeof reschedulePublicBookingInput>;
export type CancelPublicBookingInput = z.output<typeof cancelPublicBookingInput>;
