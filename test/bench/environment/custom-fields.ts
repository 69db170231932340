import type pg from 'pg';

/** Adds the custom fields of a workspace that uses many: 500 of one type, each with 50 options. */
export async function addCustomFields(client: pg.Client, workspaceId: number): Promise<void> {
  await client.query(
    `INSERT INTO "CustomField" ("workspaceId", "name", "identifier", "type", "inputType", "displayIndex", "configuration")
     SELECT $1, 'Field ' || n, 'bench-field-' || n, 'EVENT', 'MULTIPLE_SELECT', n, '{"placeholder": "Choose some"}'
     FROM generate_series(1, 500) n ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query(
    `INSERT INTO "CustomFieldOption" ("workspaceId", "customFieldId", "name", "color", "displayIndex")
     SELECT $1, f."id", 'Option ' || n, 'blue', n FROM "CustomField" f, generate_series(1, 50) n
     WHERE f."workspaceId" = $1 AND f."identifier" LIKE 'bench-field-%' ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query('ANALYZE "CustomField", "CustomFieldOption"');
}
