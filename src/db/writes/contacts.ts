import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { type Contact, type ContactFields, writableContactColumns } from '#src/domain/contacts/contact.ts';
import { randomBase62, sha256 } from '#src/lib/secrets/crypto.ts';
import { contacts } from '../reads/contacts.ts';
import { preparedStatement, queryConfig, type Statement } from '../statement.ts';
import { recordWrites } from './record-writes.ts';

/** Picks only the writable columns of the input. An absent field keeps its value, or gets the column's default. */
function columnsOf(fields: ContactFields) {
  const columns = Object.fromEntries(writableContactColumns.map((name) => [name, fields[name]]));
  return { ...columns, utm: fields.utm && JSON.stringify(fields.utm) };
}

const writes = recordWrites<Contact, object>({ table: 'Contact', reader: contacts });

/** The column defaults for fields that a new contact lacks; other columns default to null. */
const defaults: Partial<Record<keyof ContactFields, (value: string) => string>> = {
  status: (value) => `coalesce(${value}::"ContactStatus", 'POTENTIAL')`,
  utm: (value) => `coalesce(${value}::jsonb, '[]')`,
};

function insertStatement(name: string, columns: readonly (keyof ContactFields)[]) {
  const values = columns.map((column, index) => defaults[column]?.(`$${index + 3}`) ?? `$${index + 3}`);
  const text = `INSERT INTO "Contact" AS r ("workspaceId", "previewId", ${columns.map((column) => `"${column}"`).join(', ')})
    VALUES ($1, $2, ${values.join(', ')})
    ON CONFLICT ("workspaceId", lower("email")) DO NOTHING RETURNING ${contacts.columns}`;
  return { columns, statement: preparedStatement(name, text) };
}

/** Two statements for all inputs: a session keeps the plan of each prepared text, and there are 1,536 sets of fields. */
const insertJoinedAt = insertStatement('contacts.insertJoinedAt', writableContactColumns);
const insertNow = insertStatement(
  'contacts.insert',
  writableContactColumns.filter((column) => column !== 'joinedTime'),
);

/** Returns undefined if the e-mail is taken. Waits for a concurrent transaction that writes the same e-mail. */
export async function insertContact(
  client: ClientBase,
  workspaceId: number,
  fields: ContactFields,
): Promise<Contact | undefined> {
  const { columns, statement } = fields.joinedTime === undefined ? insertNow : insertJoinedAt;
  const stored: Readonly<Record<string, unknown>> = columnsOf(fields);
  const row = [workspaceId, `contact_${randomBase62(22)}`, ...columns.map((column) => stored[column])];
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

/** Locks the contact until the transaction ends, and reads it. */
export function lockContact(client: ClientBase, workspaceId: number, contactId: number): Promise<Contact | undefined> {
  return locked(client, lockById, [workspaceId, contactId]);
}

/** Locks and reads the contact with this e-mail or, without an e-mail, with this phone number. */
export async function lockContactOf(
  client: ClientBase,
  workspaceId: number,
  { email, phoneNumber }: Pick<ContactFields, 'email' | 'phoneNumber'>,
): Promise<Contact | undefined> {
  if (typeof email === 'string') return locked(client, lockByEmail, [workspaceId, email]);
  return typeof phoneNumber === 'string' ? lockContactByPhone(client, workspaceId, phoneNumber) : undefined;
}

/**
 * Locks the most recently updated contact with this phone number. No unique index prevents two transactions from creating
 * contacts with one number, so the number itself is locked until the transaction ends.
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

/** Reads the display name of a member; undefined if the user is not a member. */
export async function readMemberName(
  client: ClientBase,
  workspaceId: number,
  userId: number,
): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT u."firstName" || ' ' || u."lastName" AS "name" FROM "Membership" m JOIN "User" u ON u."id" = m."userId"
     WHERE m."workspaceId" = $1 AND m."userId" = $2 AND m."removedAt" IS NULL`,
    [workspaceId, userId],
  );
  return rows[0]?.name.trim();
}

/** Locks the membership until the transaction ends, so that a removal of the member sees rows assigned meanwhile. */
export async function isMember(client: ClientBase, workspaceId: number, userId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL FOR KEY SHARE',
    [workspaceId, userId],
  );
  return rowCount === 1;
}
