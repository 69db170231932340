import { z } from 'zod';
import { referrer, utm } from '#src/domain/contacts/contact.ts';
import type { CustomField } from '#src/domain/custom-fields/custom-field.ts';
import { type Disqualified, disqualifiedRecord } from '#src/domain/events/disqualification.ts';
import { bookingFlows } from '#src/domain/events/event.ts';
import { crossFieldRule, text, timeZone } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { dateRange, maxDates } from '#src/domain/scheduling/event-dates.ts';
import type { Brand } from '../workspaces/brand.ts';
import { bookedGuests, inviteeFields, newDateTime, reason, slotFields } from './booking.ts';
import type { HoldReference } from './booking-hold.ts';
import type { BookingReference } from './booking-token.ts';
import { callStatuses, eventLocations, questionTypes } from './event-call.ts';

export const publicInviteeQuestionRecord = {
  statement: field.string('The question.'),
  type: field.oneOf(questionTypes, 'What the question asks for.'),
  required: field.boolean('True if an answer is required.'),
};

export const publicQuestionRecord = {
  identifier: field.string('Identifier of the question in `secondaryQuestionsAnswer`.'),
  name: field.string('The question.'),
  description: field.string('Help text.').nullable(),
  inputType: field.string('Input type: how the question is answered.'),
  required: field.boolean('True if an answer is required.'),
  options: field.strings('The options of a question with a choice of options.'),
};
export interface PublicQuestion extends RecordOf<typeof publicQuestionRecord> {}

/** The public fields of a live event: enough to fill in its form. */
export const publicEventRecord = {
  name: field.string('Name of the event.'),
  description: field.string('Description that invitees see.').nullable(),
  linkPrefix: field.string('Booking link: `<username>/<event-name>`.'),
  duration: field.int('Duration of a call in minutes.'),
  location: field.oneOf(eventLocations, 'Where the calls take place.'),
  bookingFlow: field.oneOf(
    bookingFlows,
    'Order of the booking page: time first, or form first. `createPublicLead` sends the form.',
  ),
  inviteeQuestions: field.objects(publicInviteeQuestionRecord, 'The questions about the invitee, in order.'),
  secondaryQuestions: field.objects(publicQuestionRecord, 'The other questions, in order.'),
};
export interface PublicEvent extends RecordOf<typeof publicEventRecord> {}

/** A live event as the booking page shows it, with what the page needs to offer its times. */
export interface BookingPageEvent extends PublicEvent {
  readonly id: number;
  readonly workspaceId: number;
  readonly brand: Brand;
  readonly sendsMail: boolean;
  /** The name of the host, if there is only one. */
  readonly hostName: string | null;
  /** The path of that host's picture; null if there is none. */
  readonly hostPicture: string | null;
  /** The time zone of the first host's schedule. */
  readonly timeZone: string;
  /** Days from today to the last time; null for no end. */
  readonly bookingWindow: number | null;
  /** The origins that may embed the page in a frame. */
  readonly embedOrigins: readonly string[];
  readonly secondaryQuestions: (PublicQuestion &
    Pick<CustomField, 'configuration'> & {
      /** True for a check box with one option, archived ones included: the sentence that people agree to. */
      readonly isConsent: boolean;
    })[];
}

/** A call as its invitee sees it: their own input, the time and the place. */
export const publicBookingRecord = {
  name: field.string('Name of the event.'),
  linkPrefix: field.string('Booking link of the event.'),
  status: field.oneOf(callStatuses, 'Status of the call.'),
  dateTime: field.dateTime('Start of the call.'),
  endTime: field.dateTime('End of the call.'),
  duration: field.int('Duration in minutes.'),
  timeZone: field.string("The invitee's IANA time zone."),
  inviteeName: field.string("The invitee's name, as entered in the form."),
  inviteeEmail: field.string("The invitee's email address.").nullable(),
  phoneNumber: field.string("The invitee's phone number.").nullable(),
  guests: field.strings('Email addresses of the guests.'),
  location: field.oneOf(eventLocations, 'Where the call takes place.'),
  locationLink: field.string('Link or address for the call.').nullable(),
  isMailHeldBack: field.inGraph(),
  /** Identifies the call for the fields that are read on demand. */
  key: field.internal<{ readonly workspaceId: number; readonly eventCallId: number }>(),
};
export interface PublicBooking extends RecordOf<typeof publicBookingRecord> {}

export interface BookedByInvitee {
  booking: PublicBooking;
  /** Where the event redirects an invitee who booked. */
  redirectUrl: string | null;
  disqualified: null;
  /** The contents of the token for moving and cancelling the call. */
  reference: BookingReference;
  confirmation: null;
}

/** Nothing is booked until the invitee confirms by the link in a mail. */
export interface HeldByInvitee {
  booking: null;
  reference: null;
  redirectUrl: null;
  disqualified: null;
  confirmation: Confirmation;
  hold: HoldReference;
}

export const confirmationRecord = {
  expiresAt: field.dateTime('When the link expires.'),
};
export interface Confirmation extends RecordOf<typeof confirmationRecord> {}

/** The response to a lead who meets a rule of the event: nothing was booked. It reveals nothing about the rule. */
export interface NotBooked {
  booking: null;
  reference: null;
  redirectUrl: null;
  disqualified: Disqualified;
  confirmation: null;
}

export const storedLeadRecord = {
  disqualified: field
    .object(disqualifiedRecord, 'The response for a disqualified lead; null if the lead may continue to the times.')
    .nullable(),
};
export interface StoredLead extends RecordOf<typeof storedLeadRecord> {}

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
    ...bookedGuests,
    utm: utm().default([]).describe('Campaign parameters.'),
    referrer: referrer(),
  })
  .refine(...isReachable);

const { language: _, ...formFields } = inviteeFields;

export const createPublicLeadInput = z
  .object({
    linkPrefix,
    timeZone: timeZone().optional().describe("The lead's IANA time zone."),
    ...formFields,
    utm: utm().default([]).describe('Campaign parameters.'),
    referrer: referrer(),
  })
  .refine(...isReachable);

const token = text(200).describe('The token of the booking.');

export const publicBookingInput = z.object({ token });

export const reschedulePublicBookingInput = z.object({
  token,
  dateTime: newDateTime(),
  timeZone: timeZone().optional().describe("The invitee's IANA time zone. Default: the time zone of the booking."),
  rescheduleReason: reason('Reason for rescheduling.'),
});

export const cancelPublicBookingInput = z.object({ token, cancelReason: reason('Reason for the cancellation.') });

export type PublicEventInput = z.output<typeof publicEventInput>;
export type PublicEventDatesInput = z.output<typeof publicEventDatesInput>;
export type CreatePublicBookingInput = z.output<typeof createPublicBookingInput>;
export type CreatePublicLeadInput = z.output<typeof createPublicLeadInput>;
export type PublicBookingInput = z.output<typeof publicBookingInput>;
export type ReschedulePublicBookingInput = z.output<typeof reschedulePublicBookingInput>;
export type CancelPublicBookingInput = z.output<typeof cancelPublicBookingInput>;
