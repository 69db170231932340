import type { Database } from '#src/db/database.ts';
import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { headedStatement, provenStatement } from '#src/db/statement.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type { Position } from '#src/domain/cursor.ts';
import type {
  AskingEvent,
  CustomField,
  CustomFieldConfiguration,
  CustomFieldOption,
  ObjectType,
} from '#src/domain/custom-fields/custom-field.ts';
import type { FieldFilter } from '#src/domain/custom-fields/invitee-questions.ts';
import { contactStage } from '#src/domain/workspaces/workspace.ts';

type Columns = Omit<CustomField, 'options' | 'events' | 'configuration' | 'createdAt' | 'updatedAt'> & {
  readonly configuration: unknown;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The record of a field, from either source. Columns are named, since a row may have more of them. */
function customField(row: Columns, options: CustomFieldOption[]): CustomField {
  const { id, name, identifier, description, type, inputType, hidden, isSystemField, displayIndex } = row;
  return {
    ...{ id, name, identifier, description, type, inputType, options, hidden, isSystemField, displayIndex },
    configuration: row.configuration as CustomFieldConfiguration,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** Of a field `r`; $1 is the workspace. Options come as arrays: with their keys they would cost twice as much to read. */
export const customFieldColumns = `r."id", r."name", r."identifier", r."description", r."type", r."inputType", r."configuration",
  (SELECT json_agg(json_build_array(o."id", o."name", o."color", o."icon", o."displayIndex", o."isDefault", o."isArchived",
      o."category", o."tooltip") ORDER BY o."displayIndex", o."id")
    FROM "CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = r."id") AS "options",
  r."hidden", r."isSystemField", r."displayIndex", r."createdAt", r."updatedAt"`;

/** The options that an answer `a` names, as an array of their ids in its order; $1 is the workspace. */
export const answerOptionIds = `ARRAY(SELECT o."id" FROM unnest(a."answer") WITH ORDINALITY i("name", "position")
  JOIN "CustomFieldOption" o ON o."workspaceId" = $1 AND o."customFieldId" = a."customFieldId" AND o."name" = i."name"
  ORDER BY i."position")`;

/** What Prisma includes of the field of an answer for `optionIdsOf`. */
export const answerOptions = { select: { id: true, name: true } } as const satisfies Prisma.CustomField$optionsArgs;

type Column<Key extends keyof CustomFieldOption> = CustomFieldOption[Key];
type OptionColumns = [
  ...[Column<'id'>, Column<'name'>, Column<'color'>, Column<'icon'>, Column<'displayIndex'>, Column<'isDefault'>],
  ...[Column<'isArchived'>, Column<'category'>, Column<'tooltip'>],
];

/** A row of `customFieldColumns`. */
export interface CustomFieldRow extends Columns {
  readonly options: OptionColumns[] | null;
}

export function customFieldOf(row: CustomFieldRow): CustomField {
  return customField(row, (row.options ?? []).map(optionOf));
}

function optionOf(columns: OptionColumns): CustomFieldOption {
  const [id, name, color, icon, displayIndex, isDefault, isArchived, category, tooltip] = columns;
  return { id, name, color, icon, displayIndex, isDefault, isArchived, category, tooltip };
}

const option = {
  ...{ id: true, name: true, color: true, icon: true, displayIndex: true, isDefault: true, isArchived: true },
  ...{ category: true, tooltip: true },
} as const;

/** What Prisma includes for the record of a field. */
export const customFieldParts = {
  options: { select: option, orderBy: [{ displayIndex: 'asc' }, { id: 'asc' }] },
} as const satisfies Prisma.CustomFieldInclude;

type PrismaRow = Prisma.CustomFieldGetPayload<{ include: typeof customFieldParts }>;

export function customFieldOfRow(row: PrismaRow): CustomField {
  return customField(row, row.options);
}

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

const askingEvents = `(SELECT json_agg(e) FROM (
    SELECT e."id", e."name", e."linkPrefix" FROM "EventSecondaryQuestion" s
    JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = s."eventId"
    WHERE s."workspaceId" = $1 AND s."customFieldId" = r."id" ORDER BY e."name", e."id") e)`;

/** A row for each field of a page, or one without a field for an empty page; each row has the count of its type. */
const pagesStatement = headedStatement(
  'customFields.list',
  `SELECT $12::int AS "nonce", p."type" AS "pageType", h."count", ${customFieldColumns},
    CASE WHEN $9::boolean THEN ${askingEvents} END AS "events"
  FROM unnest($2::"CustomFieldType"[], $3::bigint[], $4::bigint[], $10::int[], $11::int[])
    p("type", "offset", "limit", "afterIndex", "afterId")
  CROSS JOIN LATERAL (SELECT count(*)::int AS "count" ${matching}) h
  LEFT JOIN LATERAL (SELECT r.* ${matching}
    AND (p."afterId" IS NULL OR (r."displayIndex", r."id") > (p."afterIndex", p."afterId"))
    ORDER BY r."displayIndex", r."id" LIMIT p."limit" OFFSET p."offset") r ON true
  ORDER BY p."type", r."displayIndex", r."id"`,
);

interface PageRow extends CustomFieldRow {
  readonly pageType: ObjectType;
  readonly count: number;
  readonly events: AskingEvent[] | null;
}

/** Pages of several types, by type, with the exact numbers, in one statement. */
export async function readCustomFields(db: Database, query: FieldQuery): Promise<Map<ObjectType, FoundFields>> {
  const { workspaceId, pages, inputTypes, hidden, searchWords, withSystemFields, withEvents } = query;
  const found = new Map<ObjectType, FoundFields>();
  if (pages.length === 0) return found;
  const bounds = [pages.map(({ type }) => type), pages.map(({ offset }) => offset), pages.map(({ limit }) => limit)];
  const filters = [inputTypes ?? null, hidden ?? null, withSystemFields, searchWords ?? null];
  const after = [pages.map(({ after }) => after?.[0] ?? null), pages.map(({ after }) => after?.[1] ?? null)];
  const values = [workspaceId, ...bounds, ...filters, withEvents, ...after];
  const rows = await db.counted.run<PageRow>(pagesStatement, values);
  for (const row of rows) {
    const page = found.get(row.pageType) ?? { count: row.count, fields: [] };
    found.set(row.pageType, page);
    if (row.id !== null)
      page.fields.push({ ...customFieldOf(row), ...(withEvents ? { events: row.events ?? [] } : {}) });
  }
  return found;
}

const stageStatement = provenStatement(
  'customFields.contactStage',
  `SELECT ${customFieldColumns} FROM "CustomField" r WHERE r."workspaceId" = $1
  AND r."type" = '${contactStage.type}' AND r."identifier" = '${contactStage.identifier}' AND r."isSystemField"`,
);

export async function readContactStage(db: Database, workspaceId: number): Promise<CustomField | undefined> {
  const [row] = await db.pipelined.run<CustomFieldRow>(stageStatement, [workspaceId]);
  return row && customFieldOf(row);
}
