import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { type CustomFieldUsage, maxListedEvents } from '#src/domain/custom-fields/usage.ts';

/** Compares texts as `disqualifies` does: without regard to letter case, wide and narrow forms, and outer white space. */
const comparable = (text: string) => `lower(btrim(normalize(${text}, NFKC), E' \\t\\n\\r\\u00a0'))`;

const statement = preparedStatement(
  'customFields.usage',
  `WITH "rule" AS MATERIALIZED (
      SELECT e."id" AS "eventId", (r."rule" ->> 'customFieldId')::int AS "customFieldId", r."rule" -> 'values' AS "values"
      FROM "Event" e CROSS JOIN LATERAL jsonb_array_elements(e."disqualificationRules") r("rule")
      WHERE e."workspaceId" = $1 AND e."deletedAt" IS NULL AND (r."rule" ->> 'customFieldId')::int = ANY ($2::int[])
    ), "use" AS (
      SELECT u."customFieldId", e."id", e."name", bool_or(u."asks") AS "asks", bool_or(NOT u."asks") AS "hasRule",
        row_number() OVER (PARTITION BY u."customFieldId" ORDER BY e."name", e."id") AS "place"
      FROM (
        SELECT q."customFieldId", q."eventId", true AS "asks" FROM "EventSecondaryQuestion" q
        WHERE q."workspaceId" = $1 AND q."customFieldId" = ANY ($2::int[])
        UNION ALL SELECT r."customFieldId", r."eventId", false FROM "rule" r
      ) u JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = u."eventId"
      GROUP BY u."customFieldId", e."id", e."name"
    ), "answered" AS (
      SELECT a."customFieldId", count(*)::int AS "count" FROM "CustomFieldAnswer" a
      WHERE a."workspaceId" = $1 AND a."customFieldId" = ANY ($2::int[]) GROUP BY a."customFieldId"
    ), "chosen" AS (
      SELECT a."customFieldId", i."name", count(*)::int AS "count"
      FROM "CustomField" f
      JOIN "CustomFieldAnswer" a ON a."workspaceId" = $1 AND a."customFieldId" = f."id"
      CROSS JOIN LATERAL unnest(a."answer") i("name")
      WHERE f."workspaceId" = $1 AND f."id" = ANY ($2::int[])
        AND f."inputType" IN ('SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX')
      GROUP BY a."customFieldId", i."name"
    ), "named" AS (
      SELECT r."customFieldId", ${comparable('v."value"')} AS "value", count(DISTINCT r."eventId")::int AS "count"
      FROM "rule" r CROSS JOIN LATERAL jsonb_array_elements_text(r."values") v("value")
      GROUP BY r."customFieldId", ${comparable('v."value"')}
    )
    SELECT f."id" AS "customFieldId", coalesce(a."count", 0) AS "answerCount", u."askingEventCount", u."ruleEventCount",
      coalesce(u."events", '[]') AS "events", coalesce(o."options", '[]') AS "options"
    FROM "CustomField" f
    LEFT JOIN "answered" a ON a."customFieldId" = f."id"
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE u."asks"))::int AS "askingEventCount",
        (count(*) FILTER (WHERE u."hasRule"))::int AS "ruleEventCount",
        json_agg(json_build_object('eventId', u."id", 'name', u."name", 'asks', u."asks", 'hasRule', u."hasRule")
          ORDER BY u."place") FILTER (WHERE u."place" <= ${maxListedEvents}) AS "events"
      FROM "use" u WHERE u."customFieldId" = f."id"
    ) u
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('optionId', o."id", 'answerCount', coalesce(c."count", 0),
        'ruleEventCount', coalesce(n."count", 0)) ORDER BY o."displayIndex", o."id") AS "options"
      FROM "CustomFieldOption" o
      LEFT JOIN "chosen" c ON c."customFieldId" = f."id" AND c."name" = o."name"
      LEFT JOIN "named" n ON n."customFieldId" = f."id" AND n."value" = ${comparable('o."name"')}
      WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id"
    ) o
    WHERE f."workspaceId" = $1 AND f."id" = ANY ($2::int[])`,
);

/** Reads the usage of these fields, by field id, in one statement. */
export async function readCustomFieldUsage(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomFieldUsage>> {
  const rows = await run<CustomFieldUsage & { readonly customFieldId: number }>(statement, [workspaceId, ids]);
  return new Map(rows.map(({ customFieldId, ...usage }) => [customFieldId, usage]));
}
