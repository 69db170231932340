import type { ClientBase } from 'pg';
import { readContactNotes } from '#src/db/reads/contact-notes.ts';
import { contactNoteWrites } from '#src/db/writes/contact-notes.ts';
import { isMember } from '#src/db/writes/contacts.ts';
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
    // The author is locked before the contact, as where a member is removed.
    await isMember(client, workspaceId, userId);
    const call = await namedCall(client, principal, input.eventCallId);
    await requireNamed(client, principal, { table: 'Contact', id: contactId, lock: lockForChange });
    requireCallWith(call, contactId);
    const notes = { table: 'ContactNote', condition: '"contactId" = $2', values: [contactId] };
    const message = `A contact can have at most ${maxNotes.toLocaleString('en')} notes`;
    requireBelow(maxNotes, await countRows(client, workspaceId, notes), message, 'contactId');
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
    requireCallWith(await namedCall(client, principal, changes.eventCallId), before.contactId);
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

/** The call that a note names, which the caller must see; undefined if it names none. */
async function namedCall(
  client: ClientBase,
  principal: Principal,
  id: number | null | undefined,
): Promise<{ readonly contactId: number | null } | undefined> {
  if (typeof id !== 'number') return undefined;
  const columns = ['contactId'] as const;
  return requireNamed<{ contactId: number | null }>(client, principal, { table: 'EventCall', id, columns });
}

function requireCallWith(call: { readonly contactId: number | null } | undefined, contactId: number): void {
  if (call && call.contactId !== contactId)
    throw fieldError('eventCallId', 'conflict', 'Must be a call with the contact');
}
