import type { ClientBase } from 'pg';
import { lockContact, lockContactOf, updateContact } from '#src/db/writes/contacts.ts';
import { shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { insertInviteeAnswers as insert, type LiveEvent, lockLiveEvent } from '#src/db/writes/invitee-answers.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { InviteeAnswersInput, InviteeAnswersResult } from '#src/domain/custom-fields/answer.ts';
import { matchQuestions } from '#src/domain/custom-fields/invitee-questions.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { fieldError, invalidInput, recordNotFound } from '#src/domain/errors.ts';
import { inviteeOf } from '#src/domain/event-calls/invitee.ts';
import { contactChanges, createMissingContact } from '../contacts.ts';
import type { CallerContext } from '../context.ts';
import { fieldLookup, requireDistinct, requireField, requireValidAnswer, wrongTarget } from './answer-custom-fields.ts';
import { changeAnswers, type NewAnswer } from './change-answers.ts';

type SecondaryAnswer = NewAnswer & { readonly record: InviteeAnswersResult['secondaryQuestionsAnswer'][number] };

/** Stores the answers of a lead who filled in an event's form without booking. The event may disqualify such leads. */
export function insertInviteeAnswers(
  { db, principal }: CallerContext,
  input: InviteeAnswersInput,
): Promise<InviteeAnswersResult> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const event = await lockLiveEvent(client, workspaceId, input.linkPrefix);
    if (!event) throw recordNotFound('linkPrefix', 'RECORD_NOT_FOUND');
    const matched = requireQuestions(event, input);
    const secondary = await requireSecondaryAnswers(client, workspaceId, input);
    const contact = await findOrCreateContact(client, workspaceId, input, event);
    const target = { workspaceId, eventId: event.id, contactId: contact.id };
    const inviteeQuestionAnswers = await insert(client, target, matched);
    await changeAnswers(client, workspaceId, { column: 'contactId', id: contact.id }, secondary);
    const { status } = event.disqualifiesLeads ? await disqualify(client, workspaceId, contact) : contact;
    return {
      ...{ eventId: event.id, linkPrefix: event.linkPrefix, contactId: contact.id, status },
      ...{ inviteeQuestionAnswers, secondaryQuestionsAnswer: secondary.map(({ record }) => record) },
    };
  });
}

function requireQuestions({ questions }: LiveEvent, { inviteeQuestionAnswers }: InviteeAnswersInput) {
  const matched = matchQuestions(questions, inviteeQuestionAnswers);
  if ('problem' in matched) throw invalidInput([matched.problem]);
  return matched.answers;
}

/** The answers as they are stored, in the order of the request. */
async function requireSecondaryAnswers(
  client: ClientBase,
  workspaceId: number,
  { secondaryQuestionsAnswer: requested }: InviteeAnswersInput,
): Promise<SecondaryAnswer[]> {
  if (requested.length === 0) return [];
  const fields = await shareLockFields(client, workspaceId, fieldLookup(requested));
  const answers = requested.map((each, index) => {
    const path = ['secondaryQuestionsAnswer', index];
    const field = requireField(fields, each, 'CONTACT', path);
    if (field.type !== 'CONTACT') throw fieldError(path, 'not_allowed', wrongTarget(field));
    const answer = requireValidAnswer(field, each.answer, [...path, 'answer']);
    const { id: customFieldId, identifier } = field;
    const record = { customFieldId, identifier, answer, optionIds: optionIdsOf(field.options, answer) };
    return { field, answer, record };
  });
  const records = answers.map(({ record }) => record);
  requireDistinct(records, 'secondaryQuestionsAnswer');
  return answers;
}

/**
 * The contact by id, or by the first e-mail or else phone number among the answers. Where there is none, it is created
 * from the answers. A new contact of an event that disqualifies is disqualified from the start.
 */
async function findOrCreateContact(
  client: ClientBase,
  workspaceId: number,
  { contactId, inviteeQuestionAnswers }: InviteeAnswersInput,
  { disqualifiesLeads }: LiveEvent,
): Promise<Contact> {
  if (contactId !== undefined) {
    const contact = await lockContact(client, workspaceId, contactId);
    if (!contact) throw recordNotFound('contactId');
    return contact;
  }
  const invitee = inviteeOf({ inviteeQuestionAnswers });
  const known = await lockContactOf(client, workspaceId, invitee);
  if (known) return known;
  const status = disqualifiesLeads ? 'DISQUALIFIED' : undefined;
  return (await createMissingContact(client, workspaceId, { ...invitee, status })).contact;
}

/** Records the events, unless the contact was disqualified before. */
async function disqualify(client: ClientBase, workspaceId: number, before: Contact): Promise<Contact> {
  if (before.status === 'DISQUALIFIED') return before;
  const contact = await updateContact(client, [workspaceId, before.id], { status: 'DISQUALIFIED' });
  await recordEvents(client, workspaceId, contactChanges(contact, { status: before.status }));
  return contact;
}
