import {
  answerCustomFieldInput,
  answerInBulkInput,
  type BulkAnswerResult,
  type CustomFieldAnswer,
  type InviteeAnswer,
  type InviteeAnswersResult,
  inviteeAnswersInput,
  inviteeQuestionAnswer,
  maxBulkBytes,
  secondaryQuestionAnswer,
} from '#src/domain/custom-fields/answer.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  type AnsweredCustomField,
  answerCustomField,
  answerCustomFieldInBulk,
} from '#src/services/custom-fields/answer-custom-fields.ts';
import { insertInviteeAnswers } from '#src/services/custom-fields/insert-invitee-answers.ts';
import { nestedTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { ContactStatusEnum } from '../contacts/types.ts';
import { QuestionTypeEnum } from '../event-calls/types.ts';
import { mutation } from '../root-fields.ts';

const { write } = recordPolicies.ContactAnswer;

const CustomFieldAnswerType = builder.objectRef<CustomFieldAnswer>('CustomFieldAnswer').implement({
  description: 'The answer of a record to a custom field.',
  fields: (t) => ({
    id: t.exposeInt('id', { nullable: true, description: 'Answer id; null once it is cleared.' }),
    customFieldId: t.exposeInt('customFieldId', { description: 'Custom field id.' }),
    identifier: t.exposeString('identifier', { description: 'Custom field identifier.' }),
    name: t.exposeString('name', { description: 'Custom field name.' }),
    inputType: t.exposeString('inputType', { description: 'Custom field input type.' }),
    contactId: t.exposeInt('contactId', { nullable: true, description: 'Id of the contact, of a CONTACT field.' }),
    eventCallId: t.exposeInt('eventCallId', { nullable: true, description: 'Id of the call, of a CALL field.' }),
    dealId: t.exposeInt('dealId', { nullable: true, description: 'Id of the deal, of a DEAL field.' }),
    eventId: t.exposeInt('eventId', { nullable: true, description: 'Id of the event, of an EVENT field.' }),
    userId: t.exposeInt('userId', { nullable: true, description: 'User id of the member, of a USER field.' }),
    answer: t.exposeStringList('answer', {
      description: 'The answer as it is stored: one item for single-valued fields, none once it is cleared.',
    }),
    optionIds: t.exposeIntList('optionIds', {
      description: 'Ids of the options in the answer, in its order; none for a field without options.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was first answered; null once it is cleared.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the answer last changed; null once it is cleared.',
    }),
  }),
});

const AnswerPayloadType = builder.objectRef<AnsweredCustomField>('AnswerCustomFieldPayload').implement({
  description: 'An answer, and whether it is new.',
  fields: (t) => ({
    answer: t.expose('answer', { type: CustomFieldAnswerType, description: 'The answer.' }),
    created: t.exposeBoolean('created', {
      description: 'False when there was an answer already, or when it was cleared.',
    }),
  }),
});

const BulkAnswerType = builder.objectRef<BulkAnswerResult>('BulkAnswerResult').implement({
  description: 'What became of an answer for many contacts; created, updated and skipped add up to count.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The contacts that were named, each once.' }),
    created: t.exposeInt('created', { description: 'Contacts that had no answer, and have this one now.' }),
    updated: t.exposeInt('updated', { description: 'Contacts whose answer was replaced, or cleared.' }),
    skipped: t.exposeInt('skipped', {
      description: 'Contacts whose answer stayed as it was, or who had none to clear.',
    }),
  }),
});

const InviteeAnswerType = builder.objectRef<InviteeAnswer>('InviteeAnswer').implement({
  description: 'An answer to an invitee question of an event.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Answer id.' }),
    statement: t.exposeString('statement', { description: 'The question.' }),
    type: t.expose('type', { type: QuestionTypeEnum, description: 'What it asks for.' }),
    answer: t.exposeString('answer', { description: 'The answer.' }),
  }),
});

const SecondaryAnswerType = builder
  .objectRef<InviteeAnswersResult['secondaryQuestionsAnswer'][number]>('InviteeSecondaryAnswer')
  .implement({
    description: 'An answer to a custom field in the form of an event.',
    fields: (t) => ({
      customFieldId: t.exposeInt('customFieldId', { description: 'Custom field id.' }),
      identifier: t.exposeString('identifier', { description: 'Custom field identifier.' }),
      answer: t.exposeStringList('answer', { description: 'The answer as it is stored.' }),
      optionIds: t.exposeIntList('optionIds', {
        description: 'Ids of the options in the answer, in its order; none for a field without options.',
      }),
    }),
  });

