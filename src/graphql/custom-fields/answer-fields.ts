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
  description: "A record's answer to a custom field.",
});

const AnswerPayloadType = builder.objectRef<AnsweredCustomField>('AnswerCustomFieldPayload').implement({
  description: 'An answer, and whether it was created.',
  fields: (t) => ({
    answer: t.expose('answer', { type: CustomFieldAnswerType, description: 'The answer.' }),
    created: t.exposeBoolean('created', {
      description: 'True if the answer was created, false if an existing answer was replaced or cleared.',
    }),
  }),
});

const BulkAnswerType = recordType('BulkAnswerResult', bulkAnswerResultRecord, {
  description: 'The result of answering a field for many contacts. created, updated and skipped add up to count.',
});

recordType('InviteeAnswer', inviteeAnswerRecord, {
  description: 'An answer to an invitee question of an event.',
});

recordType('InviteeSecondaryAnswer', inviteeSecondaryAnswerRecord, {
  description: "An answer to a custom field in an event's form.",
});

const InviteeAnswersType = recordType('InviteeAnswers', inviteeAnswersResultRecord, {
  description: "The answers of a lead who filled in an event's form without booking.",
});

mutation('answerCustomField', {
  type: AnswerPayloadType,
  description:
    'Creates or updates the answer to a custom field for a contact, a call, a deal, an event or a member, depending on the type of the field (in `/v1`, 201 if it was created, 200 if it was updated or cleared). Archived options are rejected. NOT_FOUND if the field or the record does not exist. FORBIDDEN for closers and setters who answer for an event or another member.',
  access: write,
  changes: ['contacts', 'contactBoard', 'contact'],
  input: {
    schema: answerCustomFieldInput,
    description: 'An answer to a custom field for exactly one record.',
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
    'Creates or updates the answer to a CONTACT field for up to 10,000 contacts, either for all or for none, and returns the numbers of created, updated and skipped answers. NOT_FOUND if the field or one of the contacts does not exist. In `/v1`, the body may have up to 2 MiB.',
  access: write,
  changes: ['contacts', 'contactBoard', 'contact'],
  input: {
    schema: answerInBulkInput,
    description: 'One answer to a CONTACT field for many contacts.',
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
  description: 'An answer to a custom field. Exactly one of customFieldId and identifier is required.',
});

mutation('insertInviteeAnswers', {
  type: InviteeAnswersType,
  description:
    "Stores the answers of a lead who filled in an event's form without booking. If the contact does not exist, it is created from the answers. If the event's settings require it, the contact is marked as DISQUALIFIED. An answer of a type that the event does not ask for is rejected as INVALID_INVITEE_QUESTION_TYPE. RECORD_NOT_FOUND if no live event (activated, with a host) has the link. NOT_FOUND if the contact or a custom field does not exist.",
  access: write,
  changes: ['contacts', 'contactBoard', 'contact'],
  input: {
    schema: inviteeAnswersInput,
    description: "The answers of a lead who filled in an event's form without booking.",
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
