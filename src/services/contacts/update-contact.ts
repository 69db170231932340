import pg from 'pg';
import { lockContact, updateContact as write } from '#src/db/writes/contacts.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { Contact, UpdateContactInput } from '#src/domain/contacts/contact.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { recordStatusChange } from './create-contact.ts';
import { requireOwner } from './require-owner.ts';

/** Changes the fields that are given; null clears one. A contact always keeps an e-mail or a phone number. */
export async function updateContact({ db, principal }: CallerContext, input: UpdateContactInput): Promise<Contact> {
  const { workspaceId } = principal;
  const { contactId, ...fields } = input;
  try {
    return await db.write(async (client) => {
      const before = await lockContact(client, workspaceId, contactId);
      if (!before) throw new DomainError('NOT_FOUND');
      requireAddress({ ...before, ...definedOf(fields) });
      await requireOwner(client, workspaceId, fields.userId);
      const contact = await write(client, workspaceId, contactId, fields);
      await recordEvent(client, workspaceId, 'contact.updated', contact);
      await recordStatusChange(client, workspaceId, contact, before.status);
      return contact;
    });
  } catch (error) {
    throw isEmailTaken(error) ? validationError({ email: ['Another contact has this email'] }) : error;
  }
}

function requireAddress({ email, phoneNumber }: Pick<Contact, 'email' | 'phoneNumber'>): void {
  if (email ?? phoneNumber) return;
  throw validationError({}, ['An email or a phoneNumber is required']);
}

function definedOf<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}

function isEmailTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'Contact_email_key';
}
