import type { Contact } from '#src/domain/contacts/contact.ts';
import { type ContactMerge, contactMergeRecord } from '#src/domain/contacts/merge.ts';
import type { Database } from '../database.ts';
import type { RecordKey } from '../keys.ts';
import { pipelinedStatement } from '../statement.ts';
import { contacts, searchText } from './contacts.ts';
import type { JsonRow } from './json-record.ts';
import { literalInLike } from './list.ts';
import { columnsOfRecord, instant, plain, recordReader } from './record-reader.ts';

const count = (key: string) => ({ sql: `jsonb_array_length(u."state" -> 'moved' -> '${key}')` });

const merges = recordReader<ContactMerge>({
  ...columnsOfRecord('m', contactMergeRecord),
  mergedContactId: { sql: 'm."id"' },
  ...plain('m', 'previewId', 'contactId'),
  name: {
    sql: `coalesce(nullif(trim(concat_ws(' ', m."firstName", m."lastName")), ''), u."state" -> 'contact' ->> 'email',
      u."state" -> 'contact' ->> 'phoneNumber')`,
  },
  eventCalls: count('eventCalls'),
  deals: count('deals'),
  transactions: count('transactions'),
  notes: count('notes'),
  mergedAt: instant('u."createdAt"'),
  undoUntil: instant('u."expiresAt"'),
});

const mergesStatement = pipelinedStatement(
  'contacts.merges',
  `SELECT ${merges.record} FROM "MergedContact" m
   JOIN "MergeUndo" u ON u."workspaceId" = $1 AND u."mergedContactId" = m."id" AND u."expiresAt" > $3::timestamptz
     AND (u."state" -> 'kept' ->> 'contactId')::int = m."contactId"
   WHERE m."workspaceId" = $1 AND m."contactId" = $2 ORDER BY u."createdAt" DESC, m."id" DESC LIMIT 20`,
);

/** Reads the merges into a contact that can still be undone, latest first. */
export async function readMerges({ run }: Pick<Database, 'run'>, key: RecordKey, now: Date): Promise<ContactMerge[]> {
  return merges.of(await run<JsonRow>(mergesStatement, [...key, now]));
}

/** Each way to be alike reads at most this many contacts. */
const maxDuplicates = 5;

/** A name, or a local part with a separator: one without fits many people, as `info` does. */
const hasText = (text: string) => `${searchText} LIKE '%' || ${text} || '%'`;
const escaped = (text: string) => literalInLike(`lower(${text})`);
/** The order stands outside: beside the condition it would read contacts from the last one on until enough fit. */
const others = (condition: string, rank: number) =>
  `(SELECT f."id", ${rank} AS "rank" FROM (
      SELECT r."id" FROM "Contact" r WHERE r."workspaceId" = $1 AND r."id" <> $2 AND ${condition} OFFSET 0) f
    ORDER BY f."id" DESC LIMIT ${maxDuplicates})`;
const own = (column: string) => `(SELECT o."${column}" FROM "Contact" o WHERE o."workspaceId" = $1 AND o."id" = $2)`;
const ownNumbers = `ARRAY(SELECT unnest(ARRAY[o."phoneNumber", o."secondaryPhoneNumber"])
  FROM "Contact" o WHERE o."workspaceId" = $1 AND o."id" = $2)`;

const duplicatesStatement = pipelinedStatement(
  'contacts.possibleDuplicates',
  `SELECT ${contacts.record}, d."rank", r."id" AS "contactId" FROM (
     SELECT f."id", min(f."rank") AS "rank" FROM (
       ${others(`(r."phoneNumber" = ANY (${ownNumbers}) OR r."secondaryPhoneNumber" = ANY (${ownNumbers}))`, 1)}
       UNION ALL ${others(
         `lower(r."firstName") = lower(${own('firstName')}) AND lower(r."lastName") = lower(${own('lastName')})
          AND ${hasText(escaped(`${own('firstName')} || ' ' || ${own('lastName')}`))}`,
         2,
       )}
       UNION ALL ${others(
         `split_part(lower(r."email"), '@', 1) = split_part(lower(${own('email')}), '@', 1)
          AND split_part(${own('email')}, '@', 1) ~ '[^.]{2}[._-][^.]'
          AND ${hasText(escaped(`split_part(${own('email')}, '@', 1) || '@'`))}`,
         3,
       )}) f
     GROUP BY f."id" ORDER BY 2, 1 DESC LIMIT ${maxDuplicates}) d
   JOIN "Contact" r ON r."workspaceId" = $1 AND r."id" = d."id"`,
  { orderBy: 'q."rank", q."contactId" DESC', cost: 'page' },
);

/**
 * Reads contacts that may be the same person: with one of the phone numbers, with the name, or with the local part of the email at
 * another domain, in this order.
 */
export async function readPossibleDuplicates({ run }: Pick<Database, 'run'>, key: RecordKey): Promise<Contact[]> {
  return contacts.of(await run<JsonRow>(duplicatesStatement, [...key]));
}
