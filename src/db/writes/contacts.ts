import type { ClientBase } from 'pg';
import type { Contact, ContactFields } from '#src/domain/contacts/contact.ts';
import { randomBase62 } from '#src/lib/base62.ts';
import { contactColumns } from '../reads/contacts.ts';

/** The columns that an input may write. An absent field keeps its value, or gets the column's default. */
const writable = [
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'tag',
  'timeZone',
  'country',
  'userId',
  'status',
  'utm',
  'joinedTime',
] as const satisfies readonly (keyof ContactFields)[];

interface ColumnValues {
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

function columnValues(fields: ContactFields): ColumnValues {
  const names = writable.filter((name) => fields[name] !== undefined);
  return { names, values: names.map((name) => (name === 'utm' ? JSON.stringify(fields.utm) : fields[name])) };
}

export interface Upserted {
  readonly contact: Contact;
  readonly created: boolean;
  /** The status before the update; undefined for a new contact. */
  readonly previousStatus: Contact['status'] | undefined;
}

/**
 * Inserts a contact, or updates the one that has this e-mail. The insert waits for other transactions that write the same
 * e-mail, so two parallel calls create one contact. An existing contact is locked, so its status before the update is known.
 */
export async function upsertContact(client: ClientBase, workspaceId: number, fields: ContactFields): Promise<Upserted> {
  const inserted = await insertContact(client, workspaceId, fields);
  if (inserted) return { contact: inserted, created: true, previousStatus: undefined };
  const before = await lockContactByEmail(client, workspaceId, fields.email);
  // The contact may have changed its e-mail between the two statements.
  if (!before) return upsertContact(client, workspaceId, fields);
  const contact = await updateContact(client, workspaceId, before.id, fields);
  return { contact, created: false, previousStatus: before.status };
}

/** Returns undefined when the e-mail is taken. */
async function insertContact(
  client: ClientBase,
  workspaceId: number,
  fields: ContactFields,
): Promise<Contact | undefined> {
  const { names, values } = columnValues(fields);
  const columns = ['workspaceId', 'previewId', ...names].map((name) => `"${name}"`).join(', ');
  const placeholders = ['$1', '$2', ...names.map((_, index) => `$${index + 3}`)].join(', ');
  const { rows } = await client.query<Contact>(
    `INSERT INTO "Contact" AS r (${columns}) VALUES (${placeholders})
     ON CONFLICT ("workspaceId", lower("email")) DO NOTHING RETURNING ${contactColumns}`,
    [workspaceId, `contact_${randomBase62(22)}`, ...values],
  );
  return rows[0];
}

/** Locks the contact until the transaction ends and reads it. */
export async function lockContact(
  client: ClientBase,
  workspaceId: number,
  contactId: number,
): Promise<Contact | undefined> {
  const { rows } = await client.query<Contact>(
    `SELECT ${contactColumns} FROM "Contact" r WHERE r."workspaceId" = $1 AND r."id" = $2 FOR UPDATE`,
    [workspaceId, contactId],
  );
  return rows[0];
}

export async function lockContactByEmail(
  client: ClientBase,
  workspaceId: number,
  email: string | null | undefined,
): Promise<Contact | undefined> {
  const { rows } = await client.query<Contact>(
    `SELECT ${contactColumns} FROM "Contact" r WHERE r."workspaceId" = $1 AND lower(r."email") = lower($2) FOR UPDATE`,
    [workspaceId, email],
  );
  return rows[0];
}

export async function updateContact(
  client: ClientBase,
  workspaceId: number,
  contactId: number,
  fields: ContactFields,
): Promise<Contact> {
  const { names, values } = columnValues(fields);
  const updates = [...names.map((name, index) => `"${name}" = $${index + 3}`), '"updatedAt" = now()'].join(', ');
  const { rows } = await client.query<Contact>(
    `UPDATE "Contact" r SET ${updates} WHERE r."workspaceId" = $1 AND r."id" = $2 RETURNING ${contactColumns}`,
    [workspaceId, contactId, ...values],
  );
  return rows[0] as Contact;
}

export async function isMember(client: ClientBase, workspaceId: number, userId: number): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2', [
    workspaceId,
    userId,
  ]);
  return rows.length > 0;
}
