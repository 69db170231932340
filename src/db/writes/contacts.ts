import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { type Contact, type ContactFields, writableContactColumns } from '#src/domain/contacts/contact.ts';
import { randomBase62, sha256 } from '#src/lib/secrets/crypto.ts';
import { contacts } from '../reads/contacts.ts';
import { preparedStatement, queryConfig, type Statement } from '../statement.ts';
import { readKeptId } from './contact-merges.ts';
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

/** SQL for the ids of contacts into which a contact with this address was merged. */
const keptFor = (addresses: 'emails' | 'phoneNumbers', value: string) =>
  `SELECT m."contactId" AS "id" FROM "MergedContact" m WHERE m."workspaceId" = $1 AND m."${addresses}" @> ARRAY[${value}]`;
const emailOfKept = keptFor('emails', 'lower($2::text)');
const phoneOfKept = keptFor('phoneNumbers', '$2::text');

/**
 * Inserts nothing if the look-up of the address would find a contact now: a merge that the look-up waited for has moved the
 * address to a contact that its snapshot did not show. Citus takes ids from the right sequence only if this is read before.
 */
function insertStatement(name: string, columns: readonly (keyof ContactFields)[]) {
  const parameter = (column: keyof ContactFields) => `$${columns.indexOf(column) + 3}`;
  const [email, phone] = [parameter('email'), parameter('phoneNumber')];
  const values = columns.map((column) => defaults[column]?.(parameter(column)) ?? parameter(column));
  const text = `WITH "known" AS MATERIALIZED (
      ${keptFor('emails', `lower(${email}::text)`)}
      UNION ALL ${keptFor('phoneNumbers', `${phone}::text`)} AND ${email}::text IS NULL
      UNION ALL SELECT c."id" FROM "Contact" c
        WHERE c."workspaceId" = $1 AND lower(c."secondaryEmail") = lower(${email}::text)
      UNION ALL SELECT c."id" FROM "Contact" c
        WHERE c."workspaceId" = $1 AND ${email}::text IS NULL AND c."phoneNumber" = ${phone}::text
      UNION ALL SELECT c."id" FROM "Contact" c
        WHERE c."workspaceId" = $1 AND ${email}::text IS NULL AND c."secondaryPhoneNumber" = ${phone}::text)
    INSERT INTO "Contact" AS r ("workspaceId", "previewId", ${columns.map((column) => `"${column}"`).join(', ')})
    SELECT $1, $2, ${values.join(', ')} WHERE NOT EXISTS (SELECT 1 FROM "known")
    ON CONFLICT ("workspaceId", lower("email")) DO NOTHING RETURNING ${contacts.columns}`;
  return { columns, statement: preparedStatement(name, text) };
}

/** Two statements for all inputs: a session keeps the plan of each prepared text, and there are thousands of sets of fields. */
const insertJoinedAt = insertStatement('contacts.insertJoinedAt', writableContactColumns);
const insertNow = insertStatement(
  'contacts.insert',
  writableContactColumns.filter((column) => column !== 'joinedTime'),
);

/**
 * Returns undefined if the e-mail or, without an e-mail, the phone number leads to a contact. Waits for a concurrent transaction
 * that writes the same e-mail.
 */
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
/** A contact with the address itself comes before those that have it as their second one, and these before those with a merged one. */
const lockByEmail = preparedStatement(
  'contacts.lockByEmail',
  lockText(`r."id" = ANY (ARRAY(
      SELECT c."id" FROM "Contact" c WHERE c."workspaceId" = $1 AND lower(c."email") = lower($2::text)
      UNION ALL SELECT c."id" FROM "Contact" c WHERE c."workspaceId" = $1 AND lower(c."secondaryEmail") = lower($2::text)
      UNION ALL ${emailOfKept}))
    AND (lower($2::text) IN (lower(r."email"), lower(r."secondaryEmail")) OR r."id" = ANY (ARRAY(${emailOfKept})))
    ORDER BY lower(r."email") = lower($2::text) DESC NULLS LAST, lower(r."secondaryEmail") = lower($2::text) DESC NULLS LAST,
      r."updatedAt" DESC, r."id" DESC LIMIT 1`),
);
const lockByPhone: Statement = {
  name: 'contacts.lockByPhone',
  text: lockText(`(r."phoneNumber" = $2::text OR r."secondaryPhoneNumber" = $2::text OR r."id" = ANY (ARRAY(${phoneOfKept})))
    ORDER BY r."phoneNumber" = $2::text DESC NULLS LAST, r."secondaryPhoneNumber" = $2::text DESC NULLS LAST,
      r."updatedAt" DESC, r."id" DESC LIMIT 1`),
};

