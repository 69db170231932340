import type { Database } from '#src/db/database.ts';
import { type ContactNote, type ContactNotePage, contactNoteRecord } from '#src/domain/contacts/note.ts';
import {
  anyOf,
  containing,
  equal,
  type Read,
  type SearchQuery,
  type TimeQuery,
  timeConditions,
  timeSort,
} from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

interface ContactNoteQuery extends SearchQuery, TimeQuery {
  readonly contactId?: number;
  readonly eventCallId?: number;
  readonly userIds?: readonly number[];
}

export const contactNotes = recordReader<ContactNote>(columnsOfRecord('r', contactNoteRecord));

export async function readContactNotes(db: Database, query: ContactNoteQuery): Promise<Read<ContactNotePage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'contactNotes.list',
    from: '"ContactNote"',
    reader: contactNotes,
    sort: timeSort(query),
    cost: 'page',
    conditions: (values) => [
      ...equal('r."contactId"', 'int', values, query.contactId),
      ...equal('r."eventCallId"', 'int', values, query.eventCallId),
      ...anyOf('r."userId"', 'int', values, query.userIds),
      ...timeConditions('r', values, query),
      ...containing('lower(r."text")', values, query.searchWords),
    ],
  });
  return { notes: records, ...page };
}
