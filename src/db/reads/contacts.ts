import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { type PipelinedStatement, pipelinedStatement } from '#src/db/statement.ts';
import {
  type Contact,
  type ContactAnswer,
  type ContactDetail,
  type ContactDetailInput,
  type ContactPage,
  contactAnswerRecord,
  contactRecord,
} from '#src/domain/contacts/contact.ts';
import type { LeadSet } from '#src/domain/contacts/lead-sets.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { answerOptionIds, answerOptions } from './custom-fields.ts';
import { countedSets, timesOfCall } from './event-calls/counted.ts';
import type { JsonRow } from './json-record.ts';
import {
  contactsWithOrigin,
  firstCallConditions,
  joinedToLead,
  type LeadOrigins,
  leadOriginConditions,
  type SeenByLeads,
} from './lead-origins.ts';
import {
  anyOf,
  between,
  containing,
  ownedBy,
  type PageQuery,
  type Read,
  type SearchQuery,
  type TimeQuery,
  timeConditions,
  timeSort,
  type Values,
} from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, plain, recordReader, rowsOf } from './record-reader.ts';

const columns = columnsOfRecord('r', contactRecord);

export const contacts = recordReader<Contact>(columns);

const contactsWithAnswers = recordReader<ContactDetail>({
  ...columns,
  customFieldAnswers: rowsOf<ContactAnswer>(
    {
      ...columnsOfRecord('f', contactAnswerRecord),
      ...plain('a', 'customFieldId', 'answer'),
      optionIds: { sql: answerOptionIds },
    },
    {
      from: `"CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
        WHERE a."workspaceId" = $1 AND a."contactId" = r."id"`,
      orderBy: 'f."displayIndex", f."id"',
    },
  ),
});

/** The relations that Prisma includes for the answer of a contact. */
export const contactAnswerParts = {
  customField: { select: { identifier: true, name: true, inputType: true, options: answerOptions } },
} as const satisfies Prisma.CustomFieldAnswerInclude;

type ContactAnswerRow = Prisma.CustomFieldAnswerGetPayload<{ include: typeof contactAnswerParts }>;

/** Adds the fields of an answer that Prisma's row lacks. */
export function contactAnswerOfRow({ answer, customField: { options, ...field } }: ContactAnswerRow) {
  return { ...field, optionIds: optionIdsOf(options, answer) };
}

interface ContactQuery extends SearchQuery, TimeQuery, ContactOrigins {
  readonly orderColumn: 'createdAt' | 'updatedAt' | 'id';
  readonly statuses?: readonly string[];
  readonly userIds?: readonly number[];
  readonly setterIds?: readonly number[];
  /** Option names by field id: a contact matches if each field has one of its answers. An empty map matches no contact. */
  readonly optionNames?: ReadonlyMap<number, readonly string[]>;
  /** Fields that the contact has not answered. */
  readonly unansweredFieldIds?: readonly number[];
}

/** Filters by what the calls and deals of a contact say. */
interface ContactOrigins extends LeadOrigins, SeenByLeads {
  /** A set of the report, with the present, by which calls have ended. */
  readonly counted?: { readonly set: LeadSet; readonly nowMs: number } | undefined;
  /** The first booking is at this instant or later, and before that one. */
  readonly firstBookedFromMs?: number | undefined;
  readonly firstBookedUntilMs?: number | undefined;
}

/** The texts of contacts that are searched, for this alias. Must equal the expression of the index `Contact_search_idx`. */
export const searchTextOf = (
  alias: string,
) => `lower(coalesce(${alias}."firstName", '') || ' ' || coalesce(${alias}."lastName", '')
  || E'\\n' || coalesce(${alias}."email", '') || E'\\n' || coalesce(${alias}."phoneNumber", '')
  || E'\\n' || coalesce(${alias}."secondaryEmail", '') || E'\\n' || coalesce(${alias}."secondaryPhoneNumber", ''))`;

export const searchText = searchTextOf('r');

export async function readContacts(db: Database, query: ContactQuery): Promise<Read<ContactPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'contacts.list',
    from: (values) => contactTable(query, values),
    reader: contacts,
    sort: timeSort(query),
    cost: 'page',
    conditions: (values) => [...contactConditions(values, query), ...contactOriginConditions(query, values)],
  });
  return { contacts: records, ...page };
}

function contactTable(query: ContactOrigins, values: Values): string {
  const { call, product } = joinedToLead(query);
  const isByBooking = query.firstBookedFromMs !== undefined || query.firstBookedUntilMs !== undefined;
  return contactsWithOrigin({ call: call || isByBooking, product }, query, values);
}

/** Conditions on a contact `r` of `contactTable`. */
function contactOriginConditions(query: ContactOrigins, values: Values): string[] {
  const { counted, firstBookedFromMs, firstBookedUntilMs } = query;
  return [
    ...leadOriginConditions('r', query, values),
    ...firstCallConditions('r', query, values),
    ...between('r."firstBookedAt"', values, firstBookedFromMs, firstBookedUntilMs),
    ...(counted ? countedContacts[counted.set]({ ...query, nowMs: counted.nowMs }, values) : []),
  ];
}

type CountedContacts = (query: SeenByLeads & { readonly nowMs: number }, values: Values) => string[];

