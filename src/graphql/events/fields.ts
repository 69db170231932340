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
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createEvent, deleteEvent, updateEvent, updateEventStatus } from '#src/services/events/change-events.ts';
import { getEvent, listEvents } from '#src/services/events/read-events.ts';
import { nestedTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { answerTarget, ContactStatusEnum } from '../contacts/types.ts';
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
  RuleKindEnum,
} from './types.ts';

const { read, write } = recordPolicies.Event;

query('events', {
  type: EventPageType,
  description: 'The bookable events of the workspace, by name, a page at a time.',
  access: read,
  input: eventListInput,
  enums: { status: EventStatusEnum },
  rest: { method: 'GET', path: '/events' },
  read: listEvents,
  addRelations: relationsOfPage('events', eventTarget),
});

query('event', {
  type: EventType,
  description: 'One bookable event, by exactly one of eventId and linkPrefix; EVENT_NOT_FOUND if there is none.',
  access: read,
  input: eventDetailInput,
  rest: { method: 'GET', path: '/events/detail', notFound: 'EVENT_NOT_FOUND', includes: ['customFieldAnswers'] },
  read: getEvent,
  addRelations: relationsOfRecord(eventTarget),
});

const EventPayload = builder.objectRef<{ readonly event: BookableEvent }>('EventPayload').implement({
  description: 'The event of a change.',
  fields: (t) => ({ event: t.expose('event', { type: EventType, description: 'The event.' }) }),
});

const types = {
  callType: CallTypeEnum,
  location: LocationEnum,
  status: EventStatusEnum,
  bookingFlow: BookingFlowEnum,
  bookedStatus: ContactStatusEnum,
  disqualificationRules: nestedTypeOf('DisqualificationRuleInput', disqualificationRuleInput, {
    description: 'Who is not booked: a lead meets it if one of its values does.',
    types: { kind: RuleKindEnum, questionType: QuestionTypeEnum, operator: AnswerOperatorEnum },
  }),
  hosts: nestedTypeOf('EventHostInput', eventHostInput, { description: 'A member who takes calls of an event.' }),
  reminders: nestedTypeOf('EventReminderInput', eventReminderInput, {
    description: 'A mail before each call of an event.',
    types: { recipient: MailRecipientEnum },
  }),
  inviteeQuestions: nestedTypeOf('InviteeQuestionInput', inviteeQuestionInput, {
    description: 'A question of the booking form.',
    types: { type: QuestionTypeEnum },
  }),
  secondaryQuestions: nestedTypeOf('SecondaryQuestionInput', secondaryQuestionInput, {
    description: 'A custom field on the booking form, by exactly one of customFieldId and identifier.',
  }),
};
const notFound = 'EVENT_NOT_FOUND if there is none of this id.';

mutation('createEvent', {
  type: EventPayload,
  description:
    'Creates a bookable event, for owners and admins; at most 1,000 in a workspace. Without a linkPrefix in the input, one is made from your username and the name, with a number if it is taken; a linkPrefix in the input that is taken is refused.',
  access: write,
  input: {
    schema: createEventInput,
    description: 'A new event: it needs at least one host.',
    types,
    argument: 'The event.',
  },
  rest: { method: 'POST', path: '/events', status: 201, idempotent: true, unwraps: 'event' },
  perform: async (caller, input) => ({ event: await createEvent(caller, input) }),
});

mutation('updateEvent', {
  type: EventPayload,
  description: `Changes an event, for owners and admins; ${notFound} Calls that are booked already stay as they are, except that the buffers of the event hold for them too.`,
  access: write,
  input: {
    schema: updateEventInput,
    description: 'Changes to an event. What is left out stays as it is; a list replaces the whole list.',
    types,
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/events', notFound: 'EVENT_NOT_FOUND', unwraps: 'event' },
  perform: async (caller, input) => ({ event: await updateEvent(caller, input) }),
});

mutation('updateEventStatus', {
  type: EventType,
  description: `Opens an event for booking, or closes it, for owners and admins; ${notFound} Booked calls stay.`,
  access: write,
  input: {
    schema: updateEventStatusInput,
    description: 'Which event is opened or closed.',
    types: { status: EventStatusEnum },
    argument: 'The event and its status.',
  },
  rest: { method: 'PUT', path: '/events/status', notFound: 'EVENT_NOT_FOUND' },
  perform: updateEventStatus,
});

mutation('deleteEvent', {
  type: EventPayload,
  description: `Deletes an event, for owners and admins, and returns it as it was; ${notFound} Its calls stay and keep its name, and another event may take its link.`,
  access: write,
  input: { schema: deleteEventInput, description: 'Which event is deleted.', argument: 'The event.' },
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
