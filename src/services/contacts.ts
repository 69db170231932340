import pg, { type ClientBase } from 'pg';
import { readContact, readContacts } from '#src/db/reads/contacts.ts';
import { isMember, lockContact, upsertContact, updateContact as writeContact } from '#src/db/writes/contacts.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type {
  Contact,
  ContactDetail,
  ContactDetailInput,
  ContactListInput,
  ContactPage,
  CreateContactInput,
  UpdateContactInput,
} from '#src/domain/contacts/contact.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CallerContext } from './context.ts';
import { nonEmpty, pageQuery } from './filters.ts';

/** A page of the workspace's contacts. Every member sees all of them. */
export function listContacts({ db, principal }: CallerContext, input: ContactListInput): Promise<ContactPage> {
  return readContacts(db, {
    ...pageQuery(principal, input),
    statuses: nonEmpty(input.status),
    userIds: nonEmpty(input.userIds),
  });
}

/** One contact with its custom field answers, by id or by e-mail. */
export async function getContact({ db, principal }: CallerContext, input: ContactDetailInput): Promise<ContactDetail> {
  const contact = await readContact(db, principal.workspaceId, input);
  if (!contact) throw new DomainError('NOT_FOUND');
  return contact;
}

export interface CreatedContact {
  readonly contact: Contact;
  /** False when a contact with this e-mail existed and was updated. */
  readonly created: boolean;
}

/** Creates a contact, or updates the contact that has this e-mail, and records the event. */
export function createContact({ db, principal }: CallerContext, input: CreateContactInput): Promise<CreatedContact> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    await requireMemberAsOwner(client, workspaceId, input.userId);
    const { contact, created, previousStatus } = await upsertContact(client, workspaceId, input);
    await recordEvent(client, workspaceId, created ? 'contact.created' : 'contact.updated', contact);
    if (!created) await recordStatusChange(client, workspaceId, contact, previousStatus);
    return { contact, created };
  });
}

/** Changes the present fields; null clears a field. A contact always keeps an e-mail or a phone number. */
export async function updateContact({ db, principal }: CallerContext, input: UpdateContactInput): Promise<Contact> {
  const { workspaceId } = principal;
  const { contactId, ...fields } = input;
  try {
    return await db.write(async (client) => {
      const before = await lockContact(client, workspaceId, contactId);
      if (!before) throw new DomainError('NOT_FOUND');
      const { email = before.email, phoneNumber = before.phoneNumber } = fields;
      if (!(email ?? phoneNumber)) throw validationError({}, ['An email or a phoneNumber is required']);
      await requireMemberAsOwner(client, workspaceId, fields.userId);
      const contact = await writeContact(client, workspaceId, contactId, fields);
      await recordEvent(client, workspaceId, 'contact.updated', contact);
      await recordStatusChange(client, workspaceId, contact, before.status);
      return contact;
    });
  } catch (error) {
    throw isEmailTaken(error) ? validationError({ email: ['Another contact has this email'] }) : error;
  }
}

/** The owner of a contact must be a member of its workspace. */
async function requireMemberAsOwner(
  client: ClientBase,
  workspaceId: number,
  userId: number | null | undefined,
): Promise<void> {
  if (userId === undefined || userId === null || (await isMember(client, workspaceId, userId))) return;
  throw validationError({ userId: ['Must be a member of the workspace'] });
}

export async function recordStatusChange(
  client: ClientBase,
  workspaceId: number,
  contact: Contact,
  previousStatus: Contact['status'] | undefined,
): Promise<void> {
  if (previousStatus === undefined || previousStatus === contact.status) return;
  await recordEvent(client, workspaceId, 'contact.status_changed', { ...contact, previousStatus });
}

function isEmailTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'Contact_email_key';
}
