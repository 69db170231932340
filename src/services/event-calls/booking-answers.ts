import type { ClientBase } from 'pg';
import { memberInputTypes } from '#src/db/reads/public-events.ts';
import type { BookableRules } from '#src/db/reads/scheduling-rows.ts';
import { lockContactOf, lockContactOrKept } from '#src/db/writes/contacts.ts';
import { type LockedField, putAnswer, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { insertInviteeAnswers } from '#src/db/writes/invitee-answers.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { InviteeAnswer } from '#src/domain/custom-fields/answer.ts';
import { fieldError, invalidInput, recordNotFound } from '#src/domain/errors.ts';
import type { CreateEventCallInput } from '#src/domain/event-calls/booking.ts';
import { answersToQuestions, type Invitee } from '#src/domain/event-calls/invitee.ts';
import type { Lead } from '#src/domain/events/disqualification.ts';
import {
  fieldLookup,
  findField,
  requireDistinct,
  requireField,
  requireValidAnswer,
  wrongTarget,
} from '../custom-fields/answer-custom-fields.ts';
import { changeAnswers } from '../custom-fields/change-answers.ts';

/** The person who books: a member with a credential, or an invitee, who must neither learn nor change existing data. */
export interface Booker {
  readonly workspaceId: number;
  readonly isInvitee: boolean;
  /** True for the next call of a known contact: no question needs an answer, and the contact stays as whoever books has it. */
  readonly isFollowUp?: boolean;
}

export interface SecondaryAnswer {
  readonly field: LockedField;
  readonly answer: readonly string[];
}

/** The answers of a lead to custom fields, as the rules of an event see them. */
export function fieldsOfLead(answers: readonly SecondaryAnswer[]): Lead['fields'] {
  return answers.map(({ field: { id: customFieldId, identifier }, answer }) => ({ customFieldId, identifier, answer }));
}

const name = 'secondaryQuestionsAnswer';

type AnsweringInput = Pick<CreateEventCallInput, typeof name>;

/** Locks the custom fields that are answered, and those with other identifiers in the same statement. */
export async function lockAnsweredFields(
  client: ClientBase,
  workspaceId: number,
  { [name]: requested }: AnsweringInput,
  others: readonly string[] = [],
): Promise<LockedField[]> {
  if (requested.length + others.length === 0) return [];
  const { identifiers, ...lookup } = fieldLookup(requested);
  return shareLockFields(client, workspaceId, { ...lookup, identifiers: [...identifiers, ...others] });
}

/** The answers to custom fields, which are locked, as they are stored. Every required question of the event must have one. */
export function requireSecondaryAnswers(
  fields: readonly LockedField[],
  { isInvitee, isFollowUp }: Booker,
  { rules, input }: { readonly rules: Pick<BookableRules, 'secondaryQuestions'>; readonly input: AnsweringInput },
): SecondaryAnswer[] {
  const requested = input[name];
  const questions = rules.secondaryQuestions.filter((each) => !isInvitee || !memberInputTypes.includes(each.inputType));
  const questionFieldIds = new Set(questions.map(({ customFieldId }) => customFieldId));
  const questionFields = fields.filter(({ id }) => questionFieldIds.has(id));
  const answers = requested.map((each, index) => {
    const path = [name, index];
    // Invitees must not find out which other fields exist.
    const field = findField(questionFields, each, 'CALL') ?? requireField(isInvitee ? [] : fields, each, 'CALL', path);
    if (field.type !== 'CALL' && field.type !== 'CONTACT') throw fieldError(path, 'not_allowed', wrongTarget(field));
    return { field, customFieldId: field.id, answer: requireValidAnswer(field, each.answer, [...path, 'answer']) };
  });
  requireDistinct(answers, name);
  const answered = new Set(answers.flatMap(({ field, answer }) => (answer.length > 0 ? field.id : [])));
  const missing = questions.find((each) => each.required && !answered.has(each.customFieldId));
  if (missing && !isFollowUp)
    throw fieldError(name, 'required', `Must answer the question: ${missing.name} (${missing.identifier})`);
  return answers;
}

/** The answers to invitee questions as they are stored. Every required question of the event must have one. */
export function requireAnswers(
  { questions }: Pick<BookableRules, 'questions'>,
  invitee: Invitee,
  { inviteeQuestionAnswers: input }: Pick<CreateEventCallInput, 'inviteeQuestionAnswers'>,
) {
  const matched = answersToQuestions(questions, { input, invitee });
  if ('problem' in matched) throw invalidInput([matched.problem]);
  return matched.answers;
}

/** Locks the contact of a booking, found by id, by e-mail, or without an e-mail by phone number. */
export async function findInvitee(
  client: ClientBase,
  workspaceId: number,
  { contactId, invitee }: { contactId: number | undefined; invitee: Invitee },
): Promise<Contact | undefined> {
  if (contactId !== undefined) {
    const contact = await lockContactOrKept(client, workspaceId, contactId);
    if (!contact) throw recordNotFound('contactId');
    return contact;
  }
  return lockContactOf(client, workspaceId, invitee);
}

/**
 * Stores the answers with the call; the event of the booking contains them. With `changesContact`, answers to contact fields
 * are also stored with the contact, where they may be its stage and budget, with an event of the changes.
 */
export async function storeAnswers(
  client: ClientBase,
  target: { workspaceId: number; eventId: number; contactId: number; eventCallId: number },
  {
    questions,
    secondary,
    changesContact,
  }: {
    readonly questions: readonly Omit<InviteeAnswer, 'id'>[];
    readonly secondary: readonly SecondaryAnswer[];
    readonly changesContact: boolean;
  },
): Promise<void> {
  if (questions.length > 0) await insertInviteeAnswers(client, target, questions);
  const answers = secondary.filter(({ answer }) => answer.length > 0);
  const { workspaceId, contactId, eventCallId } = target;
  for (const { field, answer } of answers) {
    await putAnswer(client, [workspaceId, field.id], { column: 'eventCallId', id: eventCallId }, answer);
  }
  const ofContact = answers.filter(({ field }) => field.type === 'CONTACT' && changesContact);
  await changeAnswers(client, workspaceId, { column: 'contactId', id: contactId }, ofContact);
}