/** Contacts with a visible call of a set. */
const withCall =
  (set: 'booked' | 'held' | 'won'): CountedContacts =>
  ({ nowMs, visibleCalls }, values) => {
    const isOfSet = countedSets[set](timesOfCall(() => values.instant(nowMs)));
    const conditions = [...ownedBy('c', values, visibleCalls), isOfSet].join(' AND ');
    return [
      `EXISTS (SELECT FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."contactId" = r."id" AND ${conditions})`,
    ];
  };

const countedContacts: Readonly<Record<LeadSet, CountedContacts>> = {
  created: () => [],
  booked: withCall('booked'),
  held: withCall('held'),
  won: withCall('won'),
  disqualified: () => [`r."status" = 'DISQUALIFIED'`],
};

/** The filters that lists of contacts have in common. */
export type ContactFilters = Omit<ContactQuery, keyof PageQuery | keyof ContactOrigins | 'orderColumn' | 'orderBy'>;

/** Conditions on a contact `r`; $1 is the workspace. */
export function contactConditions(values: Values, filters: ContactFilters): string[] {
  return [
    ...anyOf('r."status"', '"ContactStatus"', values, filters.statuses),
    ...anyOf('r."userId"', 'int', values, filters.userIds),
    ...anyOf('r."setterId"', 'int', values, filters.setterIds),
    ...answerConditions(values, filters),
    ...timeConditions('r', values, filters),
    ...containing(searchText, values, filters.searchWords),
  ];
}

function answerConditions(values: Values, { optionNames, unansweredFieldIds }: ContactFilters): string[] {
  const answers = (condition: string) =>
    `SELECT a."contactId" FROM "CustomFieldAnswer" a WHERE a."workspaceId" = $1 AND ${condition}`;
  const answered = [...(optionNames ?? [])].map(([fieldId, names]) => {
    const hasName = `a."answer" && ${values.add(names, 'text[]')}`;
    return `r."id" IN (${answers(`a."customFieldId" = ${values.add(fieldId, 'int')} AND ${hasName}`)})`;
  });
  const unanswered =
    unansweredFieldIds &&
    answers(`a."contactId" = r."id" AND ${anyOf('a."customFieldId"', 'int', values, unansweredFieldIds)[0]}`);
  return [...(optionNames?.size === 0 ? ['false'] : answered), ...(unanswered ? [`NOT EXISTS (${unanswered})`] : [])];
}

const detail = (condition: string) =>
  `SELECT ${contactsWithAnswers.record} FROM "Contact" r WHERE r."workspaceId" = $1 AND ${condition}`;

const byId = pipelinedStatement('contacts.detailById', detail('r."id" = $2'));
const byPreviewId = pipelinedStatement('contacts.detailByPreviewId', detail('r."previewId" = $2'));

const idWith = (condition: string, rest = '') =>
  `(SELECT k."id" FROM "Contact" k WHERE k."workspaceId" = $1 AND ${condition}${rest})`;
const mostRecent = ' ORDER BY k."updatedAt" DESC, k."id" DESC LIMIT 1';

/**
 * SQL for the id of the contact with the address or number $2. Each index is read alone: a contact that has it as a secondary one is
 * looked for only where no contact has it as its primary one.
 */
export const idByAddress = {
  email: `coalesce(${idWith('lower(k."email") = lower($2)')}, ${idWith('lower(k."secondaryEmail") = lower($2)')})`,
  phoneNumber: `coalesce(${idWith('k."phoneNumber" = $2', mostRecent)}, ${idWith('k."secondaryPhoneNumber" = $2', mostRecent)})`,
};

const byEmail = pipelinedStatement('contacts.detailByEmail', detail(`r."id" = ${idByAddress.email}`));
const byPhone = pipelinedStatement('contacts.detailByPhone', detail(`r."id" = ${idByAddress.phoneNumber}`));

const ofMerged = (condition: string) =>
  detail(`r."id" = (SELECT m."contactId" FROM "MergedContact" m WHERE m."workspaceId" = $1 AND ${condition} LIMIT 1)`);
interface Lookup {
  readonly byId: PipelinedStatement;
  readonly byPreviewId: PipelinedStatement;
  readonly byEmail: PipelinedStatement;
  readonly byPhone: PipelinedStatement;
}

/** Reads a contact by one of its ids or addresses. */
export const readContact = reader({ byId, byPreviewId, byEmail, byPhone });

/** Reads the contact into which one with this id or address was merged. */
export const readKeptContact = reader({
  byId: pipelinedStatement('contacts.keptById', ofMerged('m."id" = $2')),
  byPreviewId: pipelinedStatement('contacts.keptByPreviewId', ofMerged('m."previewId" = $2')),
  byEmail: pipelinedStatement('contacts.keptByEmail', ofMerged('m."emails" @> ARRAY[lower($2::text)]')),
  byPhone: pipelinedStatement('contacts.keptByPhone', ofMerged('m."phoneNumbers" @> ARRAY[$2::text]')),
});

function reader({ byId, byPreviewId, byEmail, byPhone }: Lookup) {
  return async (
    db: Database,
    workspaceId: number,
    { contactId, previewId, email, phoneNumber }: ContactDetailInput,
  ): Promise<ContactDetail | undefined> => {
    const keys = [
      [byId, contactId],
      [byPreviewId, previewId],
      [byEmail, email],
    ] as const;
    const [statement, key] = keys.find(([, value]) => value !== undefined) ?? [byPhone, phoneNumber];
    return contactsWithAnswers.of(await db.run<JsonRow>(statement, [workspaceId, key]))[0];
  };
}
