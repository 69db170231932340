import type { ClientBase } from 'pg';
import type { ContactNote, UpdateContactNoteInput } from '#src/domain/contacts/note.ts';
import type { RecordKey } from '../keys.ts';
import { contactNotes } from '../reads/contact-notes.ts';
import { recordWrites } from './record-writes.ts';

export const contactNoteWrites = recordWrites<
  ContactNote,
  Pick<UpdateContactNoteInput, 'text' | 'eventCallId'> & Partial<Pick<ContactNote, 'contactId' | 'userId'>>
>({ table: 'ContactNote', reader: contactNotes });

/** How the texts of a contact's notes begin, also of deleted ones, as far as events still have them. */
export async function textsOfNotes(
  client: ClientBase,
  [workspaceId, contactId]: RecordKey,
): Promise<{ readonly text: string; readonly isCut: boolean }[]> {
  const { rows } = await client.query<{ text: string; isCut: boolean }>(
    `SELECT left("text", 100) AS "text", char_length("text") > 100 AS "isCut" FROM "ContactNote"
     WHERE "workspaceId" = $1 AND "contactId" = $2
     UNION SELECT left("payload" ->> 'text', 100), char_length("payload" ->> 'text') > 100 FROM "WebhookEvent"
     WHERE "workspaceId" = $1 AND "kind" IN ('note.created', 'note.deleted') AND "payload" ->> 'contactId' = $3`,
    [workspaceId, contactId, String(contactId)],
  );
  return rows;
}