const InviteeAnswersType = builder.objectRef<InviteeAnswersResult>('InviteeAnswers').implement({
  description: 'What a lead has answered in the form of an event without booking.',
  fields: (t) => ({
    eventId: t.exposeInt('eventId', { description: 'Event id.' }),
    linkPrefix: t.exposeString('linkPrefix', { description: 'Booking link of the event.' }),
    contactId: t.exposeInt('contactId', { description: 'Contact id.' }),
    status: t.expose('status', { type: ContactStatusEnum, description: 'Status of the contact, now.' }),
    inviteeQuestionAnswers: t.expose('inviteeQuestionAnswers', {
      type: [InviteeAnswerType],
      description: 'The answers to invitee questions.',
    }),
    secondaryQuestionsAnswer: t.expose('secondaryQuestionsAnswer', {
      type: [SecondaryAnswerType],
      description: 'The answers to custom fields.',
    }),
  }),
});

mutation('answerCustomField', {
  type: AnswerPayloadType,
  description:
    'Creates or updates the answer to a custom field: of a contact, a call, a deal, an event or a member, as the type of the field says (201 when it created, 200 when it updated or cleared in `/v1`). Archived options are refused. NOT_FOUND if the field or the record is not there; FORBIDDEN for closers and setters who answer for an event or another member.',
  access: write,
  input: {
    schema: answerCustomFieldInput,
    description: 'An answer to a custom field, of exactly one record.',
    argument: 'The answer.',
  },
  rest: {
    method: 'POST',
    path: '/fields/answer',
    status: 201,
    notFound: 'NOT_FOUND',
    idempotent: true,
    respond: (value) => {
      const { answer, created } = value as AnsweredCustomField;
      return { status: created ? 201 : 200, data: answer };
    },
  },
  perform: answerCustomField,
});

mutation('answerCustomFieldInBulk', {
  type: BulkAnswerType,
  description:
    'Creates or updates the answer to a CONTACT field for up to 10,000 contacts, all or none, and counts what became of them. NOT_FOUND if the field or one of the contacts is not there. A body may have 2 MiB in `/v1`.',
  access: write,
  input: {
    schema: answerInBulkInput,
    description: 'One answer to a custom field of the type CONTACT, for many contacts.',
    argument: 'The answer and the contacts.',
  },
  rest: {
    method: 'POST',
    path: '/fields/answer/bulk',
    notFound: 'NOT_FOUND',
    idempotent: true,
    maxBodyBytes: maxBulkBytes,
  },
  perform: answerCustomFieldInBulk,
});

export const InviteeQuestionAnswerInput = nestedTypeOf('InviteeQuestionAnswerInput', inviteeQuestionAnswer, {
  description: 'An answer to an invitee question.',
  types: { type: QuestionTypeEnum },
});

export const SecondaryQuestionAnswerInput = nestedTypeOf('SecondaryQuestionAnswerInput', secondaryQuestionAnswer, {
  description: 'An answer to a custom field, named by exactly one of customFieldId and identifier.',
});

mutation('insertInviteeAnswers', {
  type: InviteeAnswersType,
  description:
    'Inserts the answers of a lead who has filled in the form of an event without booking, creates the contact from them where there is none, and marks it DISQUALIFIED where the event says so. An answer of a type that the event does not ask is refused as INVALID_INVITEE_QUESTION_TYPE. RECORD_NOT_FOUND if no live event has the link (activated, with a host); NOT_FOUND if the contact or a custom field is not there.',
  access: write,
  input: {
    schema: inviteeAnswersInput,
    description: 'What a lead has answered in the form of an event without booking.',
    types: {
      inviteeQuestionAnswers: InviteeQuestionAnswerInput,
      secondaryQuestionsAnswer: SecondaryQuestionAnswerInput,
    },
    argument: 'The answers.',
  },
  rest: {
    method: 'POST',
    path: '/fields/inviteeAnswers',
    status: 201,
    notFound: ['RECORD_NOT_FOUND', 'NOT_FOUND'],
    idempotent: true,
  },
  perform: insertInviteeAnswers,
});
