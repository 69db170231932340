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

async function lockContactByEmail(
  client: ClientBase,
  workspaceId: number,
  email: string,
): Promise<Contact | undefined> {
  return (await client.query<Contact>(queryConfig(lockByEmail, [workspaceId, email]))).rows[0];
}

/** Locks the contact with this e-mail, or where no e-mail is given the one with this phone number, and reads it. */
export async function lockContactOf(
  client: ClientBase,
  workspaceId: number,
  { email, phoneNumber }: Pick<ContactFields, 'email' | 'phoneNumber'>,
): Promise<Contact | undefined> {
  if (typeof email === 'string') return lockContactByEmail(client, workspaceId, email);
  return typeof phoneNumber === 'string' ? lockContactByPhone(client, workspaceId, phoneNumber) : undefined;
}

/**
 * Locks the contact with this phone number that was changed last. No unique index keeps two transactions from creating
 * contacts of one number, so the number itself is locked until the transaction ends.
 */
async function lockContactByPhone(
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

/** Locked until the transaction ends, so that what is given to the member is there when they are removed. */
export async function isMember(client: ClientBase, workspaceId: number, userId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL FOR KEY SHARE',
    [workspaceId, userId],
  );
  return rowCount === 1;
}
