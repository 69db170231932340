import type { Database } from '#src/db/database.ts';
import type { Contact as ContactRow, Prisma } from '#src/db/generated/prisma/client.ts';
import { provenStatement } from '#src/db/statement.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type {
  Contact,
  ContactAnswer,
  ContactDetail,
  ContactDetailInput,
  ContactPage,
  Utm,
} from '#src/domain/contacts/contact.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { answerOptionIds, answerOptions } from './custom-fields.ts';
import { anyOf, containing, type Read, type SearchQuery, type TimeQuery, timeConditions, timeSort } from './list.ts';
import { readList } from './read-list.ts';

export const contactColumns = `r."id", r."previewId", r."firstName", r."lastName", r."email", r."phoneNumber", r."status", r."tag",
  r."timeZone", r."country", r."userId", r."utm", r."joinedTime", r."createdAt", r."updatedAt"`;

type Times = 'joinedTime' | 'createdAt' | 'updatedAt';

/** A row of `contactColumns`, or Prisma's row. */
type ContactSource = ContactRow | (Omit<Contact, Times> & { readonly [Time in Times]: Instant });

export function contactOfRow(row: ContactSource): Contact {
  const { id, previewId, firstName, lastName, email, phoneNumber, status, tag, timeZone, country, userId } = row;
  return {
    ...{ id, previewId, firstName, lastName, email, phoneNumber, status, tag, timeZone, country, userId },
    utm: row.utm as unknown as Utm[],
    joinedTime: isoText(row.joinedTime),
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** What Prisma includes for the answer of a contact. */
export const contactAnswerParts = {
  customField: { select: { identifier: true, name: true, inputType: true, options: answerOptions } },
} as const satisfies Prisma.CustomFieldAnswerInclude;

type ContactAnswerRow = Prisma.CustomFieldAnswerGetPayload<{ include: typeof contactAnswerParts }>;

export function contactAnswerOfRow({ customFieldId, answer, customField }: ContactAnswerRow): ContactAnswer {
  const { identifier, name, inputType, options } = customField;
  return { customFieldId, identifier, name, inputType, answer, optionIds: optionIdsOf(options, answer) };
}

interface ContactQuery extends SearchQuery, TimeQuery {
  readonly orderColumn: 'createdAt' | 'updatedAt' | 'id';
  readonly statuses?: readonly string[];
  readonly userIds?: readonly number[];
}

/** Exactly the expression of the index `Contact_search_idx`. */
const searchText = `lower(coalesce(r."firstName", '') || ' ' || coalesce(r."lastName", '') || E'\\n' || coalesce(r."email", '')
  || E'\\n' || coalesce(r."phoneNumber", ''))`;

export async function readContacts(db: Database, query: ContactQuery): Promise<Read<ContactPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'contacts.list',
    from: '"Contact"',
    columns: contactColumns,
    sort: timeSort(query),
    runner: 'counted',
    conditions: (values) => [
      ...anyOf('r."status"', '"ContactStatus"', values, query.statuses),
      ...anyOf('r."userId"', 'int', values, query.userIds),
      ...timeConditions('r', values, query),
      ...containing(searchText, values, query.searchWords),
    ],
    toRecord: contactOfRow,
  });
  return { contacts: records, ...page };
}

const detail = (condition: string) => `SELECT ${contactColumns},
    (SELECT json_agg(json_build_object('customFieldId', a."customFieldId", 'identifier', f."identifier", 'name', f."name",
        'inputType', f."inputType", 'answer', a."answer", 'optionIds', ${answerOptionIds}) ORDER BY f."displayIndex", f."id")
      FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
      WHERE a."workspaceId" = $1 AND a."contactId" = r."id") AS "customFieldAnswers"
  FROM "Contact" r WHERE r."workspaceId" = $1 AND ${condition}`;

const byId = provenStatement('contacts.detailById', detail('r."id" = $2'));
const byEmail = provenStatement('contacts.detailByEmail', detail('lower(r."email") = lower($2)'));
const byPhone = provenStatement(
  'contacts.detailByPhone',
  detail('r."phoneNumber" = $2 ORDER BY r."updatedAt" DESC, r."id" DESC LIMIT 1'),
);

export async function readContact(
  db: Database,
  workspaceId: number,
  { contactId, email, phoneNumber }: ContactDetailInput,
): Promise<ContactDetail | undefined> {
  const [statement, key] =
    contactId !== undefined ? [byId, contactId] : email !== undefined ? [byEmail, email] : [byPhone, phoneNumber];
  const values = [workspaceId, key];
  const [row] = await db.pipelined.run<Contact & { customFieldAnswers: ContactAnswer[] | null }>(statement, values);
  return row && { ...contactOfRow(row), customFieldAnswers: row.customFieldAnswers ?? [] };
}
