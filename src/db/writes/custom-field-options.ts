import type { ClientBase } from 'pg';
import type { CustomFieldOption } from '#src/domain/custom-fields/custom-field.ts';
import type { NewOption, OptionRename } from '#src/domain/custom-fields/options.ts';

/** Of a workspace and a field. */
type Place = readonly [workspaceId: number, customFieldId: number];

const columns = `"name" varchar, "color" varchar, "icon" varchar, "displayIndex" int, "isDefault" boolean, "isArchived" boolean,
  "category" varchar, "tooltip" varchar`;
const names = `"name", "color", "icon", "displayIndex", "isDefault", "isArchived", "category", "tooltip"`;

export async function insertOptions(client: ClientBase, place: Place, options: readonly NewOption[]): Promise<void> {
  if (options.length === 0) return;
  await client.query(
    `INSERT INTO "CustomFieldOption" ("workspaceId", "customFieldId", ${names})
    SELECT $1, $2, ${names} FROM ROWS FROM (json_to_recordset($3) AS (${columns})) WITH ORDINALITY o ORDER BY o.ordinality`,
    [...place, JSON.stringify(options)],
  );
}

/** Options that take each other's names would meet on the way, so all step aside first. */
export async function updateOptions(
  client: ClientBase,
  place: Place,
  options: readonly CustomFieldOption[],
): Promise<void> {
  if (options.length === 0) return;
  await client.query(
    `UPDATE "CustomFieldOption" SET "name" = E'\\x01' || "id"
    WHERE "workspaceId" = $1 AND "customFieldId" = $2 AND "id" = ANY($3::int[])`,
    [...place, options.map(({ id }) => id)],
  );
  await client.query(
    `UPDATE "CustomFieldOption" o SET (${names}) = ROW(${names
      .split(', ')
      .map((name) => `g.${name}`)
      .join(', ')})
    FROM json_to_recordset($3) g("id" int, ${columns})
    WHERE o."workspaceId" = $1 AND o."customFieldId" = $2 AND o."id" = g."id"`,
    [...place, JSON.stringify(options)],
  );
}

/** Answers hold the names of options: they follow, each name once, whatever takes whose place. */
export async function renameInAnswers(
  client: ClientBase,
  place: Place,
  renamed: readonly OptionRename[],
): Promise<void> {
  if (renamed.length === 0) return;
  await client.query(
    `UPDATE "CustomFieldAnswer" a SET "answer" = ARRAY(
      SELECT coalesce(g."to", i."item") FROM unnest(a."answer") WITH ORDINALITY i("item", "place")
      LEFT JOIN json_to_recordset($3) g("from" text, "to" text) ON g."from" = i."item" ORDER BY i."place")
    WHERE a."workspaceId" = $1 AND a."customFieldId" = $2 AND a."answer" && $4::text[]`,
    [...place, JSON.stringify(renamed), renamed.map(({ from }) => from)],
  );
}

export async function deleteOptions(client: ClientBase, place: Place): Promise<void> {
  await client.query('DELETE FROM "CustomFieldOption" WHERE "workspaceId" = $1 AND "customFieldId" = $2', [...place]);
}
