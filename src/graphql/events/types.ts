import { eventOfRow, eventParts } from '#src/db/reads/events.ts';
import { bookingPath, qrCodePath } from '#src/domain/events/booking-addresses.ts';
import { answerOperators, type DisqualificationRule, ruleKinds } from '#src/domain/events/disqualification.ts';
import {
  bookingFlows,
  type EventHost,
  type EventQuestion,
  type EventSecondaryQuestion,
  eventStatuses,
} from '#src/domain/events/event.ts';
import type { EventReminder } from '#src/domain/notifications/notification.ts';
import { builder, enumType } from '../builder.ts';
import { ContactStatusEnum } from '../contacts/types.ts';
import { CallTypeEnum, LocationEnum, QuestionTypeEnum } from '../event-calls/types.ts';
import { MailRecipientEnum } from '../notifications/enums.ts';
import { pageType } from '../page-type.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const EventStatusEnum = enumType('EventStatus', eventStatuses, 'Whether an event can be booked.');

export const BookingFlowEnum = enumType(
  'BookingFlow',
  bookingFlows,
  'TIME_FIRST: invitees choose a time, then fill in the form. FORM_FIRST: the form comes before the times.',
);
export const RuleKindEnum = enumType(
  'DisqualificationRuleKind',
  ruleKinds,
  'What a rule of disqualification looks at.',
);
export const AnswerOperatorEnum = enumType(
  'AnswerOperator',
  answerOperators,
  'EQUALS: an answer is one of the values. CONTAINS: it has one of them in it.',
);

const RuleType = builder.objectRef<DisqualificationRule>('DisqualificationRule').implement({
  description: 'Who is not booked: a lead meets it if one of its values does.',
  fields: (t) => ({
    kind: t.expose('kind', { type: RuleKindEnum, description: 'What it looks at.' }),
    questionType: t.expose('questionType', {
      type: QuestionTypeEnum,
      nullable: true,
      description: 'ANSWER: it looks at what answers to invitee questions of this type say.',
    }),
    customFieldId: t.exposeInt('customFieldId', {
      nullable: true,
      description: 'ANSWER: it looks at the answer to this custom field. Of a field that was deleted, nobody meets it.',
    }),
    operator: t.expose('operator', {
      type: AnswerOperatorEnum,
      nullable: true,
      description: 'ANSWER: how it compares.',
    }),
    values: t.exposeStringList('values', {
      description: 'Texts of ANSWER, ISO 3166-1 alpha-2 codes of PHONE_COUNTRY, domains of EMAIL_DOMAIN.',
    }),
  }),
});

const HostType = builder.objectRef<EventHost>('EventHost').implement({
  description: 'A member who takes calls of an event.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'User id.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    priority: t.exposeInt('priority', { description: 'The free host with the highest priority gets the call.' }),
    scheduleId: t.exposeInt('scheduleId', {
      description: 'Id of the availability schedule that holds for this event.',
    }),
  }),
});

const QuestionType = builder.objectRef<EventQuestion>('InviteeQuestion').implement({
  description: 'A question that the booking form asks.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Question id.' }),
    statement: t.exposeString('statement', { description: 'The question.' }),
    type: t.expose('type', { type: QuestionTypeEnum, description: 'What it asks for.' }),
    required: t.exposeBoolean('required', { description: 'Whether it must be answered.' }),
    displayIndex: t.exposeInt('displayIndex', { description: 'Its place in the form.' }),
  }),
});

const SecondaryQuestionType = builder.objectRef<EventSecondaryQuestion>('SecondaryQuestion').implement({
  description: 'A custom field on the booking form.',
  fields: (t) => ({
    customFieldId: t.exposeInt('customFieldId', { description: 'Custom field id.' }),
    identifier: t.exposeString('identifier', { description: 'Custom field identifier.' }),
    name: t.exposeString('name', { description: 'Custom field name.' }),
    inputType: t.exposeString('inputType', { description: 'Custom field input type.' }),
    required: t.exposeBoolean('required', { description: 'Whether it must be answered.' }),
    displayIndex: t.exposeInt('displayIndex', { description: 'Its place in the form.' }),
  }),
});

const ReminderType = builder.objectRef<EventReminder>('EventReminder').implement({
  description: 'A mail before each call of an event.',
  fields: (t) => ({
    minutesBefore: t.exposeInt('minutesBefore', { description: 'Minutes before the call begins.' }),
    recipient: t.expose('recipient', { type: MailRecipientEnum, description: 'Who gets it.' }),
  }),
});

