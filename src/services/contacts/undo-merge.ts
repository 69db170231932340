import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { lockCallsWith } from '#src/db/writes/calls-of-contact.ts';
import { changedRecords, deleteMerge, moveRecords, readMerge, restoreContact } from '#src/db/writes/contact-merges.ts';
import { addressesOfOthers, lockAddresses, lockContact } from '#src/db/writes/contacts.ts';
import { type LockedField, putAnswer, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import type { Contact, ContactFields } from '#src/domain/contacts/contact.ts';
import type { MergedAnswer, MergeState, UndoMergeContactsInput } from '#src/domain/contacts/merge.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { type DomainError, fieldError, recordNotFound } from '#src/domain/errors.ts';
import { requireMerging } from '#src/domain/principal/policy.ts';
import { isEqual } from '#src/lib/is-equal.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changesOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { lockAssigned } from './assign-contact.ts';
import { answerReader, answerTo, salesMoved, writeAnswers, writeFields } from './merge-contacts.ts';

/**
 * Restores a merged contact and the fields of the kept one, and moves back what had moved, unless some of it was changed since.
 * Records that came after the merge stay with the kept contact, unless they belong to a record that goes back.
 */
export function undoMergeContacts(
  context: CallerContext,
  { mergedContactId }: UndoMergeContactsInput,
): Promise<Contact> {
  const { db, principal, clock } = context;
  requireMerging(principal);
  const { workspaceId } = principal;
  const key = [workspaceId, mergedContactId] as const;
  return db.write(async (client) => {
    const now = clock.now();
    const { contactId, state } = requireUndoable(await readMerge(client, key, now));
    const { contact, kept, moved } = state;
    const emails = [contact.email, contact.secondaryEmail].filter((email) => typeof email === 'string');
    await lockAddresses(client, workspaceId, [...emails, kept.before.email, kept.before.secondaryEmail]);
    await requireMembers(client, workspaceId, state);
    const customFields = await lockAnswered(client, workspaceId, state);
    await lockCallsWith(client, [workspaceId, contactId], now);
    const present = await lockContact(client, workspaceId, contactId);
    if (!present) throw recordNotFound('mergedContactId');
    if (kept.contactId !== contactId) throw mergedAgain(contactId);
    // Another request may have undone it meanwhile.
    if (!(await deleteMerge(client, key))) throw recordNotFound('mergedContactId');
    const answers = await answerReader(client, workspaceId, customFields)(contactId);
    const changed = [
      ...Object.keys(changesOf(present, kept.after) ?? {}).map((name) => `${name} of contact ${contactId}`),
      ...changedAnswers(customFields, answers, state),
    ];
    if (changed.length > 0) throw changedSince(changed);
    await requireFreeAddresses(client, [workspaceId, contactId], kept.before);
    const events = await writeFields(client, workspaceId, { before: present, changes: kept.before });
    await requireFreeAddresses(client, key, contact);
    const restored = await restoreContact(client, workspaceId, { ...contact, updatedAt: now.toISOString() });
    if (restored === undefined) throw emailTaken(contact.email);
    for (const { customFieldId, answer } of state.answers) {
      if (!fieldOf(customFields, customFieldId)) continue;
      await putAnswer(client, [workspaceId, customFieldId], { column: 'contactId', id: restored }, answer);
    }
    const back = await moveRecords(client, workspaceId, { from: contactId, to: restored, only: moved });
    const left = await changedRecords(client, workspaceId, { restored, moved });
    if (left.length > 0) throw changedSince(left.map(({ type, id }) => `${type} ${id}`));
    const merge = { id: contactId, mergedContactId };
    await recordEvents(client, workspaceId, [{ kind: 'contact.merge_undone', data: merge }, ...events]);
    await writeAnswers(client, workspaceId, { contactId, customFields, answers: kept.answersBefore });
    await recordEvents(client, workspaceId, salesMoved(back, contactId));
    const contactAgain = (await lockContact(client, workspaceId, restored)) as Contact;
    await recordAudit(
      client,
      context,
      'contact.merge_undone',
      contactId,
      auditedChanges({ mergedContactId: restored }),
    );
    return contactAgain;
  });
}

function requireUndoable(merge: Awaited<ReturnType<typeof readMerge>>): { contactId: number; state: MergeState } {
  if (!merge) throw recordNotFound('mergedContactId');
  const { contactId, state } = merge;
  if (state) return { contactId, state };
  throw cannotUndo('more than an hour has passed');
}

function cannotUndo(reason: string): DomainError {
  return fieldError('mergedContactId', 'invalid_state', `The merge cannot be undone: ${reason}`);
}

function mergedAgain(contactId: number): DomainError {
  return cannotUndo(`the kept contact was merged into contact ${contactId} since. Undo that first`);
}

function changedSince(changed: readonly string[]): DomainError {
  return cannotUndo(`since then, somebody has changed ${changed.join(', ')}`);
}

/** Requires that no other contact has got an address that a contact gets back. The addresses are locked. */
async function requireFreeAddresses(
  client: ClientBase,
  key: RecordKey,
  { email, secondaryEmail }: Pick<ContactFields, 'email' | 'secondaryEmail'>,
): Promise<void> {
  const emails = [email, secondaryEmail].filter((each) => typeof each === 'string');
  const taken = await addressesOfOthers(client, key, emails);
  const other = emails.find((each) => taken.has(each.toLowerCase()));
  if (other !== undefined) throw emailTaken(other);
}

function emailTaken(email: string | null): DomainError {
  return changedSince([`the email ${email}, which another contact has now`]);
}

/** Locks the members whom the contacts get back, who must still be in the workspace. */
async function requireMembers(client: ClientBase, workspaceId: number, { contact, kept }: MergeState): Promise<void> {
  for (const assigned of [contact, kept.before]) {
    const members = await lockAssigned(client, workspaceId, assigned);
    const left = [assigned.userId, assigned.setterId].find((id) => typeof id === 'number' && !members.has(id));
    if (left) throw changedSince([`the membership of user ${left}`]);
  }
}

/** Locks the fields of the answers that are restored. A field that was deleted since has no answers any more. */
function lockAnswered(client: ClientBase, workspaceId: number, { answers, kept }: MergeState): Promise<LockedField[]> {
  const ids = new Set([...answers, ...kept.answersBefore].map(({ customFieldId }) => customFieldId));
  return shareLockFields(client, workspaceId, { ids: [...ids], identifiers: [], userIds: [] });
}

function fieldOf(fields: readonly LockedField[], customFieldId: number): LockedField | undefined {
  return fields.find(({ id }) => id === customFieldId);
}

/** The answers of the kept contact, and the fields of restored answers, that were changed since the merge. */
function changedAnswers(
  fields: readonly LockedField[],
  present: readonly MergedAnswer[],
  { answers, kept }: MergeState,
): string[] {
  const answered = kept.answersAfter.flatMap(({ customFieldId, answer }) => {
    const field = fieldOf(fields, customFieldId);
    return field && !isEqual(answerTo(present, customFieldId).answer, answer) ? [`the answer to ${field.name}`] : [];
  });
  const renamed = [...answers, ...kept.answersBefore].flatMap(({ customFieldId, answer, optionIds }) => {
    const field = fieldOf(fields, customFieldId);
    return field && !isEqual(optionIdsOf(field.options, answer), optionIds) ? [`the options of ${field.name}`] : [];
  });
  return [...answered, ...new Set(renamed)];
}
