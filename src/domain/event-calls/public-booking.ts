import { z } from 'zod';
import { utm } from '#src/domain/contacts/contact.ts';
import type { CustomField } from '#src/domain/custom-fields/custom-field.ts';
import type { Disqualified } from '#src/domain/events/disqualification.ts';
import type { BookableEvent, EventQuestion } from '#src/domain/events/event.ts';
import { crossFieldRule, text, timeZone } from '#src/domain/input.ts';
import { dateRange, maxDates } from '#src/domain/scheduling/event-dates.ts';
import { inviteeFields, newDateTime, reason, slotFields } from './booking.ts';
import type { HoldReference } from './booking-hold.ts';
import type { BookingReference } from './booking-token.ts';
import type { EventCall } from './event-call.ts';

/** What anyone may know of a live event: enough to fill in its form. */
export interface PublicEvent
  extends Pick<BookableEvent, 'name' | 'description' | 'linkPrefix' | 'duration' | 'location' | 'bookingFlow'> {
  inviteeQuestions: Pick<EventQuestion, 'statement' | 'type' | 'required'>[];
  secondaryQuestions: PublicQuestion[];
}

/** What the booking page shows of a live event, and what it needs to offer its times. */
export interface BookingPageEvent extends PublicEvent {
  readonly id: number;
  readonly workspaceId: number;
  readonly workspaceName: string;
  /** The name of the host, if there is one alone. */
  readonly hostName: string | null;
  /** The zone of the schedule of the host who comes first. */
  readonly timeZone: string;
  /** Days from today to the last time; null for no end. */
  readonly bookingWindow: number | null;
  /** The origins whose pages may show this one in a frame. */
  readonly embedOrigins: readonly string[];
  readonly secondaryQuestions: (PublicQuestion & Pick<CustomField, 'configuration'>)[];
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
> & {
  /** Which call it is, for what is read of it on demand. */
  readonly key: { readonly workspaceId: number; readonly eventCallId: number };
};

export interface BookedByInvitee {
  booking: PublicBooking;
  /** Where the event leads who booked. */
  redirectUrl: string | null;
  disqualified: null;
  /** What the token for moving and cancelling the call is made of. */
  reference: BookingReference;
  confirmation: null;
}

/** Nothing is booked before the invitee has confirmed it by the link in a mail. */
export interface HeldByInvitee {
  booking: null;
  reference: null;
  redirectUrl: null;
  disqualified: null;
  confirmation: Confirmation;
  hold: HoldReference;
}

export interface Confirmation {
  /** Until when the link works. */
  expiresAt: string;
}

/** A lead who meets a rule of the event is told this, and nothing of the rule; nothing was booked. */
export interface NotBooked {
  booking: null;
  reference: null;
  redirectUrl: null;
  disqualified: Disqualified;
  confirmation: null;
}

export interface StoredLead {
  /** Null: the lead may go on to the times. */
  disqualified: Disqualified | null;
}

const linkPrefix = text(255).describe('Booking link: `<username>/<event-name>`.');

export const publicEventInput = z.object({ linkPrefix });
export const publicEventDatesInput = z.object({ linkPrefix, ...dateRange(maxDates.invitee) });

const isReachable = [
  ({ email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined }) =>
    (email ?? phoneNumber) !== undefined,
  crossFieldRule('required', 'One of email and phoneNumber is required'),
] as const;

export const createPublicBookingInput = z
  .object({
    linkPrefix,
    ...slotFields,
    ...inviteeFields,
    utm: utm().default([]).describe('Campaign parameters.'),
  })
  .refine(...isReachable);

const { language: _, ...formFields } = inviteeFields;

export const createPublicLeadInput = z
  .object({
    linkPrefix,
    timeZone: timeZone().optional().describe("The lead's IANA time zone."),
    ...formFields,
    utm: utm().default([]).describe('Campaign parameters.'),
  })
  .refine(...isReachable);

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
export type CreatePublicLeadInput = z.output<typeof createPublicLeadInput>;
export type PublicBookingInput = z.output<typeof publicBookingInput>;
export type ReschedulePublicBookingInput = z.output<typeof reschedulePublicBookingInput>;
export type CancelPublicBookingInput = z.output<typeof cancelPublicBookingInput>;
