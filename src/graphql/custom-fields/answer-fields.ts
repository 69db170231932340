import {
  answerCustomFieldInput,
  answerInBulkInput,
  bulkAnswerResultRecord,
  customFieldAnswerRecord,
  inviteeAnswerRecord,
  inviteeAnswersInput,
  inviteeAnswersResultRecord,
  inviteeQuestionAnswer,
  inviteeSecondaryAnswerRecord,
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
import { QuestionTypeEnum } from '../event-calls/types.ts';
import { recordType } from '../record-types.ts';
import { mutation } from '../root-fields.ts';

const { write } = recordPolicies.ContactAnswer;

const CustomFieldAnswerType = recordType('CustomFieldAnswer', customFieldAnswerRecord, {
  description: 'The answer of a record to a custom field.',
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

const BulkAnswerType = recordType('BulkAnswerResult', bulkAnswerResultRecord, {
  description: 'What became of an answer for many contacts; created, updated and skipped add up to count.',
});

recordType('InviteeAnswer', inviteeAnswerRecord, {
  description: 'An answer to an invitee question of an event.',
});

recordType('InviteeSecondaryAnswer', inviteeSecondaryAnswerRecord, {
  description: 'An answer to a custom field in the form of an event.',
});

const InviteeAnswersType = recordType('InviteeAnswers', inviteeAnswersResultRecord, {
  description: 'What a lead has answered in the form of an event without booking.',
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
