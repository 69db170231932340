import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { pipelinedStatement } from '#src/db/statement.ts';
import {
  type Contact,
  type ContactAnswer,
  type ContactDetail,
  type ContactDetailInput,
  type ContactPage,
  contactAnswerRecord,
  contactRecord,
} from '#src/domain/contacts/contact.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import { answerOptionIds, answerOptions } from './custom-fields.ts';
import type { JsonRow } from './json-record.ts';
import {
  anyOf,
  containing,
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

interface ContactQuery extends SearchQuery, TimeQuery {
  readonly orderColumn: 'createdAt' | 'updatedAt' | 'id';
  readonly statuses?: readonly string[];
  readonly userIds?: readonly number[];
  /** Option names by field id: a contact matches if each field has one of its answers. An empty map matches no contact. */
  readonly optionNames?: ReadonlyMap<number, readonly string[]>;
  /** Fields that the contact has not answered. */
  readonly unansweredFieldIds?: readonly number[];
}

/** Must equal the expression of the index `Contact_search_idx`. */
const searchText = `lower(coalesce(r."firstName", '') || ' ' || coalesce(r."lastName", '') || E'\\n' || coalesce(r."email", '')
  || E'\\n' || coalesce(r."phoneNumber", ''))`;

export async function readContacts(db: Database, query: ContactQuery): Promise<Read<ContactPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'contacts.list',
    from: '"Contact"',
    reader: contacts,
    sort: timeSort(query),
    cost: 'page',
    conditions: (values) => [
      ...anyOf('r."status"', '"ContactStatus"', values, query.statuses),
      ...anyOf('r."userId"', 'int', values, query.userIds),
      ...answerConditions(values, query),
      ...timeConditions('r', values, query),
      ...containing(searchText, values, query.searchWords),
    ],
  });
  return { contacts: records, ...page };
}

function answerConditions(values: Values, { optionNames, unansweredFieldIds }: ContactQuery): string[] {
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
const byEmail = pipelinedStatement('contacts.detailByEmail', detail('lower(r."email") = lower($2)'));
const byPhone = pipelinedStatement(
  'contacts.detailByPhone',
  detail('r."phoneNumber" = $2 ORDER BY r."updatedAt" DESC, r."id" DESC LIMIT 1'),
);

export async function readContact(
  db: Database,
  workspaceId: number,
  { contactId, previewId, email, phoneNumber }: ContactDetailInput,
): Promise<ContactDetail | undefined> {
  const keys = [
    [byId, contactId],
    [byPreviewId, previewId],
    [byEmail, email],
  ] as const;
  const [statement, key] = keys.find(([, value]) => value !== undefined) ?? [byPhone, phoneNumber];
  return contactsWithAnswers.of(await db.run<JsonRow>(statement, [workspaceId, key]))[0];
}
