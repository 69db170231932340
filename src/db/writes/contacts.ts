import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { type Contact, type ContactFields, writableContactColumns } from '#src/domain/contacts/contact.ts';
import { randomBase62, sha256 } from '#src/lib/secrets/crypto.ts';
import { contacts } from '../reads/contacts.ts';
import { preparedStatement, queryConfig, type Statement } from '../statement.ts';
import { recordWrites } from './record-writes.ts';
import { presentColumns } from './rows.ts';

/** Only these columns, whatever else the input has. An absent field keeps its value, or gets the column's default. */
function columnsOf(fields: ContactFields) {
  const columns = Object.fromEntries(writableContactColumns.map((name) => [name, fields[name]]));
  return { ...columns, utm: fields.utm && JSON.stringify(fields.utm) };
}

const writes = recordWrites<Contact, object>({ table: 'Contact', reader: contacts });

/** Returns undefined when the e-mail is taken. Waits for a transaction that writes the same e-mail. */
export async function insertContact(
  client: ClientBase,
  workspaceId: number,
  fields: ContactFields,
): Promise<Contact | undefined> {
  const { names, placeholders, values } = presentColumns(columnsOf(fields));
  const present = writableContactColumns.map((name) => (fields[name] === undefined ? '-' : '+')).join('');
  const statement = preparedStatement(
    `contacts.insert${present}`,
    `INSERT INTO "Contact" AS r ("workspaceId", "previewId"${names}) VALUES ($1, $2${placeholders})
     ON CONFLICT ("workspaceId", lower("email")) DO NOTHING RETURNING ${contacts.columns}`,
  );
  const row = [workspaceId, `contact_${randomBase62(22)}`, ...values];
  return (await client.query<Contact>(queryConfig(statement, row))).rows[0];
}

const lockText = (condition: string) =>
  `SELECT ${contacts.columns} FROM "Contact" r WHERE r."workspaceId" = $1 AND ${condition} FOR UPDATE`;
const lockById = preparedStatement('contacts.lockById', lockText('r."id" = $2'));
const lockByEmail = preparedStatement('contacts.lockByEmail', lockText('lower(r."email") = lower($2)'));
const lockByPhone: Statement = {
  name: 'contacts.lockByPhone',
  text: lockText('r."phoneNumber" = $2 ORDER BY r."updatedAt" DESC, r."id" DESC LIMIT 1'),
};

async function locked(client: ClientBase, statement: Statement, values: unknown[]): Promise<Contact | undefined> {
  return (await client.query<Contact>(queryConfig(statement, values))).rows[0];
}

/** Locks the contact until the transaction ends and reads it. */
export function lockContact(client: ClientBase, workspaceId: number, contactId: number): Promise<Contact | undefined> {
  return locked(client, lockById, [workspaceId, contactId]);
}

/** Locks the contact with this e-mail, or where no e-mail is given the one with this phone number, and reads it. */
export async function lockContactOf(
  client: ClientBase,
  workspaceId: number,
  { email, phoneNumber }: Pick<ContactFields, 'email' | 'phoneNumber'>,
): Promise<Contact | undefined> {
  if (typeof email === 'string') return locked(client, lockByEmail, [workspaceId, email]);
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
  return locked(client, lockByPhone, [workspaceId, phoneNumber]);
}

export function deleteContact(client: ClientBase, key: RecordKey): Promise<void> {
  return writes.remove(client, key);
}

export function updateContact(client: ClientBase, key: RecordKey, fields: ContactFields): Promise<Contact> {
  return writes.update(client, key, columnsOf(fields));
}

/** Locked until the transaction ends, so that what is given to the member is there when they are removed. */
export async function isMember(client: ClientBase, workspaceId: number, userId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL FOR KEY SHARE',
    [workspaceId, userId],
  );
  return rowCount === 1;
}
