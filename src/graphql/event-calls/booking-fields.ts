import {
  cancelEventCallInput,
  createEventCallInput,
  rescheduleEventCallInput,
  setOutcomeInput,
} from '#src/domain/event-calls/booking.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createEventCall } from '#src/services/event-calls/book-call.ts';
import {
  type CallWithOutcome,
  cancelEventCall,
  rescheduleEventCall,
  setOutcome,
} from '#src/services/event-calls/update-event-calls.ts';
import { builder } from '../builder.ts';
import { InviteeQuestionAnswerInput, SecondaryQuestionAnswerInput } from '../custom-fields/answer-fields.ts';
import { mutation } from '../root-fields.ts';
import { UtmInput } from '../utm.ts';
import { EventCallType, LanguageEnum, NoSaleReasonEnum, SetOutcomeEnum } from './types.ts';

const { write } = recordPolicies.EventCall;

mutation('createEventCall', {
  type: EventCallType,
  description:
    'Books a call of a live event with the free host who has the highest priority, among equals the one with the fewest calls in that week, then the one who was booked for the event longest ago. A time that is taken or was never offered is an error of dateTime, with the next open times in `details.nextAvailable`. An invitee who has as many calls to come as the `maxUpcomingPerInvitee` of the event allows is an error of email, or of the field that names the contact. EVENT_NOT_FOUND for an event that is not live, NOT_FOUND for an unknown contactId.',
  access: write,
  input: {
    schema: createEventCallInput,
    description:
      'A new call: exactly one of eventId and linkPrefix, and at least one of contactId, email and phoneNumber.',
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
    'Moves a call to another open slot of its event, with its host if that one is free then. NOT_FOUND for a call that you do not see, EVENT_NOT_FOUND if its event is not live any more.',
  access: write,
  input: {
    schema: rescheduleEventCallInput,
    description: 'The new time of a call.',
    argument: 'The call, and its new time.',
  },
  rest: { method: 'PUT', path: '/eventCalls/reschedule', notFound: ['NOT_FOUND', 'EVENT_NOT_FOUND'] },
  perform: rescheduleEventCall,
});

mutation('cancelEventCall', {
  type: EventCallType,
  description:
    'Cancels a call, and so frees its time; a cancelled call stays as it is. NOT_FOUND for a call that you do not see.',
  access: write,
  input: { schema: cancelEventCallInput, description: 'The call to cancel.', argument: 'The call.' },
  rest: { method: 'PUT', path: '/eventCalls/cancel', notFound: 'NOT_FOUND' },
  perform: cancelEventCall,
});

const SetOutcomePayload = builder.objectRef<CallWithOutcome>('SetOutcomePayload').implement({
  description: 'A call with its outcome, and whether it is the first.',
  fields: (t) => ({
    eventCall: t.expose('eventCall', { type: EventCallType, description: 'The call.' }),
    created: t.exposeBoolean('created', { description: 'False when the call had an outcome before, or has none now.' }),
  }),
});

mutation('setOutcome', {
  type: SetOutcomePayload,
  description:
    'Sets the outcome of a call, at any time and of cancelled calls too; replaces it, or takes it back (200 instead of 201 in `/v1`). NOT_FOUND for a call that you do not see.',
  access: write,
  input: {
    schema: setOutcomeInput,
    description: 'The outcome of a call.',
    types: { outcome: SetOutcomeEnum, noSaleReason: NoSaleReasonEnum },
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
