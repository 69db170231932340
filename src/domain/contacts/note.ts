import { z } from 'zod';
import { id, idList, namesChange, nonBlank, text } from '#src/domain/input.ts';
import { defaultOrder, orderOf, pageOf, recordTimes } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';

/** The longest text of a note, in characters. */
const maxTextLength = 10_000;

export const contactNoteRecord = {
  id: field.int('Note id.'),
  contactId: field.int('Contact id of the contact that the note is about.'),
  userId: field.int('User id of the author.'),
  text: field.string('The text of the note, plain text with line breaks.').personal(),
  eventCallId: field.int('Id of the call that the note was written about.').nullable(),
  createdAt: field.dateTime('When the note was created.'),
  updatedAt: field.dateTime('When the note was last changed.'),
};
export interface ContactNote extends RecordOf<typeof contactNoteRecord> {}

export type ContactNotePage = Page<'notes', ContactNote>;

/** The maximum per contact. */
export const maxNotes = 1000;

export const contactNoteOrderColumns = ['createdAt', 'updatedAt', 'id'] as const;
export const contactNoteOrder = defaultOrder(contactNoteOrderColumns);

export const contactNoteListInput = z.object({
  ...pageOf('Notes'),
  contactId: id().optional().describe('Only notes about this contact.'),
  eventCallId: id().optional().describe('Only notes about this call.'),
  userIds: idList().optional().describe('Only notes of these authors, by user id.'),
  search: text(200).optional().describe('Free text: each word must occur in the text; case-insensitive.'),
  ...recordTimes(),
  ...orderOf('notes', contactNoteOrderColumns),
});

export type ContactNoteListInput = z.output<typeof contactNoteListInput>;

const noteText = nonBlank(maxTextLength).describe(
  'The text of the note: plain text with line breaks, at most 10,000 characters.',
);
const eventCallId = id()
  .nullish()
  .describe('Id of the call that the note is about: a call with the contact that you can see. Null for none.');

export const createContactNoteInput = z.object({
  contactId: id().describe('Contact id of the contact that the note is about.'),
  text: noteText,
  eventCallId,
});

const noteId = id().describe('Note id.');

export const updateContactNoteInput = z
  .object({ id: noteId, text: noteText.optional(), eventCallId })
  .refine(...namesChange('id'));

export const deleteContactNoteInput = z.object({ id: noteId });

export type CreateContactNoteInput = z.output<typeof createContactNoteInput>;
export type UpdateContactNoteInput = z.output<typeof updateContactNoteInput>;
