import { z } from 'zod';
import { contactStatuses, referrer } from '#src/domain/contacts/contact.ts';
import { callSecondaryAnswerRecord, questionTypes } from '#src/domain/event-calls/event-call.ts';
import { unaskedQuestionType } from '#src/domain/field-errors.ts';
import {
  crossFieldRule,
  customIssue,
  email,
  exactlyOne,
  id,
  list,
  must,
  nameText,
  nonBlank,
  notEmpty,
  phoneNumber,
  requiredMessage,
  text,
} from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';
import type { CustomField, ObjectType } from './custom-field.ts';

/** The maximum length of an answer. */
export const maxTextLength = 10_000;

export type QuestionType = (typeof questionTypes)[number];

/** The field types, keyed by the id of the record that an answer belongs to. */
export const answeredTypes = {
  contactId: 'CONTACT',
  eventCallId: 'CALL',
  dealId: 'DEAL',
  eventId: 'EVENT',
  userId: 'USER',
} as const satisfies Record<string, ObjectType>;

export type AnsweredId = keyof typeof answeredTypes;
export const answeredIds = Object.keys(answeredTypes) as AnsweredId[];

/** The part of a field that its answers are checked against. */
export type AnsweredField = Pick<CustomField, 'id' | 'identifier' | 'name' | 'type' | 'inputType' | 'configuration'> & {
  options: Pick<CustomField['options'][number], 'id' | 'name' | 'isArchived'>[];
};

/** The record in REST and GraphQL. A cleared answer is empty and has neither an id nor times. */
export const customFieldAnswerRecord = {
  id: field.int('Answer id; null if the answer was cleared.').nullable(),
  customFieldId: field.int('Custom field id.'),
  identifier: field.string('Custom field identifier.'),
  name: field.string('Custom field name.'),
  inputType: field.string('Custom field input type.'),
  contactId: field.int('Id of the contact, for a CONTACT field.').nullable(),
  eventCallId: field.int('Id of the call, for a CALL field.').nullable(),
  dealId: field.int('Id of the deal, for a DEAL field.').nullable(),
  eventId: field.int('Id of the event, for an EVENT field.').nullable(),
  userId: field.int('User id of the member, for a USER field.').nullable(),
  answer: field.strings('The stored answer: one item for single-valued fields, empty if it was cleared.'),
  optionIds: field.ints('Ids of the options in the answer, in the same order; empty for a field without options.'),
  createdAt: field.dateTime('When the field was first answered; null if the answer was cleared.').nullable(),
  updatedAt: field.dateTime('When the answer last changed; null if it was cleared.').nullable(),
};
export interface CustomFieldAnswer extends RecordOf<typeof customFieldAnswerRecord> {}

/** The result of one answer for many contacts; each contact counts once. */
export const bulkAnswerResultRecord = {
  count: field.int('Number of contacts in the request, each counted once.'),
  created: field.int('Number of contacts that had no answer and now have this one.'),
  updated: field.int('Number of contacts whose answer was replaced or cleared.'),
  skipped: field.int('Number of contacts whose answer did not change, or who had no answer to clear.'),
};
export interface BulkAnswerResult extends RecordOf<typeof bulkAnswerResultRecord> {}

export const inviteeAnswerRecord = {
  id: field.int('Answer id.'),
  statement: field.string('The question.'),
  type: field.oneOf(questionTypes, 'What the question asks for.'),
  answer: field.string('The answer.'),
};
export interface InviteeAnswer extends RecordOf<typeof inviteeAnswerRecord> {}

export const inviteeSecondaryAnswerRecord = {
  ...callSecondaryAnswerRecord,
  answer: field.strings('The stored answer.'),
};

/** The answers that were stored for a lead who filled in the form of an event without booking. */
export const inviteeAnswersResultRecord = {
  eventId: field.int('Event id.'),
  linkPrefix: field.string('Booking link of the event.'),
  contactId: field.int('Contact id.'),
  status: field.oneOf(contactStatuses, 'Status of the contact after the request.'),
  inviteeQuestionAnswers: field.objects(inviteeAnswerRecord, 'The answers to invitee questions.'),
  secondaryQuestionsAnswer: field.objects(inviteeSecondaryAnswerRecord, 'The answers to custom fields.'),
};
export interface InviteeAnswersResult extends RecordOf<typeof inviteeAnswersResultRecord> {}

const maxBulkContacts = 10_000;
/** Enough for 10,000 ids of ten digits and the longest answer. */
export const maxBulkBytes = 2 * 1024 * 1024;

const fieldReference = {
  customFieldId: id().optional().describe('Id of the custom field. Required unless identifier is given.'),
  identifier: text(255)
    .check(notEmpty())
    .optional()
    .describe("Identifier of the custom field, among the fields for the record's type."),
};
const isOneField = exactlyOne('customFieldId', 'identifier');
const oneField = crossFieldRule('exactly_one', 'Exactly one of customFieldId and identifier is required');

