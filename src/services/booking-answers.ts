import type { ClientBase } from 'pg';
import { memberInputTypes } from '#src/db/reads/public-events.ts';
import type { BookableRules } from '#src/db/reads/scheduling.ts';
import { insertContact, lockContact, lockContactByEmail, lockContactByPhone } from '#src/db/writes/contacts.ts';
import {
  insertInviteeAnswers,
  type LockedField,
  putAnswer,
  shareLockFields,
} from '#src/db/writes/custom-field-answers.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import type { InviteeAnswer } from '#src/domain/custom-fields/answer.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CreateEventCallInput } from '#src/domain/event-calls/booking.ts';
import type { Invitee } from '#src/domain/event-calls/invitee.ts';
import {
  fieldLookup,
  findField,
  requireField,
  requireValidAnswer,
  wrongTarget,
} from './custom-fields/answer-custom-fields.ts';

/** Who books: a member with a credential, or an invitee, who learns and changes nothing of what the workspace knew before. */
export interface Booker {
  readonly workspaceId: number;
  readonly isInvitee: boolean;
}

interface SecondaryAnswer {
  readonly field: LockedField;
  readonly answer: readonly string[];
}

const name = 'secondaryQuestionsAnswer';

/** The answers to custom fields as they are stored. Every required question of the event must have one. */
export async function requireSecondaryAnswers(
  client: ClientBase,
  { workspaceId, isInvitee }: Booker,
  { rules, input }: { readonly rules: BookableRules; readonly input: Pick<CreateEventCallInput, typeof name> },
): Promise<SecondaryAnswer[]> {
  const requested = input[name];
  const fields = requested.length === 0 ? [] : await shareLockFields(client, workspaceId, fieldLookup(requested));
  const questions = rules.secondaryQuestions.filter((each) => !isInvitee || !memberInputTypes.includes(each.inputType));
  const askedIds = new Set(questions.map(({ customFieldId }) => customFieldId));
  const asked = fields.filter(({ id }) => askedIds.has(id));
  const answers = requested.map((each) => {
    // An invitee cannot find out which other fields there are.
    const field = findField(asked, each, 'CALL') ?? requireField(isInvitee ? [] : fields, each, 'CALL');
    if (field.type !== 'CALL' && field.type !== 'CONTACT') throw validationError({ [name]: [wrongTarget(field)] });
    return { field, answer: requireValidAnswer(field, each.answer, name) };
  });
  if (new Set(answers.map(({ field }) => field.id)).size < answers.length) {
    throw validationError({ [name]: ['Must name each field once'] });
  }
  const answered = new Set(answers.flatMap(({ field, answer }) => (answer.length > 0 ? field.id : [])));
  const missing = questions.find((each) => each.required && !answered.has(each.customFieldId));
  if (missing) throw validationError({ [name]: [`Must answer the question: ${missing.name}`] });
  return answers;
}

/** Locks the contact of a booking: by id, by e-mail, or where no e-mail is given by phone number. */
export async function findInvitee(
  client: ClientBase,
  workspaceId: number,
  { contactId, invitee: { email, phoneNumber } }: { contactId: number | undefined; invitee: Invitee },
): Promise<Contact | undefined> {
  if (contactId !== undefined) {
    const contact = await lockContact(client, workspaceId, contactId);
    if (!contact) throw new DomainError('NOT_FOUND');
    return contact;
  }
  if (email !== undefined) return lockContactByEmail(client, workspaceId, email);
  return phoneNumber === undefined ? undefined : lockContactByPhone(client, workspaceId, phoneNumber);
}

/** Creates the contact of a booking, unless another request has done so meanwhile: then it stays as it is. */
export async function createInvitee(
  client: ClientBase,
  workspaceId: number,
  { invitee, timeZone, utm }: Pick<CreateEventCallInput, 'timeZone' | 'utm'> & { readonly invitee: Invitee },
): Promise<{ contact: Contact; isNew: boolean }> {
  for (;;) {
    const contact = await insertContact(client, workspaceId, { ...invitee, timeZone, utm });
    if (contact) {
      await recordEvent(client, workspaceId, 'contact.created', contact);
      return { contact, isNew: true };
    }
    const found = await findInvitee(client, workspaceId, { contactId: undefined, invitee });
    if (found) return { contact: found, isNew: false };
  }
}

/** Stores the answers with the call; those to fields of contacts also with the contact, whose stage and budget they may be. */
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
  for (const { field, answer } of secondary) {
    if (answer.length === 0) continue;
    const key = [target.workspaceId, field.id] as const;
    await putAnswer(client, key, { column: 'eventCallId', id: target.eventCallId }, answer);
    if (field.type !== 'CONTACT' || !changesContact) continue;
    await putAnswer(client, key, { column: 'contactId', id: target.contactId }, answer);
  }
}
