import type { ClientBase } from 'pg';
import type { ContactNote, UpdateContactNoteInput } from '#src/domain/contacts/note.ts';
import type { RecordKey } from '../keys.ts';
import { contactNotes } from '../reads/contact-notes.ts';
import { recordWrites } from './record-writes.ts';

export const contactNoteWrites = recordWrites<
  ContactNote,
  Pick<UpdateContactNoteInput, 'text' | 'eventCallId'> & Partial<Pick<ContactNote, 'contactId' | 'userId'>>
>({ table: 'ContactNote', reader: contactNotes });

/** The texts of a contact's notes, also of deleted ones, as far as events still have them. */
export async function textsOfNotes(client: ClientBase, [workspaceId, contactId]: RecordKey): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT "text" FROM "ContactNote" WHERE "workspaceId" = $1 AND "contactId" = $2
     UNION SELECT "payload" ->> 'text' FROM "WebhookEvent"
     WHERE "workspaceId" = $1 AND "kind" IN ('note.created', 'note.deleted') AND "payload" ->> 'contactId' = $3`,
    [workspaceId, contactId, String(contactId)],
  );
  return rows.map(({ text }) => text);
}
