import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { type AnsweredField, type AnsweredId, answeredIds } from '#src/domain/custom-fields/answer.ts';

interface FieldLookup {
  readonly ids: readonly number[];
  readonly identifiers: readonly string[];
  /** The users whose membership the caller needs. */
  readonly userIds: readonly number[];
}

export interface LockedField extends AnsweredField {
  readonly memberIds: readonly number[];
  readonly isSystemField: boolean;
}

type Row = LockedField & { readonly wasChanged: boolean };

const optionsColumn = `coalesce((SELECT json_agg(json_build_object('id', o."id", 'name', o."name", 'isArchived', o."isArchived")
      ORDER BY o."displayIndex", o."id")
    FROM "CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id"), '[]')`;

const shareLockStatement = preparedStatement(
  'customFields.shareLock',
  `SELECT f."id", f."identifier", f."name", f."type", f."inputType", f."configuration", f."isSystemField", ${optionsColumn} AS "options",
       ARRAY(SELECT m."userId" FROM "Membership" m
         WHERE m."workspaceId" = $1 AND m."userId" = ANY($4) AND m."removedAt" IS NULL) AS "memberIds",
       f.xmin <> (SELECT s.xmin FROM "CustomField" s WHERE s."workspaceId" = $1 AND s."id" = f."id") AS "wasChanged"
     FROM "CustomField" f
     WHERE f."workspaceId" = $1 AND (f."id" = ANY($2) OR f."identifier" = ANY($3))
     ORDER BY f."id" FOR SHARE OF f`,
);

/**
 * Reads fields by id, or by identifier in every object type, and locks them FOR SHARE in the order of their ids. Updates of the
 * fields wait for the end of the transaction, so no answer of the old type can follow them.
 */
export async function shareLockFields(
  client: ClientBase,
  workspaceId: number,
  lookup: FieldLookup,
): Promise<LockedField[]> {
  const values = [workspaceId, lookup.ids, lookup.identifiers, lookup.userIds];
  const { rows } = await client.query<Row>(queryConfig(shareLockStatement, values));
  const fields = rows.map(({ wasChanged: _, ...field }) => field);
  return rows.some(({ wasChanged }) => wasChanged) ? withCurrentOptions(client, workspaceId, fields) : fields;
}

/**
 * Reads the options again under the lock. A statement that waited for a lock returns the updated field, but its subquery still
 * returns the options from when the statement began.
 */
async function withCurrentOptions(client: ClientBase, workspaceId: number, fields: readonly LockedField[]) {
  const { rows } = await client.query<Pick<LockedField, 'id' | 'options'>>(
    `SELECT f."id", ${optionsColumn} AS "options" FROM "CustomField" f WHERE f."workspaceId" = $1 AND f."id" = ANY($2)`,
    [workspaceId, fields.map(({ id }) => id)],
  );
  return fields.map((field) => ({ ...field, options: rows.find(({ id }) => id === field.id)?.options ?? [] }));
}

/** The record that an answer belongs to. */
export interface AnswerTarget {
  readonly column: AnsweredId;
  readonly id: number;
}

function ofEach<Value>(make: (column: AnsweredId) => Value): Record<AnsweredId, Value> {
  return Object.fromEntries(answeredIds.map((column) => [column, make(column)])) as Record<AnsweredId, Value>;
}

export interface StoredAnswer {
  readonly id: number;
  readonly answer: string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

type FieldAnswer = StoredAnswer & { readonly customFieldId: number };

const readStatements = ofEach((column) =>
  preparedStatement(
    `customFields.answers.${column}`,
    `SELECT a."customFieldId", a."id", a."answer", a."createdAt", a."updatedAt" FROM "CustomFieldAnswer" a
     WHERE a."workspaceId" = $1 AND a."${column}" = $2 AND a."customFieldId" = ANY($3::int[])`,
  ),
);

/** Reads the answers of a target to these fields, by field. The caller has locked the target, so they cannot change. */
export async function readAnswers(
  client: ClientBase,
  workspaceId: number,
  { column, id }: AnswerTarget,
  fieldIds: readonly number[],
): Promise<ReadonlyMap<number, StoredAnswer>> {
  const config = queryConfig(readStatements[column], [workspaceId, id, fieldIds]);
  const { rows } = await client.query<FieldAnswer>(config);
  return new Map(rows.map(({ customFieldId, ...stored }) => [customFieldId, stored]));
}

const putStatements = ofEach((column) =>
  preparedStatement(
    `customFields.put.${column}`,
    `INSERT INTO "CustomFieldAnswer" AS a ("workspaceId", "customFieldId", "${column}", "answer") VALUES ($1, $2, $3, $4)
     ON CONFLICT ("workspaceId", "${column}", "customFieldId")
       DO UPDATE SET "answer" = excluded."answer", "updatedAt" = excluded."updatedAt"
     RETURNING a."id", a."answer", a."createdAt", a."updatedAt"`,
  ),
);

/** Inserts or replaces the answer of a target. */
export async function putAnswer(
  client: ClientBase,
  [workspaceId, customFieldId]: RecordKey,
  { column, id }: AnswerTarget,
  answer: readonly string[],
): Promise<StoredAnswer> {
  const values = [workspaceId, customFieldId, id, answer];
  const { rows } = await client.query<StoredAnswer>(queryConfig(putStatements[column], values));
  return rows[0] as StoredAnswer;
}

export async function clearAnswer(
  client: ClientBase,
  [workspaceId, customFieldId]: RecordKey,
  { column, id }: AnswerTarget,
): Promise<void> {
  await client.query(
    `DELETE FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "customFieldId" = $2 AND "${column}" = $3`,
    [workspaceId, customFieldId, id],
  );
}
