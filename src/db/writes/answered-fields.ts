import type { ClientBase } from 'pg';
import type { AnsweredField } from '#src/domain/custom-fields/answer.ts';

export interface FieldsWanted {
  readonly ids: readonly number[];
  readonly identifiers: readonly string[];
  /** Of these users it is told who is a member. */
  readonly userIds: readonly number[];
}

export interface LockedField extends AnsweredField {
  readonly memberIds: readonly number[];
}

type Row = LockedField & { readonly wasChanged: boolean };

const options = `coalesce((SELECT json_agg(json_build_object('id', o."id", 'name', o."name", 'isArchived', o."isArchived"))
    FROM "CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id"), '[]')`;

/**
 * The fields that are answered, by id or by identifier in every object type, in the order of their ids. They are shared
 * until the transaction ends: who changes a field waits, so that no answer of its old type comes after the change.
 */
export async function lockFields(
  client: ClientBase,
  workspaceId: number,
  wanted: FieldsWanted,
): Promise<LockedField[]> {
  const { rows } = await client.query<Row>(
    `SELECT f."id", f."identifier", f."name", f."type", f."inputType", f."configuration", ${options} AS "options",
       ARRAY(SELECT m."userId" FROM "Membership" m WHERE m."workspaceId" = $1 AND m."userId" = ANY($4)) AS "memberIds",
       f.xmin <> (SELECT s.xmin FROM "CustomField" s WHERE s."workspaceId" = $1 AND s."id" = f."id") AS "wasChanged"
     FROM "CustomField" f
     WHERE f."workspaceId" = $1 AND (f."id" = ANY($2) OR f."identifier" = ANY($3))
     ORDER BY f."id" FOR SHARE OF f`,
    [workspaceId, wanted.ids, wanted.identifiers, wanted.userIds],
  );
  const fields = rows.map(({ wasChanged: _, ...field }) => field);
  return rows.some(({ wasChanged }) => wasChanged) ? withOptionsNow(client, workspaceId, fields) : fields;
}

/**
 * A field that was changed while its lock was waited for comes as it is now, but its options as they were when the
 * statement began. Such options are read again, under the lock.
 */
async function withOptionsNow(client: ClientBase, workspaceId: number, fields: readonly LockedField[]) {
  const { rows } = await client.query<Pick<LockedField, 'id' | 'options'>>(
    `SELECT f."id", ${options} AS "options" FROM "CustomField" f WHERE f."workspaceId" = $1 AND f."id" = ANY($2)`,
    [workspaceId, fields.map(({ id }) => id)],
  );
  return fields.map((field) => ({ ...field, options: rows.find(({ id }) => id === field.id)?.options ?? [] }));
}
