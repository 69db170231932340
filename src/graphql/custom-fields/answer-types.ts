import type {
  BulkAnswerResult,
  CustomFieldAnswer,
  InviteeAnswer,
  InviteeAnswersResult,
} from '#src/domain/custom-fields/answer.ts';
import type { AnsweredCustomField } from '#src/services/custom-fields/answer-custom-fields.ts';
import { builder } from '../builder.ts';
import { ContactStatusEnum } from '../contacts/types.ts';
import { QuestionTypeEnum } from '../event-calls/types.ts';

const CustomFieldAnswerType = builder.objectRef<CustomFieldAnswer>('CustomFieldAnswer').implement({
  description: 'The answer of a contact or a call to a custom field.',
  fields: (t) => ({
    id: t.exposeInt('id', { nullable: true, description: 'Answer id; null once it is cleared.' }),
    customFieldId: t.exposeInt('customFieldId', { description: 'Custom field id.' }),
    identifier: t.exposeString('identifier', { description: 'Custom field identifier.' }),
    name: t.exposeString('name', { description: 'Custom field name.' }),
    inputType: t.exposeString('inputType', { description: 'Custom field input type.' }),
    contactId: t.exposeInt('contactId', { nullable: true, description: 'Id of the contact, of a CONTACT field.' }),
    eventCallId: t.exposeInt('eventCallId', { nullable: true, description: 'Id of the call, of a CALL field.' }),
    answer: t.exposeStringList('answer', {
      description: 'The answer as it is stored: one item for single-valued fields, none once it is cleared.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was first answered; null once it is cleared.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last answered; null once it is cleared.',
    }),
  }),
});

export const AnswerPayloadType = builder.objectRef<AnsweredCustomField>('AnswerCustomFieldPayload').implement({
  description: 'An answer, and whether it is new.',
  fields: (t) => ({
    answer: t.expose('answer', { type: CustomFieldAnswerType, description: 'The answer.' }),
    created: t.exposeBoolean('created', {
      description: 'False when there was an answer already, or when it was cleared.',
    }),
  }),
});

export const BulkAnswerType = builder.objectRef<BulkAnswerResult>('BulkAnswerResult').implement({
  description: 'What became of an answer for many contacts; created, updated and skipped add up to count.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The contacts that were named, each once.' }),
    created: t.exposeInt('created', { description: 'Contacts that had no answer, and have this one now.' }),
    updated: t.exposeInt('updated', { description: 'Contacts whose answer was replaced, or cleared.' }),
    skipped: t.exposeInt('skipped', {
      description: 'Contacts that kept the answer they had, or had none to clear.',
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
    description: 'An answer to a custom field, given in the form of an event.',
    fields: (t) => ({
      customFieldId: t.exposeInt('customFieldId', { description: 'Custom field id.' }),
      identifier: t.exposeString('identifier', { description: 'Custom field identifier.' }),
      answer: t.exposeStringList('answer', { description: 'The answer as it is stored.' }),
    }),
  });

export const InviteeAnswersType = builder.objectRef<InviteeAnswersResult>('InviteeAnswers').implement({
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
