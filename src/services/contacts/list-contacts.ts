import { readContacts } from '#src/db/reads/contacts/read-contacts.ts';
import type { ContactListInput, ContactPage } from '#src/domain/contacts/contact.ts';
import type { CallerContext } from '../context.ts';
import { filled, searchWords } from '../filters.ts';

/** A page of the workspace's contacts; the whole team sees them all. */
export function listContacts({ db, principal }: CallerContext, input: ContactListInput): Promise<ContactPage> {
  return readContacts(db, {
    workspaceId: principal.workspaceId,
    offset: input.page * input.limit,
    limit: input.limit,
    searchWords: searchWords(input.search),
    statuses: filled(input.status),
    userIds: filled(input.userIds),
  });
}
