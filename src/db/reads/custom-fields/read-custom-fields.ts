import type { Database } from '#src/db/database.ts';
import { fixedStatement } from '#src/db/statement.ts';
import type { AskingEvent, CustomField, ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import type { FieldFilter } from '#src/domain/custom-fields/invitee-questions.ts';
import { askingEvents, askingEventsOf, type CustomFieldRow, customFieldColumns, customFieldOf } from './columns.ts';

/** A page of the fields of one type. */
export interface FieldPageQuery {
  readonly type: ObjectType;
  readonly offset: number;
  readonly limit: number;
}

export interface FieldQuery extends FieldFilter {
  readonly workspaceId: number;
  readonly withSystemFields: boolean;
  readonly withEvents: boolean;
  readonly pages: readonly FieldPageQuery[];
}

export interface FoundFields {
  readonly count: number;
  readonly fields: CustomField[];
}

const matching = `FROM "CustomField" r WHERE r."workspaceId" = $1 AND r."type" = p."type"
    AND ($5::"CustomFieldInputType"[] IS NULL OR r."inputType" = ANY($5))
    AND ($6::boolean IS NULL OR r."hidden" = $6)
    AND ($7::boolean OR NOT r."isSystemField")
    AND ($8::text[] IS NULL OR NOT EXISTS (SELECT FROM unnest($8::text[]) w WHERE strpos(
      lower(r."name" || E'\\n' || r."identifier" || E'\\n' || coalesce(r."description", '')), lower(w)) = 0))`;

/** A row for each field of a page, or one without a field for a page that has none: each tells the count of its type. */
const statement = fixedStatement(
  'customFields.list',
  `SELECT p."type" AS "pageType", h."count", ${customFieldColumns}, CASE WHEN $9::boolean THEN ${askingEvents} END AS "events"
  FROM unnest($2::"CustomFieldType"[], $3::bigint[], $4::bigint[]) p("type", "offset", "limit")
  CROSS JOIN LATERAL (SELECT count(*)::int AS "count" ${matching}) h
  LEFT JOIN LATERAL (SELECT r.* ${matching} ORDER BY r."displayIndex", r."id" LIMIT p."limit" OFFSET p."offset") r ON true
  ORDER BY p."type", r."displayIndex", r."id"`,
);

type ListRow = Omit<CustomFieldRow, 'id'> & {
  pageType: ObjectType;
  count: number;
  id: number | null;
  events: AskingEvent[] | null;
};

/** Pages of several types, by their place, with the exact numbers, in one statement. */
export async function readCustomFields(db: Database, query: FieldQuery): Promise<Map<ObjectType, FoundFields>> {
  const { workspaceId, pages, inputTypes, hidden, searchWords, withSystemFields, withEvents } = query;
  const places = [pages.map(({ type }) => type), pages.map(({ offset }) => offset), pages.map(({ limit }) => limit)];
  const filters = [inputTypes ?? null, hidden ?? null, withSystemFields, searchWords ?? null];
  const rows = await db.counted.run<ListRow>(statement, [workspaceId, ...places, ...filters, withEvents]);
  const found = new Map<ObjectType, FoundFields>();
  for (const row of rows) {
    const { pageType, count, id, events, ...columns } = row;
    const page = found.get(pageType) ?? { count, fields: [] };
    found.set(pageType, page);
    if (id === null) continue;
    page.fields.push({ ...customFieldOf({ id, ...columns }), ...(withEvents ? askingEventsOf(events) : {}) });
  }
  return found;
}
