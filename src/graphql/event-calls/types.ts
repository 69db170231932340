import { eventCallOfRow, eventCallParts } from '#src/db/reads/event-calls/record.ts';
import {
  callStatuses,
  callTypes,
  type EventCall,
  eventLocations,
  eventTypes,
  noSaleReasons,
  orderColumns,
  outcomes,
  questionTypes,
  setOutcomes,
  statusTypes,
} from '#src/domain/event-calls/event-call.ts';
import { languages } from '#src/domain/languages/language.ts';
import { orderDirections } from '#src/domain/list-input.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { oneOf } from '../relations/relation-fields.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import { memberTarget } from '../users/types.ts';
import { UtmType } from '../utm.ts';

export const CallTypeEnum = enumType('CallType', callTypes, 'What a call is for.');
export const OutcomeEnum = enumType(
  'CallOutcome',
  outcomes,
  'The outcome of a call. PENDING (not yet over) and PENDING_OUTCOME (over) follow from the clock where nothing is set and the call is not cancelled.',
);
export const SetOutcomeEnum = enumType('SetCallOutcome', setOutcomes, 'The outcomes that members set.');
export const StatusTypeEnum = enumType('EventCallStatusType', statusTypes, 'The status of a call, as a filter.');
export const EventTypeEnum = enumType('EventType', eventTypes, 'Whether the end of a call has come.');
export const OrderColumnEnum = enumType('EventCallOrderColumn', orderColumns, 'What calls can be sorted by.');
export const OrderByEnum = enumType('OrderBy', orderDirections, 'Sort direction.');
export const LocationEnum = enumType('EventLocation', eventLocations, 'Where a call is held.');
export const QuestionTypeEnum = enumType('InviteeQuestionType', questionTypes, 'What an invitee question asks for.');
export const CallStatusEnum = enumType('CallStatus', callStatuses, 'The status of a call.');
export const LanguageEnum = enumType('Language', languages, 'A language of the pages and e-mails of invitees.');
export const NoSaleReasonEnum = enumType('NoSaleReason', noSaleReasons, 'Why nothing was sold.');

/** What a call holds of its closer and setter. */
const embeddedFields = ['id', 'firstName', 'lastName', 'email'];
const scopeOfMore = 'More than id, names and e-mail needs users:read.';

const QuestionType = builder.objectRef<EventCall['questions'][number]>('CallQuestion').implement({
  description: 'A question that the invitee answered when booking.',
  fields: (t) => ({
    statement: t.exposeString('statement', { description: 'The question.' }),
    type: t.expose('type', { type: QuestionTypeEnum, description: 'What it asks for.' }),
    answer: t.exposeString('answer', { description: 'The answer.' }),
  }),
});

const SecondaryAnswerType = builder.objectRef<EventCall['secondaryAnswers'][number]>('CallSecondaryAnswer').implement({
  description: "The call's answer to a custom field.",
  fields: (t) => ({
    customFieldId: t.exposeInt('customFieldId', { description: 'Custom field id.' }),
    identifier: t.exposeString('identifier', { description: 'Custom field identifier.' }),
    answer: t.exposeStringList('answer', { description: 'The answer; one item for single-valued fields.' }),
    optionIds: t.exposeIntList('optionIds', {
      description: 'Ids of the options in the answer, in its order; none for a field without options.',
    }),
  }),
});

export const EventCallType = builder.prismaObject('EventCall', {
  findUnique: byId,
  description: 'A booked call.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Call id.' }),
    previewId: t.exposeString('previewId', { description: 'Public id, `call_…`.' }),
    eventId: t.exposeInt('eventId', { description: 'Id of the event (template) that was booked.' }),
    name: t.exposeString('name', { description: 'Name of the event.' }),
    linkPrefix: t.exposeString('linkPrefix', { description: 'Booking link of the event: `<username>/<event-name>`.' }),
    callType: t.expose('callType', { type: CallTypeEnum, description: 'Type of the event.' }),
    status: t.expose('status', { type: CallStatusEnum, description: 'Status.' }),
    eventType: t.expose('eventType', {
      type: EventTypeEnum,
      description: 'PAST once its end has come, else UPCOMING.',
    }),
    dateTime: t.expose('dateTime', { type: 'DateTime', description: 'Start.' }),
    endTime: t.expose('endTime', { type: 'DateTime', description: 'End.' }),
    duration: t.exposeInt('duration', { description: 'Minutes.' }),
    timeZone: t.exposeString('timeZone', { description: "The invitee's IANA time zone." }),
    contactId: t.exposeInt('contactId', {
      nullable: true,
      description: 'Contact id; null where the contact was erased.',
    }),
    inviteeName: t.exposeString('inviteeName', { description: "The invitee's name, as entered when booking." }),
    inviteeEmail: t.exposeString('inviteeEmail', { nullable: true, description: "The invitee's e-mail address." }),
    phoneNumber: t.exposeString('phoneNumber', { nullable: true, description: "The invitee's phone number, E.164." }),
    userId: t.exposeInt('userId', { description: 'User id of the closer, who hosts the call.' }),
    closer: oneOf(t, memberTarget, {
      relation: 'closerMember',
      embeddedFields,
      isRequired: true,
      description: `The closer. ${scopeOfMore}`,
    }),
    setterId: t.exposeInt('setterId', { nullable: true, description: 'User id of the setter.' }),
    setter: oneOf(t, memberTarget, {
      relation: 'setterMember',
      embeddedFields,
      description: `The setter. ${scopeOfMore}`,
    }),
    outcome: t.expose('outcome', {
      type: OutcomeEnum,
      nullable: true,
      description: 'Outcome; null of a cancelled call that has none.',
    }),
    noSaleReason: t.expose('noSaleReason', {
      type: NoSaleReasonEnum,
      nullable: true,
      description: 'Why nothing was sold.',
    }),
    objection: t.exposeString('objection', { nullable: true, description: "The invitee's objection." }),
    notes: t.exposeString('notes', { nullable: true, description: 'Notes of the team.' }),
    cancelReason: t.exposeString('cancelReason', { nullable: true, description: 'Why it was cancelled.' }),
    rescheduleReason: t.exposeString('rescheduleReason', { nullable: true, description: 'Why it was rescheduled.' }),
    location: t.expose('location', { type: LocationEnum, description: 'Where it is held.' }),
    locationLink: t.exposeString('locationLink', { nullable: true, description: 'Link or address of the place.' }),
    questions: t.expose('questions', { type: [QuestionType], description: "The invitee's answers." }),
    secondaryAnswers: t.expose('secondaryAnswers', {
      type: [SecondaryAnswerType],
      description: 'Answers to custom fields.',
    }),
    utm: t.expose('utm', { type: [UtmType], description: 'Campaign parameters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was booked.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const EventCallPageType = pageType('eventCalls', EventCallType, {
  of: 'calls',
  count: 'All calls that match. More pages exist when (page + 1) * limit < count.',
});

export const eventCallTarget: RelationTarget<Parameters<typeof eventCallOfRow>[0]> = {
  type: EventCallType,
  record: 'EventCall',
  model: 'eventCall',
  include: eventCallParts,
  toRecord: eventCallOfRow,
  orderBy: [{ dateTime: 'desc' }, { id: 'desc' }],
};
