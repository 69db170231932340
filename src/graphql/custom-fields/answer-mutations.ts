import {
  type AnswerCustomFieldInput,
  type AnswerInBulkInput,
  answerCustomFieldInput,
  answerInBulkInput,
  type InviteeAnswersInput,
  inviteeAnswersInput,
  inviteeQuestionAnswer,
  maxBulkBytes,
  secondaryQuestionAnswer,
} from '#src/domain/custom-fields/answer.ts';
import {
  type AnsweredCustomField,
  answerCustomField,
  answerCustomFieldInBulk,
} from '#src/services/custom-fields/answer-custom-fields.ts';
import { insertInviteeAnswers } from '#src/services/custom-fields/insert-invitee-answers.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { QuestionTypeEnum } from '../event-calls/types.ts';
import { restEndpoint } from '../rest-endpoint.ts';
import { AnswerPayloadType, BulkAnswerType, InviteeAnswersType } from './answer-types.ts';

const AnswerInput = inputTypeOf<AnswerCustomFieldInput>('AnswerCustomFieldInput', answerCustomFieldInput, {
  description: 'An answer to a custom field, of a contact or of a call.',
});

const BulkInput = inputTypeOf<AnswerInBulkInput>('AnswerCustomFieldInBulkInput', answerInBulkInput, {
  description: 'One answer to a custom field of the type CONTACT, for many contacts.',
});

const InviteeInput = inputTypeOf<InviteeAnswersInput>('InsertInviteeAnswersInput', inviteeAnswersInput, {
  description: 'What a lead has answered in the form of an event without booking.',
  types: {
    inviteeQuestionAnswers: inputTypeOf('InviteeQuestionAnswerInput', inviteeQuestionAnswer, {
      description: 'An answer to an invitee question.',
      types: { type: QuestionTypeEnum },
    }),
    secondaryQuestionsAnswer: inputTypeOf('SecondaryQuestionAnswerInput', secondaryQuestionAnswer, {
      description: 'An answer to a custom field of contacts, named by exactly one of customFieldId and identifier.',
    }),
  },
});

builder.mutationField('answerCustomField', (t) =>
  t.field({
    type: AnswerPayloadType,
    description:
      'Creates or updates the answer to a custom field: of a contact for a CONTACT field, of a call for a CALL field (201 when it created, 200 when it updated or cleared in `/v1`). Archived options are refused. NOT_FOUND if the field, the contact or the call is not there.',
    authScopes: { scope: 'fields:write' },
    extensions: restEndpoint({
      method: 'POST',
      path: '/fields/answer',
      status: 201,
      scope: 'fields:write',
      input: answerCustomFieldInput,
      notFound: 'NOT_FOUND',
      idempotent: true,
      respond: (value) => {
        const { answer, created } = value as AnsweredCustomField;
        return { status: created ? 201 : 200, data: answer };
      },
    }),
    args: { input: t.arg({ type: AnswerInput, required: true, description: 'The answer.' }) },
    resolve: (_root, { input }, context) => answerCustomField(caller(context), input),
  }),
);

builder.mutationField('answerCustomFieldInBulk', (t) =>
  t.field({
    type: BulkAnswerType,
    description:
      'Creates or updates the answer to a CONTACT field for up to 10,000 contacts, all or none, and counts what became of them. NOT_FOUND if the field or one of the contacts is not there. A body may have 2 MiB in `/v1`.',
    authScopes: { scope: 'fields:write' },
    extensions: restEndpoint({
      method: 'POST',
      path: '/fields/answer/bulk',
      scope: 'fields:write',
      input: answerInBulkInput,
      notFound: 'NOT_FOUND',
      idempotent: true,
      greatestBodyBytes: maxBulkBytes,
    }),
    args: { input: t.arg({ type: BulkInput, required: true, description: 'The answer and the contacts.' }) },
    resolve: (_root, { input }, context) => answerCustomFieldInBulk(caller(context), input),
  }),
);

builder.mutationField('insertInviteeAnswers', (t) =>
  t.field({
    type: InviteeAnswersType,
    description:
      'Inserts the answers of a lead who has filled in the form of an event without booking, and marks the contact DISQUALIFIED where the event says so. An answer of a type that the event does not ask is refused as INVALID_INVITEE_QUESTION_TYPE. RECORD_NOT_FOUND if no live event has the link (activated, with a host); NOT_FOUND if the contact or a custom field is not there.',
    authScopes: { scope: 'fields:write' },
    extensions: restEndpoint({
      method: 'POST',
      path: '/fields/inviteeAnswers',
      status: 201,
      scope: 'fields:write',
      input: inviteeAnswersInput,
      notFound: ['RECORD_NOT_FOUND', 'NOT_FOUND'],
      idempotent: true,
    }),
    args: { input: t.arg({ type: InviteeInput, required: true, description: 'The answers.' }) },
    resolve: (_root, { input }, context) => insertInviteeAnswers(caller(context), input),
  }),
);
