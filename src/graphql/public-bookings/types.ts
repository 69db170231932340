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
  description: 'Another question of the form.',
});

export const PublicEventType = recordType('PublicEvent', publicEventRecord, {
  description: 'What anyone may know of a live event: its form.',
});

export const PublicEventDatesType = builder.objectRef<EventDates>('PublicEventDates').implement({
  description: 'The open times of a live event in a range of dates.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'The requested IANA time zone.' }),
    availabilities: t.expose('availabilities', {
      type: 'TimesByDate',
      description: 'The open times by date and HH:mm in the time zone; dates without any are left out.',
    }),
    dateTimes: t.expose('dateTimes', {
      type: ['DateTime'],
      description: 'The same open times as instants, ascending.',
    }),
  }),
});

export const PublicBookingType = recordType('PublicBooking', publicBookingRecord, {
  description: 'A call as its invitee sees it.',
  others: (t) => ({
    isMailHeldBack: t.boolean({
      description:
        'The mail to the invitee about the last change waits, because their mailbox got as many mails as it may get. The change is made.',
      resolve: (booking, _args, context) => isBookingMailHeldBack(context, booking),
    }),
  }),
});

const DisqualifiedType = recordType('Disqualified', disqualifiedRecord, {
  description: 'What a lead is told who is not booked, as the event has it.',
});

const ConfirmationType = recordType('PublicBookingConfirmation', confirmationRecord, {
  description:
    'Nothing is booked yet: the invitee has been sent a mail, whose link books the call. Meanwhile the time stays open for others.',
});

export const CreatePublicBookingPayload = builder
  .objectRef<BookedByInvitee | HeldByInvitee | NotBooked>('CreatePublicBookingPayload')
  .implement({
    description: 'A new booking, one that is to be confirmed, or what a lead is told who is not booked.',
    fields: (t) => ({
      booking: t.field({
        type: PublicBookingType,
        nullable: true,
        description: 'The booking; null for a disqualified lead, and before it is confirmed.',
        resolve: ({ booking }) => booking,
      }),
      token: t.string({
        nullable: true,
        description:
          'Signed; belongs into the links by which the invitee moves and cancels the call; null where `booking` is.',
        // Signed here, so that the stored result of an Idempotency-Key does not contain it.
        resolve: ({ reference }, _args, { bookingTokens }) => reference && bookingTokens.sign(reference),
      }),
      redirectUrl: t.string({
        nullable: true,
        description:
          "Where the event leads who booked: its own link, with `callId`, `dateTime` and the answers that the event names as parameters. The invitee's page may go there.",
        resolve: ({ redirectUrl }) => redirectUrl,
      }),
      disqualified: t.field({
        type: DisqualifiedType,
        nullable: true,
        description:
          'Nothing was booked, and this is what the lead is told; null where the call was booked or is to be confirmed.',
        resolve: ({ disqualified }) => disqualified,
      }),
      confirmation: t.field({
        type: ConfirmationType,
        nullable: true,
        description: 'The booking is to be confirmed by the link in a mail to the invitee; null where it is not.',
        // A result that a node of the previous version stored does not have it.
        resolve: ({ confirmation }) => confirmation ?? null,
      }),
    }),
  });

export const CreatePublicLeadPayload = recordType('CreatePublicLeadPayload', storedLeadRecord, {
  description: 'What follows for a lead who has sent the form.',
});
