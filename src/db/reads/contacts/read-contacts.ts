import type { Database } from '#src/db/database.ts';
import { anyOf, containing, readList } from '#src/db/reads/list.ts';
import type { Contact, ContactPage } from '#src/domain/contacts/contact.ts';

export interface ContactQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  readonly statuses?: readonly string[];
  readonly userIds?: readonly number[];
}

export const contactColumns = `r."id", r."previewId", r."firstName", r."lastName", r."email", r."phoneNumber", r."status", r."tag",
  r."timeZone", r."country", r."userId", r."utm", r."joinedTime", r."createdAt", r."updatedAt"`;

/** To the letter the expression of the index `Contact_search_idx`. */
const searchText = `lower(coalesce(r."firstName", '') || ' ' || coalesce(r."lastName", '') || E'\\n' || coalesce(r."email", '')
  || E'\\n' || coalesce(r."phoneNumber", ''))`;

/** Newest first. */
export async function readContacts(db: Database, query: ContactQuery): Promise<ContactPage> {
  const { rows, count } = await readList<Contact>(db, {
    name: 'contacts.list',
    table: 'Contact',
    columns: contactColumns,
    order: 'r."createdAt" DESC, r."id" DESC',
    runner: query.searchWords ? 'pooled' : 'counted',
    ...query,
    conditions: (values) => [
      ...anyOf('r."status"', '"ContactStatus"', values, query.statuses),
      ...anyOf('r."userId"', 'int', values, query.userIds),
      ...containing(searchText, values, query.searchWords),
    ],
  });
  return { contacts: rows, count };
}
