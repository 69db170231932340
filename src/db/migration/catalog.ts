import type pg from 'pg';

/**
 * Describes the current schema with one line for each part, regardless of the order of creation: types, tables, columns, keys,
 * indexes, triggers, functions.
 */
export async function catalogOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    WITH "own" AS (SELECT * FROM pg_class WHERE "relnamespace" = current_schema()::regnamespace AND "relname" <> '_prisma_migrations')
    SELECT format('type %I: %s', t."typname", string_agg(e."enumlabel", ', ' ORDER BY e."enumsortorder")) AS "line"
    FROM pg_type t JOIN pg_enum e ON e."enumtypid" = t."oid"
    WHERE t."typnamespace" = current_schema()::regnamespace GROUP BY t."typname"
    UNION ALL
    SELECT format('%s %I: %s %s', CASE "relkind" WHEN 'r' THEN 'table' ELSE 'sequence' END, "relname", "relpersistence", "reloptions")
    FROM "own" WHERE "relkind" IN ('r', 'S')
    UNION ALL
    SELECT format('column %I.%I: %s%s %s', c."relname", a."attname", format_type(a."atttypid", a."atttypmod"),
      CASE WHEN a."attnotnull" THEN ' NOT NULL' END, pg_get_expr(d."adbin", d."adrelid"))
    FROM "own" c JOIN pg_attribute a ON a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped"
    LEFT JOIN pg_attrdef d ON d."adrelid" = c."oid" AND d."adnum" = a."attnum" WHERE c."relkind" = 'r'
    UNION ALL
    SELECT format('constraint %I.%I: %s', c."relname", k."conname", pg_get_constraintdef(k."oid"))
    FROM "own" c JOIN pg_constraint k ON k."conrelid" = c."oid" WHERE k."contype" <> 'n'
    UNION ALL
    SELECT format('index: %s', pg_get_indexdef(i."indexrelid")) FROM "own" c JOIN pg_index i ON i."indrelid" = c."oid"
    UNION ALL
    SELECT format('trigger: %s', pg_get_triggerdef(t."oid")) FROM "own" c JOIN pg_trigger t ON t."tgrelid" = c."oid"
    WHERE NOT t."tgisinternal"
    UNION ALL
    SELECT format('function: %s', pg_get_functiondef(p."oid")) FROM pg_proc p
    WHERE p."pronamespace" = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d."objid" = p."oid" AND d."deptype" = 'e')`);
  return rows.map(({ line }) => line.trimEnd()).sort();
}
