import type { Server } from 'fastify';
import { type Caller, requireScope } from './caller.ts';
import type { Prepared, Queries } from './queries.ts';

const where = '"workspaceId" = $1 AND "type" = $2::"CustomFieldType" AND NOT "hidden"';

/** $1 workspace, $2 type, $3 and $4 the page: visible fields in the order of display, with the number of all in each row. */
const fields: Prepared = {
  name: 'fields',
  text: `SELECT (SELECT count(*)::int FROM "CustomField" WHERE ${where}) AS "count", f."id", f."name", f."identifier",
    f."description", f."type", f."inputType", f."configuration", o."options", f."hidden", f."isSystemField",
    f."displayIndex", f."createdAt", f."updatedAt"
  FROM (SELECT * FROM "CustomField" WHERE ${where} ORDER BY "displayIndex", "id" LIMIT $3 OFFSET $4) f
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('id', o."id", 'name', o."name", 'color', o."color", 'icon', o."icon",
      'displayIndex', o."displayIndex", 'isDefault', o."isDefault", 'isArchived', o."isArchived", 'category', o."category",
      'tooltip', o."tooltip") ORDER BY o."displayIndex", o."id") AS "options"
    FROM "CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id") o ON true
  ORDER BY f."displayIndex", f."id"`,
};

/** Runs only beyond the last page, where no row holds the count. */
const countOf: Prepared = {
  name: 'fields count',
  text: `SELECT count(*)::int AS "count" FROM "CustomField" WHERE ${where}`,
};

interface FieldRow {
  readonly count: number;
  readonly configuration: Record<string, unknown>;
  readonly options: object[] | null;
  readonly [column: string]: unknown;
}

interface ListQuery {
  readonly objectType: string;
  readonly page: number;
  readonly limit: number;
}

const querystring = {
  type: 'object',
  required: ['objectType'],
  properties: {
    objectType: { type: 'string', enum: ['CONTACT', 'CALL', 'EVENT', 'DEAL', 'USER'] },
    page: { type: 'integer', minimum: 0, maximum: 2147483647, default: 0 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
};

export function customFieldsRoute(app: Server, queries: Queries): void {
  const onRequest = requireScope(queries, 'fields:read');
  app.get('/v1/fields/objects', { schema: { querystring }, onRequest }, async (request) => {
    const { workspaceId } = request.caller as Caller;
    const { objectType, page, limit } = request.query as unknown as ListQuery;
    const rows = await queries.run<FieldRow>(fields, [workspaceId, objectType, limit, page * limit]);
    const count = rows[0]?.count ?? (await queries.run<FieldRow>(countOf, [workspaceId, objectType]))[0]?.count ?? 0;
    const hasMore = (page + 1) * limit < count;
    return { count, data: rows.map(field), hasMore, nextPage: hasMore ? page + 1 : null };
  });
}

function field({ count: _, options, configuration, ...row }: FieldRow): object {
  const { id, name, identifier, description, type, inputType, ...rest } = row;
  const known = { ...{ id, name, identifier, description, type, inputType }, configuration: withNulls(configuration) };
  return { ...known, options: options ?? [], ...rest, events: null };
}

function withNulls(configuration: Record<string, unknown>): object {
  const { min = null, max = null, step = null, dateType = null, dateTimeFormat = null } = configuration;
  const { includedTime = null, maxRating = null, placeholder = null } = configuration;
  return { min, max, step, dateType, dateTimeFormat, includedTime, maxRating, placeholder };
}
