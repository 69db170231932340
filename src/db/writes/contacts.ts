import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { type Contact, type ContactFields, writableContactColumns } from '#src/domain/contacts/contact.ts';
import { randomBase62, sha256 } from '#src/lib/secrets/crypto.ts';
import { contacts } from '../reads/contacts.ts';
import { preparedStatement, queryConfig, type Statement } from '../statement.ts';
import { recordWrites } from './record-writes.ts';

/** Only these columns, whatever else the input has. An absent field keeps its value, or gets the column's default. */
function columnsOf(fields: ContactFields) {
  const columns = Object.fromEntries(writableContactColumns.map((name) => [name, fields[name]]));
  return { ...columns, utm: fields.utm && JSON.stringify(fields.utm) };
}

const writes = recordWrites<Contact, object>({ table: 'Contact', reader: contacts });

/** What a new contact has where an input has nothing, as the defaults of the columns; the others are null then. */
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

/** Two texts for all inputs: a session keeps the plan of each text that it has prepared, and there are 1,536 sets of fields. */
const insertJoinedAt = insertStatement('contacts.insertJoinedAt', writableContactColumns);
const insertNow = insertStatement(
  'contacts.insert',
  writableContactColumns.filter((column) => column !== 'joinedTime'),
);

/** Returns undefined when the e-mail is taken. Waits for a transaction that writes the same e-mail. */
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

/** As people write it; undefined where the user is no member. */
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

/** Locked until the transaction ends, so that what is given to the member is there when they are removed. */
export async function isMember(client: ClientBase, workspaceId: number, userId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2 AND "removedAt" IS NULL FOR KEY SHARE',
    [workspaceId, userId],
  );
  return rowCount === 1;
}
