import type { ClientBase } from 'pg';
import { readContactNotes } from '#src/db/reads/contact-notes.ts';
import { contactNoteWrites } from '#src/db/writes/contact-notes.ts';
import { countRows, lockForChange } from '#src/db/writes/rows.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import {
  type ContactNote,
  type ContactNoteListInput,
  type ContactNotePage,
  type CreateContactNoteInput,
  contactNoteOrder,
  maxNotes,
  type UpdateContactNoteInput,
} from '#src/domain/contacts/note.ts';
import { fieldError, recordNotFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { type Principal, requireOwner } from '#src/domain/principal/policy.ts';
import { changesOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { recordTimes, searchWords } from '../filters.ts';
import { requireBelow } from '../limits.ts';
import { requireNamed } from '../named-records.ts';
import { readPage } from '../pages.ts';

/** A page of the notes about contacts. Every member sees all of the workspace. */
export function listContactNotes(context: CallerContext, input: ContactNoteListInput): Promise<ContactNotePage> {
  const { db, principal } = context;
  return readPage(context, { list: 'contactNotes', input, defaults: contactNoteOrder }, (query, filters) => {
    return readContactNotes(db, {
      ...query,
      ...recordTimes(filters, principal.timeZone),
      contactId: filters.contactId,
      eventCallId: filters.eventCallId,
      userIds: filters.userIds,
      orderColumn: filters.orderColumn,
      orderBy: filters.orderBy,
      searchWords: searchWords(filters.search),
    });
  });
}

/** Creates a note of the caller. */
export function createContactNote(
  { db, principal }: CallerContext,
  input: CreateContactNoteInput,
): Promise<ContactNote> {
  const { workspaceId, userId } = principal;
  const { contactId } = input;
  return db.write(async (client) => {
    await requireCallWith(client, principal, input);
    const contact = { table: 'Contact', id: contactId, workspaceId, visible: undefined } as const;
    if (!(await lockForChange(client, contact))) throw recordNotFound('contactId');
    const notes = { table: 'ContactNote', condition: '"contactId" = $2', values: [contactId] };
    const message = `A contact can have at most ${maxNotes.toLocaleString('en')} notes`;
    requireBelow(maxNotes, await countRows(client, workspaceId, notes), message);
    const note = await contactNoteWrites.insert(client, workspaceId, { ...input, userId });
    await recordEvent(client, workspaceId, { kind: 'note.created', data: note });
    return note;
  });
}

/** Updates the present fields of a note of the caller; null clears the call. */
export function updateContactNote(
  { db, principal }: CallerContext,
  { id, ...fields }: UpdateContactNoteInput,
): Promise<ContactNote> {
  return db.write(async (client) => {
    const before = await lockNote(client, principal, id);
    requireOwner('ContactNote', 'change', principal, before);
    const changes = changesOf(before, fields);
    if (!changes) return before;
    await requireCallWith(client, principal, { contactId: before.contactId, eventCallId: changes.eventCallId });
    return contactNoteWrites.update(client, [principal.workspaceId, id], changes);
  });
}

/** Deletes a note, and returns it as it was. */
export function deleteContactNote({ db, principal }: CallerContext, { id }: ById): Promise<ContactNote> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const note = await lockNote(client, principal, id);
    requireOwner('ContactNote', 'delete', principal, note);
    await contactNoteWrites.remove(client, [workspaceId, id]);
    await recordEvent(client, workspaceId, { kind: 'note.deleted', data: note });
    return note;
  });
}

async function lockNote(client: ClientBase, { workspaceId }: Principal, id: number): Promise<ContactNote> {
  const note = await contactNoteWrites.lock(client, id, { workspaceId, visible: undefined });
  if (!note) throw recordNotFound('id');
  return note;
}

/** Requires that the call that a note names, if any, is visible and with the contact. */
async function requireCallWith(
  client: ClientBase,
  principal: Principal,
  { contactId, eventCallId }: { readonly contactId: number; readonly eventCallId?: number | null | undefined },
): Promise<void> {
  if (typeof eventCallId !== 'number') return;
  const columns = ['contactId'] as const;
  const named = { table: 'EventCall', id: eventCallId, columns } as const;
  const call = await requireNamed<{ contactId: number | null }>(client, principal, named);
  if (call.contactId !== contactId) throw fieldError('eventCallId', 'conflict', 'Must be a call with the contact');
}
