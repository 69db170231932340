import type { ClientBase } from 'pg';
import type { CustomField, ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import { maxDisplayIndex } from '#src/domain/custom-fields/options.ts';
import { type CustomFieldRow, customFieldColumns, customFieldOf } from '../reads/custom-fields/columns.ts';

export type FieldColumns = Pick<
  CustomField,
  'name' | 'identifier' | 'description' | 'type' | 'inputType' | 'configuration' | 'hidden' | 'displayIndex'
>;

/** How many fields the workspace has; nobody else adds one until the transaction ends. */
export async function countFieldsLocked(client: ClientBase, workspaceId: number): Promise<number> {
  await client.query('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [workspaceId]);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS "count" FROM "CustomField" WHERE "workspaceId" = $1',
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

/** Those that `wanted` could be, with or without a number behind it. */
export async function identifiersLike(
  client: ClientBase,
  workspaceId: number,
  { type, wanted }: { type: ObjectType; wanted: string },
): Promise<Set<string>> {
  const { rows } = await client.query<{ identifier: string }>(
    `SELECT "identifier" FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = $2 AND starts_with("identifier", $3)`,
    [workspaceId, type, wanted],
  );
  return new Set(rows.map(({ identifier }) => identifier));
}

/** The id of the new field, behind all of its type unless a place is given; undefined where the identifier is taken. */
export async function insertField(
  client: ClientBase,
  workspaceId: number,
  field: Omit<FieldColumns, 'hidden' | 'displayIndex'> & { displayIndex: number | undefined },
): Promise<number | undefined> {
  const { name, identifier, description, type, inputType, configuration, displayIndex = null } = field;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "CustomField" ("workspaceId", "type", "name", "identifier", "description", "inputType", "configuration",
      "displayIndex")
    VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8, (
      SELECT least(coalesce(max("displayIndex") + 1, 0), ${maxDisplayIndex})
      FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = $2)))
    ON CONFLICT ("workspaceId", "type", "identifier") DO NOTHING RETURNING "id"`,
    [workspaceId, type, name, identifier, description, inputType, JSON.stringify(configuration), displayIndex],
  );
  return rows[0]?.id;
}

/**
 * The field as it is, locked until the transaction ends. Whoever writes an answer locks the field FOR SHARE before
 * reading what it asks for, and so waits for this and then reads what has become of it.
 */
export async function lockField(client: ClientBase, workspaceId: number, id: number): Promise<CustomField | undefined> {
  const { rowCount } = await client.query(
    'SELECT FROM "CustomField" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE',
    [workspaceId, id],
  );
  return rowCount ? readField(client, workspaceId, id) : undefined;
}

/** The field as this transaction sees it. */
export async function readField(client: ClientBase, workspaceId: number, id: number): Promise<CustomField> {
  const { rows } = await client.query<CustomFieldRow>(
    `SELECT ${customFieldColumns} FROM "CustomField" r WHERE r."workspaceId" = $1 AND r."id" = $2`,
    [workspaceId, id],
  );
  return customFieldOf(rows[0] as CustomFieldRow);
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

/** Whether anything has been answered, and whether an event asks for the field. */
export async function usesOf(client: ClientBase, workspaceId: number, id: number) {
  const { rows } = await client.query<{ isAnswered: boolean; isAsked: boolean }>(
    `SELECT
      EXISTS (SELECT FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "customFieldId" = $2) AS "isAnswered",
      EXISTS (SELECT FROM "EventSecondaryQuestion" WHERE "workspaceId" = $1 AND "customFieldId" = $2) AS "isAsked"`,
    [workspaceId, id],
  );
  return rows[0] as { isAnswered: boolean; isAsked: boolean };
}