const items = () => list(text(maxTextLength));
const answer = items().describe(
  'The answer: one item for single-valued fields, an empty list to clear it. Options by id or by name (case-insensitive), stored by name; numbers as decimal text, dates as ISO 8601, users by id.',
);

export const oneTarget = 'Exactly one of contactId, eventCallId, dealId, eventId and userId is required';

export const answerCustomFieldInput = z
  .object({
    ...fieldReference,
    contactId: id().optional().describe('Id of the contact, for a CONTACT field.'),
    eventCallId: id().optional().describe('Id of the call, for a CALL field.'),
    dealId: id().optional().describe('Id of the deal, for a DEAL field.'),
    eventId: id().optional().describe('Id of the event, for an EVENT field.'),
    userId: id().optional().describe('User id of the member, for a USER field.'),
    answer,
  })
  .refine(isOneField, oneField)
  .refine(exactlyOne(...answeredIds), crossFieldRule('exactly_one', oneTarget));

export type AnswerCustomFieldInput = z.output<typeof answerCustomFieldInput>;

export const answerInBulkInput = z
  .object({
    ...fieldReference,
    contactIds: list(id(), maxBulkContacts)
      .check(notEmpty())
      .describe(`Contact ids, 1 to ${maxBulkContacts}. Duplicates count once.`),
    answer,
    overrideExisting: z
      .boolean(must('Must be a boolean'))
      .default(true)
      .describe('True to replace existing answers; false to skip contacts that already have an answer.'),
  })
  .refine(isOneField, oneField);

export type AnswerInBulkInput = z.output<typeof answerInBulkInput>;

/** An unknown type gets the same error as a type that the event does not ask for. */
const questionType = z.enum(questionTypes, {
  error: ({ input }) => (input === undefined ? requiredMessage : unaskedQuestionType),
});

const emailAnswer = email();
const phoneAnswer = phoneNumber();
const nameAnswer = nameText(255);

export const inviteeQuestionAnswer = z
  .object(
    {
      type: questionType.describe('Type of the question. The event must have a question of this type.'),
      answer: nonBlank(255).describe('The answer. A phone number must be in E.164 format.'),
    },
    'Each must be an object with type and answer',
  )
  .superRefine((answer, context) => {
    const [problem] = problemsOf(formOf(answer.type).safeParse(answer.answer).error?.issues ?? []);
    if (problem) context.addIssue(customIssue({ ...problem, path: ['answer'] }));
  })
  .overwrite(({ type, answer }) => ({ type, answer: formOf(type).safeParse(answer).data ?? answer }));

export const secondaryQuestionAnswer = z
  .object(
    { ...fieldReference, answer: items().describe(answer.description ?? '') },
    'Each must be an object with answer',
  )
  .refine(isOneField, oneField);

// The rules below also run on lists that failed their own checks.

function isEmpty(answers: unknown): boolean {
  return Array.isArray(answers) && answers.length === 0;
}

function namesContact(answer: Partial<InviteeAnswer> | null): boolean {
  return answer?.type === 'EMAIL' || answer?.type === 'PHONE_NO';
}

export const inviteeAnswersInput = z
  .object({
    linkPrefix: text(255).describe('Booking link of a live event: `<username>/<event-name>`.'),
    contactId: id()
      .optional()
      .describe(
        'Id of the contact. If omitted, the contact is found by the EMAIL answer or, without one, the PHONE_NO answer. If no contact is found, one is created from the answers.',
      ),
    inviteeQuestionAnswers: list(inviteeQuestionAnswer, 20)
      .default([])
      .describe('Answers to invitee questions. Each answers the next question of its type.'),
    secondaryQuestionsAnswer: list(secondaryQuestionAnswer, 100)
      .default([])
      .describe('Answers to custom fields of contacts.'),
    referrer: referrer(),
  })
  .refine(
    ({ inviteeQuestionAnswers: invitee, secondaryQuestionsAnswer: secondary }) =>
      !(isEmpty(invitee) && isEmpty(secondary)),
    crossFieldRule('required', 'At least one answer is required'),
  )
  .refine(
    ({ contactId, inviteeQuestionAnswers }) =>
      contactId !== undefined || !Array.isArray(inviteeQuestionAnswers) || inviteeQuestionAnswers.some(namesContact),
    crossFieldRule('required', 'A contactId or an answer of the type EMAIL or PHONE_NO is required'),
  );

export type InviteeAnswersInput = z.output<typeof inviteeAnswersInput>;

/** The schema of an answer to a question of this type. */
function formOf(type: QuestionType): z.ZodType<string> {
  switch (type) {
    case 'EMAIL':
      return emailAnswer;
    case 'PHONE_NO':
      return phoneAnswer;
    case 'NAME':
    case 'FIRST_NAME':
    case 'LAST_NAME':
      return nameAnswer;
  }
}
