import type { ClientBase } from 'pg';
import { readMerges, readPossibleDuplicates } from '#src/db/reads/contact-merges.ts';
import { lockCallsWith } from '#src/db/writes/calls-of-contact.ts';
import {
  insertMerge,
  type MergeParty,
  moveRecords,
  readAnswersOf,
  readParties,
} from '#src/db/writes/contact-merges.ts';
import { deleteContact, lockContact, updateContact } from '#src/db/writes/contacts.ts';
import { type LockedField, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { type ChangeEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import type { Contact } from '#src/domain/contacts/contact.ts';
import {
  type ContactMerge,
  type MergeContactsInput,
  type MergedAnswer,
  mergedFields,
  undoMs,
} from '#src/domain/contacts/merge.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import type { Deal } from '#src/domain/deals/deal.ts';
import { fieldError } from '#src/domain/errors.ts';
import { mergesContacts, requireMerging } from '#src/domain/principal/policy.ts';
import type { Transaction } from '#src/domain/transactions/transaction.ts';
import { isEqual } from '#src/lib/is-equal.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changesOf, previousOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { changeAnswers, type NewAnswer } from '../custom-fields/change-answers.ts';
import { missingContact } from '../named-records.ts';
import { payloadOf } from '../sales/rules.ts';
import { lockAssigned } from './assign-contact.ts';
import { contactChanges } from './contacts.ts';

interface OfContact {
  readonly contactId: number;
}

/** The merges into a contact that can still be undone, latest first. */
export async function listMerges(
  { db, principal, clock }: CallerContext,
  { contactId }: OfContact,
): Promise<ContactMerge[]> {
  // The counts name deals and calls of everybody.
  if (!mergesContacts(principal)) return [];
  return readMerges(db, [principal.workspaceId, contactId], clock.now());
}

/** At most five contacts that may be the same person. */
export function listPossibleDuplicates({ db, principal }: CallerContext, { contactId }: OfContact): Promise<Contact[]> {
  return readPossibleDuplicates(db, [principal.workspaceId, contactId]);
}

/**
 * Merges a contact into another one: its calls, deals, transactions, notes and answers move, and its ids and addresses lead to
 * the kept contact.
 */
export function mergeContacts(
  context: CallerContext,
  { contactId, mergedContactId, fields: chosen, customFieldIds }: MergeContactsInput,
): Promise<ContactMerge> {
  const { db, principal, clock } = context;
  requireMerging(principal);
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const now = clock.now();
    const parties = await readParties(client, workspaceId, [contactId, mergedContactId]);
    const customFields = await lockOthers(client, workspaceId, parties, { mergedContactId, now, customFieldIds });
    const [kept, merged] = await lockBoth(client, workspaceId, { contactId, mergedContactId });
    // Merges into one contact follow each other: the times have their order, in which the last one is undone first.
    const mergedAt = clock.now();
    // Calls that were booked while the contact was not locked yet.
    await lockCallsWith(client, [workspaceId, mergedContactId], mergedAt);
    const { fields, addresses } = mergedFields(kept, merged, chosen);
    const changes = changesOf(kept, fields) ?? {};
    await lockAssigned(client, workspaceId, changes);
    const answersOf = answerReader(client, workspaceId, customFields);
    const [answersBefore, answers] = [await answersOf(contactId), await answersOf(mergedContactId)];
    const answersAfter = changedAnswers(answersBefore, answers, customFieldIds);
    const moved = await moveRecords(client, workspaceId, { from: mergedContactId, to: contactId });
    const undoUntil = new Date(mergedAt.getTime() + undoMs);
    const changedFieldIds = answersAfter.map(({ customFieldId }) => customFieldId);
    const state = {
      contact: merged,
      answers,
      kept: {
        contactId,
        before: previousOf(kept, changes),
        after: changes,
        answersBefore: changedFieldIds.map((id) => answerTo(answersBefore, id)),
        answersAfter,
      },
      moved: moved.ids,
    };
    await insertMerge(client, workspaceId, { state, addresses, mergedAt, undoUntil });
    // The kept contact may take the email of the merged one, which is unique.
    await deleteContact(client, [workspaceId, mergedContactId]);
    const events = await writeFields(client, workspaceId, { before: kept, changes });
    const merge = { id: contactId, mergedContactId };
    await recordEvents(client, workspaceId, [{ kind: 'contact.merged', data: merge }, ...events]);
    await writeAnswers(client, workspaceId, { contactId, customFields, answers: answersAfter });
    await recordEvents(client, workspaceId, salesMoved(moved, mergedContactId));
    await recordAudit(client, context, 'contact.merged', contactId, auditedChanges({ mergedContactId }));
    const counts = Object.fromEntries(
      (['eventCalls', 'deals', 'transactions', 'notes'] as const).map((name) => [name, moved.ids[name].length]),
    ) as Pick<ContactMerge, 'eventCalls' | 'deals' | 'transactions' | 'notes'>;
    const { firstName, lastName, email, phoneNumber, previewId } = merged;
    const name = [firstName, lastName].filter(Boolean).join(' ') || (email ?? phoneNumber);
    const times = { mergedAt: mergedAt.toISOString(), undoUntil: undoUntil.toISOString() };
    return { mergedContactId, previewId, contactId, name, ...counts, ...times };
  });
}

