import type { ClientBase } from 'pg';
import { lockContact, lockContactByEmail, updateContact } from '#src/db/writes/contacts.ts';
import {
  clearAnswer,
  insertInviteeAnswers as insert,
  type LiveEvent,
  lockLiveEvent,
  putAnswer,
  shareLockFields,
} from '#src/db/writes/custom-field-answers.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { InviteeAnswersInput, InviteeAnswersResult } from '#src/domain/custom-fields/answer.ts';
import { matchQuestions } from '#src/domain/custom-fields/invitee-questions.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import { recordStatusChange } from '../contacts.ts';
import type { CallerContext } from '../context.ts';
import { fieldLookup, requireField, requireValidAnswer, wrongTarget } from './answer-custom-fields.ts';

type SecondaryAnswer = InviteeAnswersResult['secondaryQuestionsAnswer'][number];

/** Stores the answers of a lead who filled in an event's form without booking. The event may disqualify such leads. */
export function insertInviteeAnswers(
  { db, principal }: CallerContext,
  input: InviteeAnswersInput,
): Promise<InviteeAnswersResult> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const event = await lockLiveEvent(client, workspaceId, input.linkPrefix);
    if (!event) throw new DomainError('RECORD_NOT_FOUND');
    const matched = requireQuestions(event, input);
    const secondary = await requireSecondaryAnswers(client, workspaceId, input);
    const contact = await requireContact(client, workspaceId, input);
    const target = { workspaceId, eventId: event.id, contactId: contact.id };
    const inviteeQuestionAnswers = await insert(client, target, matched);
    await putSecondaryAnswers(client, target, secondary);
    const { status } = event.disqualifiesLeads ? await disqualify(client, workspaceId, contact) : contact;
    return {
      ...{ eventId: event.id, linkPrefix: event.linkPrefix, contactId: contact.id, status },
      ...{ inviteeQuestionAnswers, secondaryQuestionsAnswer: secondary },
    };
  });
}

function requireQuestions({ questions }: LiveEvent, { inviteeQuestionAnswers }: InviteeAnswersInput) {
  const matched = matchQuestions(questions, inviteeQuestionAnswers);
  if (!matched) throw validationError({ inviteeQuestionAnswers: ['INVALID_INVITEE_QUESTION_TYPE'] });
  return matched;
}

/** The answers as they are stored, in the order of the request. */
async function requireSecondaryAnswers(
  client: ClientBase,
  workspaceId: number,
  { secondaryQuestionsAnswer: requested }: InviteeAnswersInput,
): Promise<SecondaryAnswer[]> {
  if (requested.length === 0) return [];
  const fields = await shareLockFields(client, workspaceId, fieldLookup(requested));
  const answers = requested.map((each) => {
    const field = requireField(fields, each, 'CONTACT');
    if (field.type !== 'CONTACT') throw validationError({ secondaryQuestionsAnswer: [wrongTarget(field)] });
    const answer = requireValidAnswer(field, each.answer, 'secondaryQuestionsAnswer');
    return { customFieldId: field.id, identifier: field.identifier, answer };
  });
  const ids = new Set(answers.map(({ customFieldId }) => customFieldId));
  if (ids.size < answers.length) throw validationError({ secondaryQuestionsAnswer: ['Must name each field once'] });
  return answers;
}

/** The contact by id, or by the first e-mail among the answers. */
async function requireContact(
  client: ClientBase,
  workspaceId: number,
  { contactId, inviteeQuestionAnswers }: InviteeAnswersInput,
): Promise<Contact> {
  const email = inviteeQuestionAnswers.find(({ type }) => type === 'EMAIL')?.answer;
  const contact =
    contactId === undefined
      ? await lockContactByEmail(client, workspaceId, email)
      : await lockContact(client, workspaceId, contactId);
  if (!contact) throw new DomainError('NOT_FOUND');
  return contact;
}

async function putSecondaryAnswers(
  client: ClientBase,
  { workspaceId, contactId }: { workspaceId: number; contactId: number },
  answers: readonly SecondaryAnswer[],
): Promise<void> {
  const target = { column: 'contactId', id: contactId } as const;
  for (const { customFieldId, answer } of answers) {
    if (answer.length === 0) await clearAnswer(client, [workspaceId, customFieldId], target);
    else await putAnswer(client, [workspaceId, customFieldId], target, answer);
  }
}

/** Records the events, unless the contact was disqualified before. */
async function disqualify(client: ClientBase, workspaceId: number, before: Contact): Promise<Contact> {
  if (before.status === 'DISQUALIFIED') return before;
  const contact = await updateContact(client, workspaceId, before.id, { status: 'DISQUALIFIED' });
  await recordEvent(client, workspaceId, 'contact.updated', contact);
  await recordStatusChange(client, workspaceId, contact, before.status);
  return contact;
}
