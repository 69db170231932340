import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import type { CustomField, CustomFieldOption, ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import type { NewOption, OptionRename } from '#src/domain/custom-fields/options.ts';
import { maxDisplayIndex } from '#src/domain/custom-fields/options-by-name.ts';
import { customFields } from '../reads/custom-fields.ts';
import type { JsonRow } from '../reads/json-record.ts';

type FieldColumns = Pick<
  CustomField,
  'name' | 'identifier' | 'description' | 'type' | 'inputType' | 'configuration' | 'hidden' | 'displayIndex'
>;

/** Finds the identifiers that start with `preferred`, with or without a number after it. */
export async function identifiersLike(
  client: ClientBase,
  workspaceId: number,
  { type, preferred }: { type: ObjectType; preferred: string },
): Promise<Set<string>> {
  const { rows } = await client.query<{ identifier: string }>(
    `SELECT "identifier" FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = $2 AND starts_with("identifier", $3)`,
    [workspaceId, type, preferred],
  );
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Returns the id of the new field, or undefined if the identifier is taken. Without a displayIndex the field comes last. */
export async function insertField(
  client: ClientBase,
  workspaceId: number,
  field: Omit<FieldColumns, 'hidden' | 'displayIndex'> & { displayIndex: number | undefined },
): Promise<number | undefined> {
  const { name, identifier, description, type, inputType, configuration } = field;
  const displayIndex = field.displayIndex ?? (await nextDisplayIndex(client, workspaceId, type));
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "CustomField" ("workspaceId", "type", "name", "identifier", "description", "inputType", "configuration",
      "displayIndex")
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT ("workspaceId", "type", "identifier") DO NOTHING RETURNING "id"`,
    [workspaceId, type, name, identifier, description, inputType, JSON.stringify(configuration), displayIndex],
  );
  return rows[0]?.id;
}

async function nextDisplayIndex(client: ClientBase, workspaceId: number, type: ObjectType): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    `SELECT least(coalesce(max("displayIndex") + 1, 0), ${maxDisplayIndex}) AS "next"
     FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = $2`,
    [workspaceId, type],
  );
  return rows[0]?.next ?? 0;
}

/**
 * Locks the field until the transaction ends, and reads it. A transaction that writes an answer first locks the field FOR
 * SHARE, so it waits for this one and then reads the updated field.
 */
export async function lockField(client: ClientBase, workspaceId: number, id: number): Promise<CustomField | undefined> {
  const { rowCount } = await client.query(
    'SELECT FROM "CustomField" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE',
    [workspaceId, id],
  );
  return rowCount ? readField(client, workspaceId, id) : undefined;
}

/** Locks fields of one type by id until the transaction ends, and reads them. */
export async function lockFields(
  client: ClientBase,
  workspaceId: number,
  { type, ids }: { readonly type: ObjectType; readonly ids: readonly number[] },
): Promise<CustomField[]> {
  await client.query(
    `SELECT FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = $2 AND "id" = ANY($3) ORDER BY "id" FOR UPDATE`,
    [workspaceId, type, ids],
  );
  return (await readFields(client, workspaceId, ids)).filter((field) => field.type === type);
}

/** Reads fields within this transaction. */
async function readFields(client: ClientBase, workspaceId: number, ids: readonly number[]): Promise<CustomField[]> {
  const { rows } = await client.query<JsonRow>(
    `SELECT ${customFields.record} FROM "CustomField" r WHERE r."workspaceId" = $1 AND r."id" = ANY($2)`,
    [workspaceId, ids],
  );
  return customFields.of(rows);
}

/** Reads the field within this transaction. */
export async function readField(client: ClientBase, workspaceId: number, id: number): Promise<CustomField> {
  return (await readFields(client, workspaceId, [id]))[0] as CustomField;
}

/** Gives fields their places, and reads them. */
export async function placeFields(
  client: ClientBase,
  workspaceId: number,
  placed: readonly { readonly id: number; readonly displayIndex: number }[],
): Promise<CustomField[]> {
  const ids = placed.map(({ id }) => id);
  await client.query(
    `UPDATE "CustomField" f SET "displayIndex" = p."place", "updatedAt" = now()
     FROM unnest($2::int[], $3::int[]) AS p("id", "place") WHERE f."workspaceId" = $1 AND f."id" = p."id"`,
    [workspaceId, ids, placed.map(({ displayIndex }) => displayIndex)],
  );
  return readFields(client, workspaceId, ids);
}

export async function updateField(client: ClientBase, workspaceId: number, field: FieldColumns & { id: number }) {
  const { id, name, identifier, description, type, inputType, configuration, hidden, displayIndex } = field;
  await client.query(
    `UPDATE "CustomField" SET "name" = $3, "identifier" = $4, "description" = $5, "type" = $6, "inputType" = $7,
      "configuration" = $8, "hidden" = $9, "displayIndex" = $10, "updatedAt" = now()
    WHERE "workspaceId" = $1 AND "id" = $2`,
    [
      ...[workspaceId, id, name, identifier, description, type, inputType, JSON.stringify(configuration)],
      ...[hidden, displayIndex],
    ],
  );
}

/** Reads whether the field has answers, whether it is in the form of an event, and whether a rule of one names it. */
export async function usesOf(client: ClientBase, workspaceId: number, id: number) {
  const { rows } = await client.query<{ isAnswered: boolean; isInForm: boolean; isInRule: boolean }>(
    `SELECT
      EXISTS (SELECT FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "customFieldId" = $2) AS "isAnswered",
      EXISTS (SELECT FROM "EventSecondaryQuestion" WHERE "workspaceId" = $1 AND "customFieldId" = $2) AS "isInForm",
      EXISTS (SELECT FROM "Event" WHERE "workspaceId" = $1 AND "deletedAt" IS NULL AND "disqualificationRules" @> $3::jsonb)
        AS "isInRule"`,
    [workspaceId, id, JSON.stringify([{ customFieldId: id }])],
  );
  return rows[0] as { isAnswered: boolean; isInForm: boolean; isInRule: boolean };
}

const optionTypes = `"name" varchar, "color" varchar, "icon" varchar, "displayIndex" int, "isDefault" boolean, "isArchived" boolean,
  "category" varchar, "tooltip" varchar`;
const optionColumns = `"name", "color", "icon", "displayIndex", "isDefault", "isArchived", "category", "tooltip"`;

/**
 * Inserts options. If the id of a new option is also the name of another option of the field, an answer would be ambiguous, so
 * the option is inserted again, with the next id.
 */
export async function insertOptions(
  client: ClientBase,
  field: RecordKey,
  options: readonly NewOption[],
): Promise<void> {
  let waiting = options;
  while (waiting.length > 0) {
    const { rows: inserted } = await client.query<{ id: number }>(
      `INSERT INTO "CustomFieldOption" ("workspaceId", "customFieldId", ${optionColumns})
      SELECT $1, $2, ${optionColumns} FROM ROWS FROM (json_to_recordset($3) AS (${optionTypes})) WITH ORDINALITY o
      ORDER BY o.ordinality RETURNING "id"`,
      [...field, JSON.stringify(waiting)],
    );
    const { rows: ambiguous } = await client.query<{ name: string }>(
      `DELETE FROM "CustomFieldOption" o USING "CustomFieldOption" n
      WHERE o."workspaceId" = $1 AND o."customFieldId" = $2 AND o."id" = ANY($3::int[])
        AND n."workspaceId" = $1 AND n."customFieldId" = $2 AND n."id" <> o."id" AND n."name" = o."id"::text
      RETURNING o."name"`,
      [...field, inserted.map(({ id }) => id)],
    );
    const names = new Set(ambiguous.map(({ name }) => name));
    waiting = waiting.filter(({ name }) => names.has(name));
  }
}

/** All updated options get a temporary name first, because two of them may swap their unique names. */
export async function updateOptions(
  client: ClientBase,
  field: RecordKey,
  options: readonly CustomFieldOption[],
): Promise<void> {
  if (options.length === 0) return;
  await client.query(
    `UPDATE "CustomFieldOption" SET "name" = E'\\x01' || "id"
    WHERE "workspaceId" = $1 AND "customFieldId" = $2 AND "id" = ANY($3::int[])`,
    [...field, options.map(({ id }) => id)],
  );
  await client.query(
    `UPDATE "CustomFieldOption" o SET (${optionColumns}) = ROW(${optionColumns
      .split(', ')
      .map((name) => `g.${name}`)
      .join(', ')})
    FROM json_to_recordset($3) g("id" int, ${optionTypes})
    WHERE o."workspaceId" = $1 AND o."customFieldId" = $2 AND o."id" = g."id"`,
    [...field, JSON.stringify(options)],
  );
}

/** Answers contain the names of options. One statement renames all of them, so swapped names stay distinct. */
export async function renameInAnswers(
  client: ClientBase,
  field: RecordKey,
  renamed: readonly OptionRename[],
): Promise<void> {
  if (renamed.length === 0) return;
  await client.query(
    `UPDATE "CustomFieldAnswer" a SET "answer" = ARRAY(
      SELECT coalesce(g."to", i."item") FROM unnest(a."answer") WITH ORDINALITY i("item", "place")
      LEFT JOIN json_to_recordset($3) g("from" text, "to" text) ON g."from" = i."item" ORDER BY i."place")
    WHERE a."workspaceId" = $1 AND a."customFieldId" = $2 AND a."answer" && $4::text[]`,
    [...field, JSON.stringify(renamed), renamed.map(({ from }) => from)],
  );
}

export async function deleteOptions(client: ClientBase, field: RecordKey): Promise<void> {
  await client.query('DELETE FROM "CustomFieldOption" WHERE "workspaceId" = $1 AND "customFieldId" = $2', [...field]);
}