export const EventType = builder.prismaObject('Event', {
  findUnique: byId,
  description: 'A bookable event: the template of calls.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Event id.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What invitees read about it.' }),
    linkPrefix: t.exposeString('linkPrefix', { description: 'Booking link: `<username>/<event-name>`.' }),
    bookingUrl: t.string({
      description: 'Address of the page where invitees book it while it is live.',
      resolve: ({ linkPrefix }, _args, { appUrl }) => appUrl + bookingPath(linkPrefix),
    }),
    qrCodeUrl: t.string({
      description: 'Address of `bookingUrl` as a QR code, an SVG for everybody; a 404 unless the event is live.',
      resolve: ({ linkPrefix }, _args, { appUrl }) => appUrl + qrCodePath(linkPrefix),
    }),
    eventType: t.expose('eventType', { type: CallTypeEnum, description: 'Type of its calls; the same as callType.' }),
    callType: t.expose('callType', { type: CallTypeEnum, description: 'Type of its calls.' }),
    duration: t.exposeInt('duration', { description: 'Minutes of a call.' }),
    slotInterval: t.exposeInt('slotInterval', {
      nullable: true,
      description: 'Minutes between the starts of two slots; null for the duration.',
    }),
    bufferBefore: t.exposeInt('bufferBefore', { description: 'Free minutes before a call.' }),
    bufferAfter: t.exposeInt('bufferAfter', { description: 'Free minutes after a call.' }),
    minimumNotice: t.exposeInt('minimumNotice', { description: 'Minutes from booking to the earliest slot.' }),
    bookingWindow: t.exposeInt('bookingWindow', {
      nullable: true,
      description: 'Days from today to the last slot; null for no end.',
    }),
    dailyLimit: t.exposeInt('dailyLimit', { nullable: true, description: 'Most calls a host takes of it in a day.' }),
    maxUpcomingPerInvitee: t.exposeInt('maxUpcomingPerInvitee', {
      description:
        'Most calls to come that an invitee has with it. With all events an invitee has at most 10, or as many as the event allows that is booked, if that is more.',
    }),
    sendsMail: t.exposeBoolean('sendsMail', {
      description:
        'Whether invitee and host get mails about its calls, where the installation sends mail. A call that was announced by mail before is still moved and cancelled by mail.',
    }),
    reminders: t.expose('reminders', {
      ...{ type: [ReminderType], description: 'The mails before each call.' },
      extensions: { assumedLength: 2 },
    }),
    location: t.expose('location', { type: LocationEnum, description: 'Where its calls are held.' }),
    locationLink: t.exposeString('locationLink', { nullable: true, description: 'Link or address of the place.' }),
    disqualifiesLeads: t.exposeBoolean('disqualifiesLeads', {
      description:
        'Whether a contact whose answers come through `POST /v1/fields/inviteeAnswers`, without a booking, becomes DISQUALIFIED.',
    }),
    bookingFlow: t.expose('bookingFlow', {
      type: BookingFlowEnum,
      description: 'Whether the time comes first, or the form.',
    }),
    isListed: t.exposeBoolean('isListed', { description: 'Whether the page of its member shows it.' }),
    bookedStatus: t.expose('bookedStatus', {
      type: ContactStatusEnum,
      nullable: true,
      description: 'What a contact who books becomes; null: the status stays.',
    }),
    disqualificationRules: t.expose('disqualificationRules', {
      type: [RuleType],
      description: 'A lead who meets one of them is not booked, and becomes DISQUALIFIED.',
    }),
    disqualifiedMessage: t.exposeString('disqualifiedMessage', {
      nullable: true,
      description: 'What a disqualified lead reads.',
    }),
    disqualifiedUrl: t.exposeString('disqualifiedUrl', {
      nullable: true,
      description: 'Where a disqualified lead is led.',
    }),
    redirectUrl: t.exposeString('redirectUrl', {
      nullable: true,
      description: 'Where an invitee who booked is led.',
    }),
    redirectAnswers: t.exposeStringList('redirectAnswers', {
      description: 'Whose answers go along: types of invitee questions and identifiers of custom fields.',
    }),
    status: t.expose('status', { type: EventStatusEnum, description: 'ACTIVATED events with a host can be booked.' }),
    hosts: t.expose('hosts', { type: [HostType], description: 'Its hosts, highest priority first.' }),
    inviteeQuestions: t.expose('inviteeQuestions', {
      type: [QuestionType],
      description: 'The questions of the booking form.',
    }),
    secondaryQuestions: t.expose('secondaryQuestions', {
      type: [SecondaryQuestionType],
      description: 'The custom fields of the booking form.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const EventPageType = pageType('events', EventType, {
  of: 'bookable events',
  items: 'events',
  count: 'All events that match.',
});

export const eventTarget: RelationTarget<Parameters<typeof eventOfRow>[0]> = {
  type: EventType,
  record: 'Event',
  model: 'event',
  include: eventParts,
  toRecord: eventOfRow,
  where: { deletedAt: null },
  orderBy: [{ name: 'asc' }, { id: 'asc' }],
};
