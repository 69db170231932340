import type { ContactStory, ContactValue, StoryEntry, StoryKind } from '#src/domain/contacts/story.ts';
import type { OwnRows, RecordType } from '#src/domain/principal/policy.ts';
import type { Database } from '../database.ts';
import { dynamicStatement, isCommonLimit } from '../statement.ts';
import type { JsonRow } from './json-record.ts';
import { ownedBy, type PageQuery, type ReadPage, Values } from './list.ts';
import { amountSql } from './record-reader.ts';
import { type StorySource, storySources } from './story-sources.ts';

/** The contact by its id or its public id. */
type ContactKey = { readonly contactId: number } | { readonly previewId: string };

/** The records that the caller sees: of a type without an entry none, all of the workspace where it is undefined. */
type Seen = ReadonlyMap<RecordType, OwnRows | undefined>;

interface StoryQuery extends Pick<PageQuery, 'workspaceId' | 'limit' | 'after'> {
  readonly contact: ContactKey;
  readonly kinds?: readonly StoryKind[] | undefined;
  readonly seen: Seen;
}

interface Row extends JsonRow {
  readonly contactId: number | null;
  readonly source: string | null;
}

const newestFirst = '"time" DESC, "rank" DESC, "number" DESC';

/**
 * Reads a page of the story of a contact; undefined if there is no such contact. Each source contributes at most a page of its
 * rows. Its indexes lead to the rows of the contact, so the cost grows with the contact alone: 200 calls with 600 changes and
 * 400 mails take 8 ms.
 */
export async function readContactStory(
  db: Database,
  query: StoryQuery,
): Promise<(Pick<ContactStory, 'entries'> & Pick<ReadPage<StoryEntry>, 'last'>) | undefined> {
  const { limit, kinds } = query;
  const values = new Values();
  values.add(query.workspaceId, 'int');
  const contact = contactOf(values, query.contact);
  const calls = callsSeen(values, query.seen);
  const scans = Object.entries(storySources)
    .filter(
      ([, source]) => query.seen.has(source.record) && (!kinds || source.kinds.some((kind) => kinds.includes(kind))),
    )
    .map(([name, source]) => scan([name, source], query, values));
  const page =
    scans.length === 0 ? noRows : `${scans.join('\nUNION ALL\n')} ORDER BY ${newestFirst} LIMIT ${limit + 1}`;
  const text = `WITH "contact" AS (${contact}), "calls" AS (${calls})
    SELECT h.*, r.* FROM (SELECT ${values.nonce()}, (SELECT "id" FROM "contact") AS "contactId") h
    LEFT JOIN (${page}) r ON true ORDER BY ${newestFirst}`;
  const statement = dynamicStatement('contactStory.page', text, { isCommon: isCommonLimit(limit), cost: 'page' });
  const rows = await db.run<Row>(statement, values.list);
  if (rows[0]?.contactId === null) return undefined;
  const entries = rows.flatMap((row) => entriesOf(row)).slice(0, limit);
  const end = entries.at(-1);
  return { entries, last: end && rows.length > limit ? [end.time, end.id] : undefined };
}

/** What a page without sources is made of. */
const noRows = `SELECT NULL::text AS "source", NULL::timestamptz AS "time", 0 AS "rank", 0 AS "number", NULL::text AS "record"
  WHERE false`;

function contactOf(values: Values, key: ContactKey): string {
  const [column, id] =
    'contactId' in key
      ? ['"id"', values.add(key.contactId, 'int')]
      : ['"previewId"', values.add(key.previewId, 'text')];
  const kept = `(SELECT m."contactId" FROM "MergedContact" m WHERE m."workspaceId" = $1 AND m.${column} = ${id} LIMIT 1)`;
  return `SELECT c."id" FROM "Contact" c WHERE c."workspaceId" = $1 AND (c.${column} = ${id} OR c."id" = ${kept})`;
}

const withContact = '"contactId" = (SELECT "id" FROM "contact")';

function callsSeen(values: Values, seen: Seen): string {
  const conditions = seen.has('EventCall') ? ownedBy('c', values, seen.get('EventCall')) : ['false'];
  const all = ['c."workspaceId" = $1', `c.${withContact}`, ...conditions].join(' AND ');
  return `SELECT c."id", c."previewId", c."eventId", c."dateTime", c."createdAt" FROM "EventCall" c WHERE ${all}`;
}