async function locked(client: ClientBase, statement: Statement, values: unknown[]): Promise<Contact | undefined> {
  return (await client.query<Contact>(queryConfig(statement, values))).rows[0];
}

/** Locks the contact until the transaction ends, and reads it. */
export function lockContact(client: ClientBase, workspaceId: number, contactId: number): Promise<Contact | undefined> {
  return locked(client, lockById, [workspaceId, contactId]);
}

/** Like `lockContact`; follows the id of a contact that was merged into another one, also while it waited for the lock. */
export async function lockContactOrKept(
  client: ClientBase,
  workspaceId: number,
  contactId: number,
): Promise<Contact | undefined> {
  for (let id: number | undefined = contactId; id !== undefined; id = await readKeptId(client, [workspaceId, id])) {
    const contact = await lockContact(client, workspaceId, id);
    if (contact) return contact;
  }
  // The merge may have been undone between the two.
  return lockContact(client, workspaceId, contactId);
}

/**
 * The key of the advisory lock of an e-mail address in a workspace. No index keeps one contact from having the address as its
 * primary one while another has it as its secondary one, so every transaction that gives an address to a contact holds this lock. It
 * is taken before all locks of rows, so that it is part of no deadlock. A merge and its undo move addresses between two contacts
 * without it: in every snapshot one of the two has the address.
 */
export function addressLock(workspaceId: number, email: string): bigint {
  return sha256(`email ${workspaceId} ${email.toLowerCase()}`).readBigInt64BE();
}

/** The subquery sends the statement to the node of the workspace where the database is distributed, as `lockHosts` goes there. */
const lockAddress = preparedStatement(
  'contacts.lockAddress',
  `SELECT pg_advisory_xact_lock($2::bigint) WHERE NOT EXISTS (SELECT FROM "Contact" WHERE "workspaceId" = $1 AND "id" = 0)`,
);

/** Locks e-mail addresses until the transaction ends, in the order of their locks. */
export async function lockAddresses(
  client: ClientBase,
  workspaceId: number,
  emails: readonly (string | null | undefined)[],
): Promise<void> {
  const keys = emails.flatMap((each) => (each ? addressLock(workspaceId, each) : []));
  for (const key of keys.sort((one, other) => (one < other ? -1 : 1))) {
    await client.query(queryConfig(lockAddress, [workspaceId, key]));
  }
}

/** The addresses of other contacts among these locked ones, in lower case. */
export async function addressesOfOthers(
  client: ClientBase,
  [workspaceId, contactId]: RecordKey,
  emails: readonly string[],
): Promise<ReadonlySet<string | undefined>> {
  const { rows } = await client.query<Pick<Contact, 'email' | 'secondaryEmail'>>(
    `SELECT "email", "secondaryEmail" FROM "Contact" WHERE "workspaceId" = $1 AND "id" <> $2
       AND (lower("email") = ANY ($3::text[]) OR lower("secondaryEmail") = ANY ($3::text[]))`,
    [workspaceId, contactId, emails.map((email) => email.toLowerCase())],
  );
  return new Set(rows.flatMap(({ email, secondaryEmail }) => [email?.toLowerCase(), secondaryEmail?.toLowerCase()]));
}

/** Addresses that merges have left with a contact, and that another one gets, lead to that one from now on. */
export async function releaseMergedAddresses(
  client: ClientBase,
  workspaceId: number,
  emails: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE "MergedContact" SET "emails" = ARRAY(SELECT unnest("emails") EXCEPT SELECT unnest($2::text[]))
     WHERE "workspaceId" = $1 AND "emails" && $2::text[]`,
    [workspaceId, emails.map((email) => email.toLowerCase())],
  );
}

/**
 * Locks and reads the contact with this e-mail or, without an e-mail, with this phone number. The contact that has it as its primary
 * one comes before one that has it as its secondary one. Lock the address before.
 */
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
