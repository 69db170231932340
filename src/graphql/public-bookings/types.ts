import type {
  BookedByInvitee,
  Confirmation,
  HeldByInvitee,
  NotBooked,
  PublicBooking,
  PublicEvent,
  PublicQuestion,
  StoredLead,
} from '#src/domain/event-calls/public-booking.ts';
import type { Disqualified } from '#src/domain/events/disqualification.ts';
import type { EventDates } from '#src/domain/scheduling/event-dates.ts';
import { isBookingMailHeldBack } from '#src/services/event-calls/invitee-bookings.ts';
import { builder } from '../builder.ts';
import { CallStatusEnum, LocationEnum, QuestionTypeEnum } from '../event-calls/types.ts';
import { BookingFlowEnum } from '../events/types.ts';

const InviteeQuestionType = builder
  .objectRef<PublicEvent['inviteeQuestions'][number]>('PublicInviteeQuestion')
  .implement({
    description: 'A question about the invitee.',
    fields: (t) => ({
      statement: t.exposeString('statement', { description: 'The question.' }),
      type: t.expose('type', { type: QuestionTypeEnum, description: 'What it asks for.' }),
      required: t.exposeBoolean('required', { description: 'Whether it must be answered.' }),
    }),
  });

const SecondaryQuestionType = builder.objectRef<PublicQuestion>('PublicSecondaryQuestion').implement({
  description: 'Another question of the form.',
  fields: (t) => ({
    identifier: t.exposeString('identifier', { description: 'Names the question in `secondaryQuestionsAnswer`.' }),
    name: t.exposeString('name', { description: 'The question.' }),
    description: t.exposeString('description', { nullable: true, description: 'An explanation.' }),
    inputType: t.exposeString('inputType', { description: 'How it is answered.' }),
    required: t.exposeBoolean('required', { description: 'Whether it must be answered.' }),
    options: t.exposeStringList('options', { description: 'What can be chosen, if it is a choice.' }),
  }),
});

export const PublicEventType = builder.objectRef<PublicEvent>('PublicEvent').implement({
  description: 'What anyone may know of a live event: its form.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What invitees read about it.' }),
    linkPrefix: t.exposeString('linkPrefix', { description: 'Booking link: `<username>/<event-name>`.' }),
    duration: t.exposeInt('duration', { description: 'Minutes of a call.' }),
    location: t.expose('location', { type: LocationEnum, description: 'Where the calls are held.' }),
    bookingFlow: t.expose('bookingFlow', {
      type: BookingFlowEnum,
      description: 'Whether the time comes first, or the form, which `createPublicLead` sends.',
    }),
    inviteeQuestions: t.expose('inviteeQuestions', {
      type: [InviteeQuestionType],
      description: 'The questions about the invitee, in order.',
    }),
    secondaryQuestions: t.expose('secondaryQuestions', {
      type: [SecondaryQuestionType],
      description: 'The other questions, in order.',
    }),
  }),
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

export const PublicBookingType = builder.objectRef<PublicBooking>('PublicBooking').implement({
  description: 'A call as its invitee sees it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the event.' }),
    linkPrefix: t.exposeString('linkPrefix', { description: 'Booking link of the event.' }),
    status: t.expose('status', { type: CallStatusEnum, description: 'Status.' }),
    dateTime: t.expose('dateTime', { type: 'DateTime', description: 'When it begins.' }),
    endTime: t.expose('endTime', { type: 'DateTime', description: 'When it ends.' }),
    duration: t.exposeInt('duration', { description: 'Minutes.' }),
    timeZone: t.exposeString('timeZone', { description: "The invitee's IANA time zone." }),
    inviteeName: t.exposeString('inviteeName', { description: "The invitee's name, as the form was filled in." }),
    inviteeEmail: t.exposeString('inviteeEmail', { nullable: true, description: "The invitee's e-mail address." }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: "The invitee's phone number." }),
    location: t.expose('location', { type: LocationEnum, description: 'Where it is held.' }),
    locationLink: t.exposeString('locationLink', { nullable: true, description: 'Link or address of the place.' }),
    isMailHeldBack: t.boolean({
      description:
        'The mail to the invitee about the last change waits, because their mailbox got as many mails as it may get. The change is made.',
      resolve: (booking, _args, context) => isBookingMailHeldBack(context, booking),
    }),
  }),
});

const DisqualifiedType = builder.objectRef<Disqualified>('Disqualified').implement({
  description: 'What a lead is told who is not booked, as the event has it.',
  fields: (t) => ({
    message: t.exposeString('message', { nullable: true, description: 'A text for the lead.' }),
    url: t.exposeString('url', { nullable: true, description: 'Where the lead is led.' }),
  }),
});

const ConfirmationType = builder.objectRef<Confirmation>('PublicBookingConfirmation').implement({
  description:
    'Nothing is booked yet: the invitee has been sent a mail, whose link books the call. Meanwhile the time stays open for others.',
  fields: (t) => ({
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the link works.' }),
  }),
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
        // Made here, so that the stored result of an Idempotency-Key does not have it.
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
        // The stored result of a node of the version before has none.
        resolve: ({ confirmation }) => confirmation ?? null,
      }),
    }),
  });

export const CreatePublicLeadPayload = builder.objectRef<StoredLead>('CreatePublicLeadPayload').implement({
  description: 'What follows for a lead who has sent the form.',
  fields: (t) => ({
    disqualified: t.expose('disqualified', {
      type: DisqualifiedType,
      nullable: true,
      description: 'What the lead is told who is not to book; null: the lead goes on to the times.',
    }),
  }),
});
