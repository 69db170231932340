import type { ClientBase } from 'pg';
import type { Contact, ContactFields } from '#src/domain/contacts/contact.ts';
import { randomBase62, sha256 } from '#src/lib/crypto.ts';
import { contactColumns } from '../reads/contacts.ts';
import { fixedStatement, queryConfig } from '../statement.ts';
import { presentColumns } from './rows.ts';

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

/** Only these columns, whatever else the input has. */
function columnsOf(fields: ContactFields) {
  const columns = Object.fromEntries(writable.map((name) => [name, fields[name]]));
  return presentColumns({ ...columns, utm: fields.utm && JSON.stringify(fields.utm) });
}

interface Upserted {
  readonly contact: Contact;
  readonly created: boolean;
  /** The status before the update; undefined for a new contact. */
  readonly previousStatus: Contact['status'] | undefined;
}

/**
 * Inserts a contact, or updates the contact that has this e-mail. The insert waits for other transactions that write the same
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

/** Returns undefined when the e-mail is taken. Waits for a transaction that writes the same e-mail. */
export async function insertContact(
  client: ClientBase,
  workspaceId: number,
  fields: ContactFields,
): Promise<Contact | undefined> {
  const { names, placeholders, values } = columnsOf(fields);
  const present = writable.map((name) => (fields[name] === undefined ? '-' : '+')).join('');
  const statement = fixedStatement(
    `contacts.insert${present}`,
    `INSERT INTO "Contact" AS r ("workspaceId", "previewId"${names}) VALUES ($1, $2${placeholders})
     ON CONFLICT ("workspaceId", lower("email")) DO NOTHING RETURNING ${contactColumns}`,
  );
  const row = [workspaceId, `contact_${randomBase62(22)}`, ...values];
  return (await client.query<Contact>(queryConfig(statement, row))).rows[0];
}

const lockById = fixedStatement(
  'contacts.lockById',
  `SELECT ${contactColumns} FROM "Contact" r WHERE r."workspaceId" = $1 AND r."id" = $2 FOR UPDATE`,
);
const lockByEmail = fixedStatement(
  'contacts.lockByEmail',
  `SELECT ${contactColumns} FROM "Contact" r WHERE r."workspaceId" = $1 AND lower(r."email") = lower($2) FOR UPDATE`,
);

/** Locks the contact until the transaction ends and reads it. */
export async function lockContact(
  client: ClientBase,
  workspaceId: number,
  contactId: number,
): Promise<Contact | undefined> {
  return (await client.query<Contact>(queryConfig(lockById, [workspaceId, contactId]))).rows[0];
}

export async function lockContactByEmail(
  client: ClientBase,
  workspaceId: number,
  email: string | null | undefined,
): Promise<Contact | undefined> {
  return (await client.query<Contact>(queryConfig(lockByEmail, [workspaceId, email]))).rows[0];
}

/**
 * Locks the contact with this phone number that was changed last. No unique index keeps two transactions from creating
 * contacts of one number, so the number itself is locked until the transaction ends.
 */
export async function lockContactByPhone(
  client: ClientBase,
  workspaceId: number,
  phoneNumber: string,
): Promise<Contact | undefined> {
  const number = sha256(`phone ${workspaceId} ${phoneNumber}`).readBigInt64BE();
  await client.query('SELECT pg_advisory_xact_lock($1)', [number]);
  const { rows } = await client.query<Contact>(
    `SELECT ${contactColumns} FROM "Contact" r WHERE r."workspaceId" = $1 AND r."phoneNumber" = $2
     ORDER BY r."updatedAt" DESC, r."id" DESC LIMIT 1 FOR UPDATE`,
    [workspaceId, phoneNumber],
  );
  return rows[0];
}

export async function updateContact(
  client: ClientBase,
  workspaceId: number,
  contactId: number,
  fields: ContactFields,
): Promise<Contact> {
  const { updates, values } = columnsOf(fields);
  const { rows } = await client.query<Contact>(
    `UPDATE "Contact" r SET ${updates}"updatedAt" = now() WHERE r."workspaceId" = $1 AND r."id" = $2
     RETURNING ${contactColumns}`,
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
