import { readContact } from '#src/db/reads/contacts/read-contact.ts';
import type { ContactDetail, ContactDetailInput } from '#src/domain/contacts/contact.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';

/** One contact with its custom field answers, by id or by e-mail. */
export async function getContact({ db, principal }: CallerContext, input: ContactDetailInput): Promise<ContactDetail> {
  const contact = await readContact(db, principal.workspaceId, input);
  if (!contact) throw new DomainError('NOT_FOUND');
  return contact;
}
