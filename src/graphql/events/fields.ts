import { eventParts } from '#src/db/reads/events.ts';
import { type BookableEvent, eventDetailInput, eventListInput } from '#src/domain/events/event.ts';
import {
  createEventInput,
  deleteEventInput,
  eventHostInput,
  eventReminderInput,
  inviteeQuestionInput,
  secondaryQuestionInput,
  updateEventInput,
  updateEventStatusInput,
} from '#src/domain/events/input.ts';
import { disqualificationRuleInput } from '#src/domain/events/lead-input.ts';
import { whyDisqualifiedInput } from '#src/domain/events/why-disqualified.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createEvent, deleteEvent, updateEvent, updateEventStatus } from '#src/services/events/change-events.ts';
import { getEvent, listEvents } from '#src/services/events/read-events.ts';
import { explainDisqualified } from '#src/services/events/why-disqualified.ts';
import { nestedTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { answerTarget, ContactStatusEnum } from '../contacts/types.ts';
import { InviteeQuestionAnswerInput, SecondaryQuestionAnswerInput } from '../custom-fields/answer-fields.ts';
import { customFieldTarget } from '../custom-fields/types.ts';
import { CallTypeEnum, eventCallTarget, LocationEnum, QuestionTypeEnum } from '../event-calls/types.ts';
import { memberTarget } from '../members/types.ts';
import { MailRecipientEnum } from '../notifications/enums.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, relationsOfPage, relationsOfRecord } from '../root-fields.ts';
import {
  AnswerOperatorEnum,
  BookingFlowEnum,
  EventPageType,
  EventStatusEnum,
  EventType,
  eventTarget,
  MetRuleType,
  RuleKindEnum,
} from './types.ts';

const { read, write } = recordPolicies.Event;

query('events', {
  type: EventPageType,
  description: 'The bookable events of the workspace, paginated, sorted by name.',
  access: read,
  input: eventListInput,
  types: { status: EventStatusEnum },
  rest: { method: 'GET', path: '/events' },
  read: listEvents,
  addRelations: relationsOfPage('events', eventTarget),
});

query('event', {
  type: EventType,
  description: 'One bookable event by exactly one of eventId and linkPrefix. EVENT_NOT_FOUND if it does not exist.',
  access: read,
  input: eventDetailInput,
  rest: { method: 'GET', path: '/events/detail', notFound: 'EVENT_NOT_FOUND', includes: ['customFieldAnswers'] },
  read: getEvent,
  addRelations: relationsOfRecord(eventTarget),
});

const EventPayload = builder.objectRef<{ readonly event: BookableEvent }>('EventPayload').implement({
  description: 'The result of a change to an event.',
  fields: (t) => ({ event: t.expose('event', { type: EventType, description: 'The event.' }) }),
});

const types = {
  callType: CallTypeEnum,
  location: LocationEnum,
  status: EventStatusEnum,
  bookingFlow: BookingFlowEnum,
  bookedStatus: ContactStatusEnum,
  disqualificationRules: nestedTypeOf('DisqualificationRuleInput', disqualificationRuleInput, {
    description: 'A disqualification rule. A lead matches it if one of its values matches.',
    types: { kind: RuleKindEnum, questionType: QuestionTypeEnum, operator: AnswerOperatorEnum },
  }),
  hosts: nestedTypeOf('EventHostInput', eventHostInput, { description: 'A member who hosts calls of an event.' }),
  reminders: nestedTypeOf('EventReminderInput', eventReminderInput, {
    description: 'A reminder email before each call of an event.',
    types: { recipient: MailRecipientEnum },
  }),
  inviteeQuestions: nestedTypeOf('InviteeQuestionInput', inviteeQuestionInput, {
    description: 'A question of the booking form.',
    types: { type: QuestionTypeEnum },
  }),
  secondaryQuestions: nestedTypeOf('SecondaryQuestionInput', secondaryQuestionInput, {
    description: 'A custom field on the booking form. Exactly one of customFieldId and identifier is required.',
  }),
};
const notFound = 'EVENT_NOT_FOUND if it does not exist.';

query('whyDisqualified', {
  type: MetRuleType,
  description: `The first disqualification rule that a lead with these answers meets; null if the lead can book. Nothing is stored, and answers that the form requires may be missing. Only for owners and admins; FORBIDDEN otherwise. ${notFound}`,
  access: read,
  input: whyDisqualifiedInput,
  types: {
    inviteeQuestionAnswers: InviteeQuestionAnswerInput,
    secondaryQuestionsAnswer: SecondaryQuestionAnswerInput,
    disqualificationRules: types.disqualificationRules,
  },
  read: explainDisqualified,
});

mutation('createEvent', {
  type: EventPayload,
  description:
    'Creates a bookable event. Only for owners and admins. A workspace can have at most 1,000 events. If no linkPrefix is given, one is made from your username and the name, with a number appended if it is taken. A given linkPrefix that is taken is an error.',
  access: write,
  input: {
    schema: createEventInput,
    description: 'A new event. It needs at least one host.',
    types,
    argument: 'The event.',
  },
  rest: { method: 'POST', path: '/events', status: 201, idempotent: true, unwraps: 'event' },
  perform: async (caller, input) => ({ event: await createEvent(caller, input) }),
});

mutation('updateEvent', {
  type: EventPayload,
  description: `Changes an event. Only for owners and admins. ${notFound} Booked calls do not change, except that the buffers of the event apply to them too.`,
  access: write,
  changes: ['events', 'previewMail', 'eventDates', 'whyUnavailable', 'whyDisqualified'],
  input: {
    schema: updateEventInput,
    description: 'Changes to an event. Omitted fields stay as they are; a list replaces the whole list.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/events', notFound: 'EVENT_NOT_FOUND', unwraps: 'event' },
  perform: async (caller, input) => ({ event: await updateEvent(caller, input) }),
});

mutation('updateEventStatus', {
  type: EventType,
  description: `Activates an event for booking, or deactivates it. Only for owners and admins. ${notFound} Booked calls stay.`,
  access: write,
  // The row stays in a list of open events, where this can be undone.
  changes: ['eventDates', 'whyUnavailable'],
  input: {
    schema: updateEventStatusInput,
    description: 'The event to activate or deactivate.',
    types: { status: EventStatusEnum },
    argument: 'The event and its new status.',
  },
  rest: { method: 'PUT', path: '/events/status', notFound: 'EVENT_NOT_FOUND' },
  perform: updateEventStatus,
});

mutation('deleteEvent', {
  type: EventPayload,
  description: `Deletes an event and returns its last state. Only for owners and admins. ${notFound} Its calls stay and keep its name, and another event can take its link.`,
  access: write,
  input: { schema: deleteEventInput, description: 'The event to delete.', argument: 'The event.' },
  rest: { method: 'DELETE', path: '/events', notFound: 'EVENT_NOT_FOUND', unwraps: 'event' },
  perform: async (caller, input) => ({ event: await deleteEvent(caller, input) }),
  deletes: eventTarget,
  deletedField: 'event',
});

addRelationFields(EventType, {
  hostMembers: {
    many: memberTarget,
    relation: 'hostings',
    through: 'membership',
    orderBy: eventParts.hostings.orderBy,
    description: 'Its hosts as members of the workspace, highest priority first.',
  },
  customFields: {
    many: customFieldTarget,
    relation: 'askedFields',
    through: 'customField',
    orderBy: eventParts.askedFields.orderBy,
    description: 'The custom fields of its booking form, in order.',
  },
  eventCalls: { many: eventCallTarget, description: 'Its calls, newest first.' },
  customFieldAnswers: {
    many: answerTarget('EventAnswer', "An event's answer to a custom field."),
    relation: 'answers',
    isWhole: true,
    description: 'Answers to custom fields.',
  },
});
