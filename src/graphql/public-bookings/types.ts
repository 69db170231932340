import {
  type BookedByInvitee,
  confirmationRecord,
  type HeldByInvitee,
  type NotBooked,
  publicBookingRecord,
  publicEventRecord,
  publicInviteeQuestionRecord,
  publicQuestionRecord,
  storedLeadRecord,
} from '#src/domain/event-calls/public-booking.ts';
import { disqualifiedRecord } from '#src/domain/events/disqualification.ts';
import type { EventDates } from '#src/domain/scheduling/event-dates.ts';
import { isBookingMailHeldBack } from '#src/services/event-calls/invitee-bookings.ts';
import { builder } from '../builder.ts';
import { recordType } from '../record-types.ts';

recordType('PublicInviteeQuestion', publicInviteeQuestionRecord, { description: 'A question about the invitee.' });

recordType('PublicSecondaryQuestion', publicQuestionRecord, {
  description: 'A custom field question of the form.',
});

export const PublicEventType = recordType('PublicEvent', publicEventRecord, {
  description: 'The public part of a live event: its form.',
});

export const PublicEventDatesType = builder.objectRef<EventDates>('PublicEventDates').implement({
  description: 'The available times of a live event in a range of dates.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'The requested IANA time zone.' }),
    availabilities: t.expose('availabilities', {
      type: 'TimesByDate',
      description: 'The available times by date and HH:mm in the time zone. Dates without available times are omitted.',
    }),
    dateTimes: t.expose('dateTimes', {
      type: ['DateTime'],
      description: 'The same times as instants, ascending.',
    }),
  }),
});

export const PublicBookingType = recordType('PublicBooking', publicBookingRecord, {
  description: 'A call, as seen by its invitee.',
  others: (t) => ({
    isMailHeldBack: t.boolean({
      description:
        'True if the email to the invitee about the last change is held back because their mailbox has reached the maximum number of emails. The change itself was made.',
      resolve: (booking, _args, context) => isBookingMailHeldBack(context, booking),
    }),
  }),
});

const DisqualifiedType = recordType('Disqualified', disqualifiedRecord, {
  description: 'The response for a disqualified lead, as set in the event.',
});

const ConfirmationType = recordType('PublicBookingConfirmation', confirmationRecord, {
  description:
    'A booking that must be confirmed. Nothing is booked until the invitee opens the link in the email. Until then, others can book the time.',
});

export const CreatePublicBookingPayload = builder
  .objectRef<BookedByInvitee | HeldByInvitee | NotBooked>('CreatePublicBookingPayload')
  .implement({
    description: 'A new booking, a booking that must be confirmed, or the response for a disqualified lead.',
    fields: (t) => ({
      booking: t.field({
        type: PublicBookingType,
        nullable: true,
        description: 'The booking; null for a disqualified lead, or until the booking is confirmed.',
        resolve: ({ booking }) => booking,
      }),
      token: t.string({
        nullable: true,
        description:
          'Signed token for the links with which the invitee can reschedule and cancel the call; null if `booking` is null.',
        // Signed here, so that the stored result of an Idempotency-Key does not contain it.
        resolve: ({ reference }, _args, { bookingTokens }) => reference && bookingTokens.sign(reference),
      }),
      redirectUrl: t.string({
        nullable: true,
        description:
          "Where to redirect the invitee after booking: the event's redirect URL, with `callId`, `dateTime` and the answers that the event specifies as parameters; null if it has none.",
        resolve: ({ redirectUrl }) => redirectUrl,
      }),
      disqualified: t.field({
        type: DisqualifiedType,
        nullable: true,
        description:
          'The response for a disqualified lead, for whom nothing was booked; null if the call was booked or must be confirmed.',
        resolve: ({ disqualified }) => disqualified,
      }),
      confirmation: t.field({
        type: ConfirmationType,
        nullable: true,
        description: 'Set if the invitee must confirm the booking with the link in an email; otherwise null.',
        // A result that a node of the previous version stored does not have it.
        resolve: ({ confirmation }) => confirmation ?? null,
      }),
    }),
  });

export const CreatePublicLeadPayload = recordType('CreatePublicLeadPayload', storedLeadRecord, {
  description: "The result of sending a lead's form.",
});
