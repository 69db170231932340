import type { ClientBase } from 'pg';
import { upsertContact } from '#src/db/writes/contacts.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { Contact, CreateContactInput } from '#src/domain/contacts/contact.ts';
import type { CallerContext } from '../context.ts';
import { requireOwner } from './require-owner.ts';

export interface CreatedContact {
  readonly contact: Contact;
  /** False when a contact with this e-mail was there already and has been updated. */
  readonly created: boolean;
}

/** Creates a contact, or updates the one that has this e-mail, with the event that tells of it. */
export function createContact({ db, principal }: CallerContext, input: CreateContactInput): Promise<CreatedContact> {
  const { workspaceId } = principal;
  return db.write(async (client) => {
    await requireOwner(client, workspaceId, input.userId);
    const { contact, created, previousStatus } = await upsertContact(client, workspaceId, input);
    await recordEvent(client, workspaceId, created ? 'contact.created' : 'contact.updated', contact);
    if (!created) await recordStatusChange(client, workspaceId, contact, previousStatus);
    return { contact, created };
  });
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
