import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { nonceStatement, pipelinedStatement } from '#src/db/statement.ts';
import type { Position } from '#src/domain/cursor.ts';
import {
  type AskingEvent,
  type CustomField,
  type CustomFieldOption,
  customFieldOptionRecord,
  customFieldRecord,
  type ObjectType,
} from '#src/domain/custom-fields/custom-field.ts';
import type { FieldFilter } from '#src/domain/custom-fields/invitee-questions.ts';
import { contactStage } from '#src/domain/workspaces/contact-stage.ts';
import type { JsonRow } from './json-record.ts';
import { columnsOfRecord, plain, type RecordReader, recordReader, rowsOf } from './record-reader.ts';

const ownColumns = {
  ...columnsOfRecord('r', customFieldRecord),
  options: rowsOf<CustomFieldOption>(columnsOfRecord('o', customFieldOptionRecord), {
    from: '"CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = r."id"',
    orderBy: 'o."displayIndex", o."id"',
  }),
};

/** Reads a field without the events whose forms use it. */
export const customFields = recordReader<Omit<CustomField, 'events'>>(ownColumns);

/** The ids of the options in an answer `a`, as an array in the order of the answer; $1 is the workspace. */
export const answerOptionIds = `ARRAY(SELECT o."id" FROM unnest(a."answer") WITH ORDINALITY i("name", "position")
  JOIN "CustomFieldOption" o ON o."workspaceId" = $1 AND o."customFieldId" = a."customFieldId" AND o."name" = i."name"
  ORDER BY i."position")`;

/** The relation of a field that Prisma includes for `optionIdsOf`. */
export const answerOptions = { select: { id: true, name: true } } as const satisfies Prisma.CustomField$optionsArgs;

/** The relations that Prisma includes for the record of a field. */
export const customFieldParts = {
  options: { orderBy: [{ displayIndex: 'asc' }, { id: 'asc' }] },
} as const satisfies Prisma.CustomFieldInclude;

interface FieldQuery extends FieldFilter {
  readonly workspaceId: number;
  readonly withSystemFields: boolean;
  readonly withEvents: boolean;
  /** A page of the fields of each type. */
  readonly pages: readonly TypePage[];
}

interface TypePage {
  readonly type: ObjectType;
  readonly offset: number;
  readonly limit: number;
  /** The displayIndex and the id of the field before the page. */
  readonly after?: Position;
}

interface FoundFields {
  readonly count: number;
  readonly fields: CustomField[];
}

const matching = `FROM "CustomField" r WHERE r."workspaceId" = $1 AND r."type" = p."type"
    AND ($5::"CustomFieldInputType"[] IS NULL OR r."inputType" = ANY($5))
    AND ($6::boolean IS NULL OR r."hidden" = $6)
    AND ($7::boolean OR NOT r."isSystemField")
    AND ($8::text[] IS NULL OR NOT EXISTS (SELECT FROM unnest($8::text[]) w WHERE strpos(
      lower(r."name" || E'\\n' || r."identifier" || E'\\n' || coalesce(r."description", '')), lower(w)) = 0))`;

/** Like `customFields`, but with the events if $9 is true. */
const fieldsWithEvents = recordReader<CustomField>({
  ...ownColumns,
  events: rowsOf<AskingEvent>(plain('e', 'id', 'name', 'linkPrefix'), {
    from: `"EventSecondaryQuestion" s JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = s."eventId"
      WHERE $9::boolean AND s."workspaceId" = $1 AND s."customFieldId" = r."id"`,
    orderBy: 'e."name", e."id"',
  }),
});

/** Returns a row for each field of a page, or one without a field for an empty page. Each row has the count of its type. */
const pagesStatement = nonceStatement(
  'customFields.list',
  `SELECT $12::int AS "nonce", p."type" AS "pageType", h."count", ${fieldsWithEvents.record}
  FROM unnest($2::"CustomFieldType"[], $3::bigint[], $4::bigint[], $10::int[], $11::int[])
    p("type", "offset", "limit", "afterIndex", "afterId")
  CROSS JOIN LATERAL (SELECT count(*)::int AS "count" ${matching}) h
  LEFT JOIN LATERAL (SELECT r.* ${matching}
    AND (p."afterId" IS NULL OR (r."displayIndex", r."id") > (p."afterIndex", p."afterId"))
    ORDER BY r."displayIndex", r."id" LIMIT p."limit" OFFSET p."offset") r ON true
  ORDER BY p."type", r."displayIndex", r."id"`,
  'page',
);

interface PageRow extends JsonRow {
  readonly pageType: ObjectType;
  readonly count: number;
}

/** Reads pages of several types, by type, with exact counts, in one statement. */
export async function readCustomFields(db: Database, query: FieldQuery): Promise<Map<ObjectType, FoundFields>> {
  const { workspaceId, pages, inputTypes, hidden, searchWords, withSystemFields, withEvents } = query;
  const found = new Map<ObjectType, FoundFields>();
  if (pages.length === 0) return found;
  const bounds = [pages.map(({ type }) => type), pages.map(({ offset }) => offset), pages.map(({ limit }) => limit)];
  const filters = [inputTypes ?? null, hidden ?? null, withSystemFields, searchWords ?? null];
  const after = [pages.map(({ after }) => after?.[0] ?? null), pages.map(({ after }) => after?.[1] ?? null)];
  const values = [workspaceId, ...bounds, ...filters, withEvents, ...after];
  const rows = await db.run<PageRow>(pagesStatement, values);
  const reader: RecordReader<CustomField> = withEvents ? fieldsWithEvents : customFields;
  for (const row of rows) {
    const page = found.get(row.pageType) ?? { count: row.count, fields: [] };
    found.set(row.pageType, page);
    page.fields.push(...reader.of([row]));
  }
  return found;
}

const optionNamesStatement = pipelinedStatement(
  'customFields.optionNames',
  `SELECT o."customFieldId", array_agg(o."name") AS "names" FROM "CustomFieldOption" o
  WHERE o."workspaceId" = $1 AND o."id" = ANY($2::int[]) GROUP BY o."customFieldId"`,
);

/** Reads option names by field id; unknown options are omitted. */
export async function readOptionNames(
  db: Database,
  workspaceId: number,
  optionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.run<{ customFieldId: number; names: string[] }>(optionNamesStatement, [workspaceId, optionIds]);
  return new Map(rows.map(({ customFieldId, names }) => [customFieldId, names]));
}

const stageStatement = pipelinedStatement(
  'customFields.contactStage',
  `SELECT ${customFields.record} FROM "CustomField" r WHERE r."workspaceId" = $1
  AND r."type" = '${contactStage.type}' AND r."identifier" = '${contactStage.identifier}' AND r."isSystemField"`,
);

export async function readContactStage(db: Database, workspaceId: number): Promise<CustomField | undefined> {
  return customFields.of(await db.run<JsonRow>(stageStatement, [workspaceId]))[0];
}