/** Locks what is locked before contacts: members whom the kept contact may get, answered fields, and the calls. */
async function lockOthers(
  client: ClientBase,
  workspaceId: number,
  parties: readonly MergeParty[],
  {
    mergedContactId,
    now,
    customFieldIds,
  }: { readonly mergedContactId: number; readonly now: Date; readonly customFieldIds: readonly number[] },
): Promise<LockedField[]> {
  const merged = parties.find(({ id }) => id === mergedContactId);
  if (merged) await lockAssigned(client, workspaceId, merged);
  const ids = [...new Set([...parties.flatMap(({ answeredFieldIds }) => answeredFieldIds), ...customFieldIds])];
  const fields = await shareLockFields(client, workspaceId, { ids, identifiers: [], userIds: [] });
  customFieldIds.forEach((id, index) => {
    const found = fields.find((field) => field.id === id);
    const path = ['customFieldIds', index];
    if (!found) throw fieldError(path, 'not_found', 'Must be the id of a custom field');
    if (found.type !== 'CONTACT') throw fieldError(path, 'not_allowed', 'Must be a field of contacts');
  });
  await lockCallsWith(client, [workspaceId, mergedContactId], now);
  return fields;
}

/** Locks both contacts in the order of their ids. Of two merges of one contact at once, the second is refused. */
async function lockBoth(
  client: ClientBase,
  workspaceId: number,
  ids: Pick<MergeContactsInput, 'contactId' | 'mergedContactId'>,
): Promise<[kept: Contact, merged: Contact]> {
  const { contactId, mergedContactId } = ids;
  const found = new Map<number, Contact>();
  for (const id of [contactId, mergedContactId].sort((one, other) => one - other)) {
    const contact = await lockContact(client, workspaceId, id);
    if (contact) found.set(id, contact);
  }
  const requireParty = async (path: keyof typeof ids) =>
    found.get(ids[path]) ?? Promise.reject(await missingContact(client, [workspaceId, ids[path]], path));
  return [await requireParty('contactId'), await requireParty('mergedContactId')];
}

/** Reads the answers of a contact. Fields that it answered while it was not locked are locked now. */
export function answerReader(client: ClientBase, workspaceId: number, fields: LockedField[]) {
  return async (contactId: number): Promise<MergedAnswer[]> => {
    const answers = await readAnswersOf(client, [workspaceId, contactId]);
    const ids = answers
      .map(({ customFieldId }) => customFieldId)
      .filter((id) => !fields.some((field) => field.id === id));
    if (ids.length > 0)
      fields.push(...(await shareLockFields(client, workspaceId, { ids, identifiers: [], userIds: [] })));
    return answers.map((answer) => ({ ...answer, optionIds: optionIdsOf(optionsOf(fields, answer), answer.answer) }));
  };
}

function optionsOf(fields: readonly LockedField[], { customFieldId }: { readonly customFieldId: number }) {
  return fields.find(({ id }) => id === customFieldId)?.options ?? [];
}

/** The answer of a contact to a field; one without items if there is none. */
export function answerTo(answers: readonly MergedAnswer[], customFieldId: number): MergedAnswer {
  return answers.find((each) => each.customFieldId === customFieldId) ?? { customFieldId, answer: [], optionIds: [] };
}

/** The answers that the kept contact gets from the merged one. */
function changedAnswers(
  kept: readonly MergedAnswer[],
  merged: readonly MergedAnswer[],
  chosenIds: readonly number[],
): MergedAnswer[] {
  const unanswered = merged
    .map(({ customFieldId }) => customFieldId)
    .filter((id) => answerTo(kept, id).answer.length === 0);
  const taken = [...new Set([...chosenIds, ...unanswered])].map((id) => answerTo(merged, id));
  return taken.filter(({ customFieldId, answer }) => !isEqual(answer, answerTo(kept, customFieldId).answer));
}

interface WrittenFields {
  readonly before: Contact;
  readonly changes: Parameters<typeof updateContact>[2];
}

/** Writes the changed fields of a locked contact. Returns the events. */
export async function writeFields(
  client: ClientBase,
  workspaceId: number,
  { before, changes }: WrittenFields,
): Promise<ChangeEvent[]> {
  if (Object.keys(changes).length === 0) return [];
  const contact = await updateContact(client, [workspaceId, before.id], changes);
  return contactChanges(contact, previousOf(before, changes));
}

interface WrittenAnswers {
  readonly contactId: number;
  readonly customFields: readonly LockedField[];
  readonly answers: readonly MergedAnswer[];
}

/** Stores answers of a locked contact, with their event. */
export async function writeAnswers(
  client: ClientBase,
  workspaceId: number,
  { contactId: id, customFields, answers }: WrittenAnswers,
): Promise<void> {
  const stored = answers.flatMap(({ customFieldId, answer }): NewAnswer[] => {
    const field = customFields.find((each) => each.id === customFieldId);
    return field ? [{ field, answer }] : [];
  });
  await changeAnswers(client, workspaceId, { column: 'contactId', id }, stored);
}

/** The events of deals and transactions that have another contact. */
export function salesMoved(
  { deals, transactions }: { readonly deals: readonly Deal[]; readonly transactions: readonly Transaction[] },
  contactId: number,
): ChangeEvent[] {
  const previous = { contactId };
  return [
    ...deals.map((deal) => ({ kind: 'deal.updated', data: payloadOf(deal), previous }) as const),
    ...transactions.map((each) => ({ kind: 'transaction.updated', data: payloadOf(each), previous }) as const),
  ];
}