/** The first rows of a source after the position, each with its record. */
function scan(
  [name, source]: [string, StorySource],
  { limit, after, kinds, seen }: StoryQuery,
  values: Values,
): string {
  const { rank, rows, where, time, kind, joins, reader } = source;
  const isPart = kind !== undefined && kinds !== undefined && !source.kinds.every((each) => kinds.includes(each));
  const conditions = [
    ...where,
    ...(isPart ? [`${kind} = ANY(${values.add(kinds, 'text[]')})`] : []),
    // Calls stand in for their changes and mails, which name no member.
    ...(seen.get(source.record) ? ownedBy('r', values, seen.get(source.record)) : []),
    ...(after ? [`(${time}, ${rank}, r."id") < ${positionOf(after, values)}`] : []),
  ];
  const first = `SELECT r.*, ${time} AS "at", r."id" AS "number" FROM ${rows}
    ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
    ORDER BY "at" DESC, "number" DESC LIMIT ${limit + 1}`;
  return `(SELECT '${name}' AS "source", r."at" AS "time", ${rank} AS "rank", r."number", ${reader.record}
    FROM (${first}) r ${joins})`;
}

function positionOf([time, id]: readonly [string | number, string | number], values: Values): string {
  const [name = '', number] = String(id).split('-');
  const rank = storySources[name]?.rank ?? 0;
  return `(${values.add(time, 'timestamptz')}, ${rank}, ${values.add(Number(number), 'int')})`;
}

const blank = {
  actor: null,
  eventCall: null,
  dateTimeBefore: null,
  dateTime: null,
  hostBefore: null,
  host: null,
  outcomeBefore: null,
  outcome: null,
  mail: null,
  value: null,
  currency: null,
  text: null,
  answers: [],
  noteId: null,
  notificationId: null,
  dealId: null,
  transactionId: null,
};

function entriesOf(row: Row): StoryEntry[] {
  const source = row.source === null ? undefined : storySources[row.source];
  return source ? source.reader.of([row]).map((entry) => ({ ...blank, ...entry }) as StoryEntry) : [];
}

interface ValueQuery {
  readonly workspaceId: number;
  readonly contact: ContactKey;
  readonly seen: Seen;
}

type Sums = readonly (readonly [value: string, currency: string])[] | null;

/** Adds up what a contact bought and paid, for each currency; undefined if there is no such contact. */
export async function readContactValue(
  db: Database,
  { workspaceId, contact, seen }: ValueQuery,
): Promise<ContactValue | undefined> {
  const values = new Values();
  values.add(workspaceId, 'int');
  const found = contactOf(values, contact);
  const [won, paid] = (['Deal', 'Transaction'] as const).map((table) => sumsOf(table, values, seen.get(table)));
  const text = `WITH "contact" AS (${found})
    SELECT ${values.nonce()}, (SELECT "id" FROM "contact") AS "contactId", ${won} AS "won", ${paid} AS "paid"`;
  const statement = dynamicStatement('contactStory.value', text, { isCommon: true, cost: 'page' });
  const [row] = await db.run<{ contactId: number | null; won: Sums; paid: Sums }>(statement, values.list);
  const amounts = (table: RecordType, sums: Sums = []) =>
    seen.has(table) ? (sums ?? []).map(([value, currency]) => ({ value, currency })) : null;
  return row?.contactId == null ? undefined : { won: amounts('Deal', row.won), paid: amounts('Transaction', row.paid) };
}

function sumsOf(table: 'Deal' | 'Transaction', values: Values, own: OwnRows | undefined): string {
  const conditions = ['r."workspaceId" = $1', `r.${withContact}`, ...ownedBy('r', values, own)].join(' AND ');
  return `(SELECT json_agg(json_build_array(${amountSql('s."value"')}, s."currency") ORDER BY s."currency") FROM (
    SELECT r."currency", sum(r."value") AS "value" FROM "${table}" r WHERE ${conditions} GROUP BY r."currency") s)`;
}
