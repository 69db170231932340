import type { ClientBase } from 'pg';
import type { ContactNote, UpdateContactNoteInput } from '#src/domain/contacts/note.ts';
import { contactNotes } from '../reads/contact-notes.ts';
import { recordWrites } from './record-writes.ts';

export const contactNoteWrites = recordWrites<
  ContactNote,
  Pick<UpdateContactNoteInput, 'text' | 'eventCallId'> & Partial<Pick<ContactNote, 'contactId' | 'userId'>>
>({ table: 'ContactNote', reader: contactNotes });

export interface NoteAbout {
  readonly id: string;
  readonly text: string;
  readonly isCut: boolean;
}

/** The notes about contacts with the beginnings of their texts, also deleted ones, as far as events still have them. */
export async function notesAbout(
  client: ClientBase,
  workspaceId: number,
  contactIds: readonly number[],
): Promise<NoteAbout[]> {
  const { rows } = await client.query<NoteAbout>(
    `SELECT "id"::text, left("text", 100) AS "text", char_length("text") > 100 AS "isCut" FROM "ContactNote"
     WHERE "workspaceId" = $1 AND "contactId" = ANY ($2::int[])
     UNION SELECT "payload" ->> 'id', left("payload" ->> 'text', 100), char_length("payload" ->> 'text') > 100 FROM "WebhookEvent"
     WHERE "workspaceId" = $1 AND "kind" IN ('note.created', 'note.deleted') AND "payload" ->> 'contactId' = ANY ($3::text[])`,
    [workspaceId, contactIds, contactIds.map(String)],
  );
  return rows;
}
