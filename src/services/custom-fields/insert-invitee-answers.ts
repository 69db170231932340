import type { ClientBase } from 'pg';
import { lockAddresses, lockContactOf, lockContactOrKept } from '#src/db/writes/contacts.ts';
import { shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { insertInviteeAnswers as insert, type LiveEvent, lockLiveEvent } from '#src/db/writes/invitee-answers.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { InviteeAnswersInput, InviteeAnswersResult } from '#src/domain/custom-fields/answer.ts';
import { matchQuestions } from '#src/domain/custom-fields/invitee-questions.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { fieldError, invalidInput, recordNotFound } from '#src/domain/errors.ts';
import { inviteeOf, withContact } from '#src/domain/event-calls/invitee.ts';
import { disqualifies } from '#src/domain/events/disqualification.ts';
import { changeContact, createMissingContact } from '../contacts/contacts.ts';
import type { CallerContext } from '../context.ts';
import { fieldLookup, requireDistinct, requireField, requireValidAnswer, wrongTarget } from './answer-custom-fields.ts';
import { changeAnswers, type NewAnswer } from './change-answers.ts';

type SecondaryAnswer = NewAnswer & { readonly record: InviteeAnswersResult['secondaryQuestionsAnswer'][number] };

/** Stores the answers of a lead who submitted an event's form without booking. The event may disqualify such leads. */
export function insertInviteeAnswers(
  { db, principal }: CallerContext,
  input: InviteeAnswersInput,
): Promise<InviteeAnswersResult> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    if (input.contactId === undefined) await lockAddresses(client, workspaceId, [inviteeOf(input).email]);
    const event = await lockLiveEvent(client, workspaceId, input.linkPrefix);
    if (!event) throw recordNotFound('linkPrefix', 'RECORD_NOT_FOUND');
    const matched = requireQuestions(event, input);
    const secondary = await requireSecondaryAnswers(client, workspaceId, input);
    const isDisqualified = (known?: Contact) =>
      event.disqualifiesLeads || meetsRule(event, { input, secondary, known });
    const contact = await findOrCreateContact(client, workspaceId, input, isDisqualified);
    const target = { workspaceId, eventId: event.id, contactId: contact.id };
    const inviteeQuestionAnswers = await insert(client, target, matched);
    await changeAnswers(client, workspaceId, { column: 'contactId', id: contact.id }, secondary);
    const { status } = isDisqualified(contact) ? await disqualify(client, workspaceId, contact) : contact;
    return {
      eventId: event.id,
      linkPrefix: event.linkPrefix,
      contactId: contact.id,
      status,
      inviteeQuestionAnswers,
      secondaryQuestionsAnswer: secondary.map(({ record }) => record),
    };
  });
}

/** True if the lead meets a rule of the event. The contact supplies an e-mail or phone number that the answers lack. */
function meetsRule(
  { disqualificationRules }: LiveEvent,
  {
    input: { inviteeQuestionAnswers: questions },
    secondary,
    known,
  }: {
    readonly input: InviteeAnswersInput;
    readonly secondary: readonly SecondaryAnswer[];
    readonly known: Contact | undefined;
  },
): boolean {
  const invitee = withContact(inviteeOf({ inviteeQuestionAnswers: questions }), known);
  return disqualifies(disqualificationRules, { invitee, questions, fields: secondary.map(({ record }) => record) });
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
 * Finds the contact by id, or by the first e-mail or else phone number among the answers. Otherwise creates it from the
 * answers, already disqualified if the event disqualifies the lead.
 */
async function findOrCreateContact(
  client: ClientBase,
  workspaceId: number,
  { contactId, inviteeQuestionAnswers, referrer }: InviteeAnswersInput,
  isDisqualified: () => boolean,
): Promise<Contact> {
  if (contactId !== undefined) {
    const contact = await lockContactOrKept(client, workspaceId, contactId);
    if (!contact) throw recordNotFound('contactId');
    return contact;
  }
  const invitee = inviteeOf({ inviteeQuestionAnswers });
  const known = await lockContactOf(client, workspaceId, invitee);
  if (known) return known;
  const status = isDisqualified() ? 'DISQUALIFIED' : undefined;
  return (await createMissingContact(client, workspaceId, { ...invitee, referrer, status })).contact;
}

/** Disqualifies the contact. Records events only if its status changes. */
async function disqualify(client: ClientBase, workspaceId: number, before: Contact): Promise<Contact> {
  const { contact, events } = await changeContact(client, workspaceId, before, { status: 'DISQUALIFIED' });
  if (events.length > 0) await recordEvents(client, workspaceId, events);
  return contact;
}
