import {
  cancelEventCallInput,
  createEventCallInput,
  rescheduleEventCallInput,
  setOutcomeInput,
  updateEventCallGuestsInput,
} from '#src/domain/event-calls/booking.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createEventCall } from '#src/services/event-calls/book-call.ts';
import { rescheduleEventCall } from '#src/services/event-calls/move-call.ts';
import { type CallWithOutcome, cancelEventCall, setOutcome } from '#src/services/event-calls/update-event-calls.ts';
import { updateEventCallGuests } from '#src/services/event-calls/update-guests.ts';
import { builder } from '../builder.ts';
import { InviteeQuestionAnswerInput, SecondaryQuestionAnswerInput } from '../custom-fields/answer-fields.ts';
import { mutation } from '../root-fields.ts';
import { UtmInput } from '../utm.ts';
import { EventCallType, LanguageEnum, NoSaleReasonEnum, ObjectionKindEnum, SetOutcomeEnum } from './types.ts';

const { write } = recordPolicies.EventCall;

mutation('createEventCall', {
  type: EventCallType,
  description:
    'Books a call of a live event. The host is the available host with the highest priority; ties go to the host with the fewest calls in that week, then to the host who was booked for the event longest ago. A time that is taken or was never offered is an error of dateTime, with the next available times in `details.nextAvailable`. If the invitee has reached the `maxUpcomingPerInvitee` of the event, email or the field that names the contact has an error. EVENT_NOT_FOUND if the event is not live, NOT_FOUND for an unknown contactId.',
  access: write,
  changes: ['eventCalls', 'eventDates', 'contacts', 'contactBoard', 'contact'],
  input: {
    schema: createEventCallInput,
    description:
      'A new call. Exactly one of eventId and linkPrefix is required, and at least one of contactId, email and phoneNumber.',
    types: {
      utm: UtmInput,
      language: LanguageEnum,
      inviteeQuestionAnswers: InviteeQuestionAnswerInput,
      secondaryQuestionsAnswer: SecondaryQuestionAnswerInput,
    },
    argument: 'The call.',
  },
  rest: {
    method: 'POST',
    path: '/eventCalls',
    status: 201,
    idempotent: true,
    notFound: ['EVENT_NOT_FOUND', 'NOT_FOUND'],
  },
  perform: createEventCall,
});

mutation('rescheduleEventCall', {
  type: EventCallType,
  description:
    'Reschedules a call to another open slot of its event, or gives it to another host of the event at the same time or at another. Without userId, it keeps its host if the host is available then. NOT_FOUND if the call does not exist or you cannot see it. EVENT_NOT_FOUND if its event is no longer live.',
  access: write,
  changes: ['eventCalls', 'eventDates'],
  input: {
    schema: rescheduleEventCallInput,
    description: 'The new time or the new host of a call.',
    argument: 'The call, and its new time or host.',
  },
  rest: { method: 'PUT', path: '/eventCalls/reschedule', notFound: ['NOT_FOUND', 'EVENT_NOT_FOUND'] },
  perform: rescheduleEventCall,
});

mutation('cancelEventCall', {
  type: EventCallType,
  description:
    'Cancels a call, which makes its time available again. Cancelling a call again has no effect. NOT_FOUND if the call does not exist or you cannot see it.',
  access: write,
  input: { schema: cancelEventCallInput, description: 'The call to cancel.', argument: 'The call.' },
  rest: { method: 'PUT', path: '/eventCalls/cancel', notFound: 'NOT_FOUND' },
  perform: cancelEventCall,
});

mutation('updateEventCallGuests', {
  type: EventCallType,
  description:
    'Replaces the guests of a call until it ends. Guests who are added get an invitation, those who are removed a cancellation; nobody else gets an email. The same guests again have no effect. NOT_FOUND if the call does not exist or you cannot see it.',
  access: write,
  input: {
    schema: updateEventCallGuestsInput,
    description: 'The guests of a call.',
    argument: 'The call, and all of its guests.',
  },
  rest: { method: 'PUT', path: '/eventCalls/guests', notFound: 'NOT_FOUND' },
  perform: updateEventCallGuests,
});

const SetOutcomePayload = builder.objectRef<CallWithOutcome>('SetOutcomePayload').implement({
  description: 'A call with its outcome, and whether the outcome is its first.',
  fields: (t) => ({
    eventCall: t.expose('eventCall', { type: EventCallType, description: 'The call.' }),
    created: t.exposeBoolean('created', {
      description: 'True if the call had no outcome before; false if an outcome was replaced or removed.',
    }),
  }),
});

mutation('setOutcome', {
  type: SetOutcomePayload,
  description:
    'Sets, replaces or removes the outcome of a call, at any time and also for cancelled calls (in `/v1`, 201 for a first outcome, otherwise 200). If the outcome is not the expectedOutcome, the error of outcome names the current one and who set it. NOT_FOUND if the call does not exist or you cannot see it.',
  access: write,
  // The history of the call has the outcome too.
  changes: ['eventCalls', 'eventCall'],
  input: {
    schema: setOutcomeInput,
    description: 'The outcome of a call.',
    types: {
      outcome: SetOutcomeEnum,
      noSaleReason: NoSaleReasonEnum,
      objectionKind: ObjectionKindEnum,
      expectedOutcome: SetOutcomeEnum,
    },
    argument: 'The outcome.',
  },
  rest: {
    method: 'POST',
    path: '/outcomes',
    status: 201,
    idempotent: true,
    notFound: 'NOT_FOUND',
    respond: (value) => {
      const { eventCall, created } = value as CallWithOutcome;
      return { status: created ? 201 : 200, data: eventCall };
    },
  },
  perform: setOutcome,
});
