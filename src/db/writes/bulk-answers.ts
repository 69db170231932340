import type { ClientBase } from 'pg';
import { noteEvents, noteWebhookWork } from '../webhook-work.ts';
import { holdEventOrder } from './event-order.ts';
import { chosenKinds, isChosenByNone } from './webhook-events.ts';

interface BulkAnswer {
  readonly workspaceId: number;
  readonly field: BulkField;
  /** The contact ids, without duplicates. */
  readonly contactIds: readonly number[];
  /** Empty to clear the answers. */
  readonly answer: readonly string[];
  readonly overrideExisting: boolean;
}

interface BulkField {
  readonly id: number;
  readonly identifier: string;
  readonly options: readonly { readonly id: number; readonly name: string }[];
}

/** Locks the contacts in the order of their ids, so that concurrent bulk writes cannot deadlock. */
export async function lockContacts(
  client: ClientBase,
  workspaceId: number,
  ids: readonly number[],
): Promise<{ readonly found: number }> {
  const { rows } = await client.query<{ found: number }>(
    `SELECT count(*)::int AS "found" FROM (
       SELECT c."id" FROM "Contact" c JOIN unnest($2::int[]) AS requested("id") ON requested."id" = c."id"
       WHERE c."workspaceId" = $1 ORDER BY c."id" FOR NO KEY UPDATE OF c) locked`,
    [workspaceId, ids],
  );
  return rows[0] as { found: number };
}

/** Returns the ids that belong to no contact of the workspace, in their order. */
export async function missingContacts(
  client: ClientBase,
  workspaceId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 AND "id" = ANY($2::int[])',
    [workspaceId, ids],
  );
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

/** The requested contacts with their answers. Without an override, only contacts without an answer are written. */
const requested = (overrideExisting: boolean) => `unnest($3::int[]) c("id")
  LEFT JOIN "CustomFieldAnswer" a ON a."workspaceId" = $1 AND a."customFieldId" = $2 AND a."contactId" = c."id"
  WHERE coalesce(a."answer", '{}') <> $4::text[]${overrideExisting ? '' : ' AND a."id" IS NULL'}`;

/** The ids of the options in an earlier answer `a`, in the answer's order; $7 maps option names to ids. */
const earlierOptionIds = `CASE WHEN $7::jsonb = '{}' THEN '[]' ELSE (
    SELECT coalesce(jsonb_agg($7::jsonb -> i."name" ORDER BY i."position") FILTER (WHERE $7::jsonb ? i."name"), '[]')
    FROM unnest(a."answer") WITH ORDINALITY i("name", "position")) END`;

/** Writes the events of all contacts whose answer is about to change, in one statement. The caller has locked the contacts. */
export async function recordBulkEvents(client: ClientBase, bulk: BulkAnswer, optionIds: readonly number[]) {
  const { workspaceId, field, contactIds, answer } = bulk;
  const answers = [{ customFieldId: field.id, identifier: field.identifier, answer, optionIds }];
  const idsByName = Object.fromEntries(field.options.map(({ id, name }) => [name, id]));
  noteEvents(client, [workspaceId]);
  noteWebhookWork(client);
  await holdEventOrder(client, workspaceId);
  await client.query(
    `WITH ${chosenKinds}
     INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "previous", "isDispatched")
     SELECT $1, 'contact.answers_changed', jsonb_build_object('contactId', c."id", 'answers', $5::jsonb),
       jsonb_build_object('answers', jsonb_build_array(jsonb_build_object(
         'customFieldId', $2::int, 'identifier', $6::text, 'answer', coalesce(a."answer", '{}'),
         'optionIds', ${earlierOptionIds}))),
       (SELECT ${isChosenByNone("'contact.answers_changed'")})
     FROM ${requested(bulk.overrideExisting)} ORDER BY c."id"`,
    [
      ...[workspaceId, field.id, contactIds, answer, JSON.stringify(answers), field.identifier],
      JSON.stringify(idsByName),
    ],
  );
}

interface BulkOutcome {
  readonly created: number;
  /** The number of answers replaced or cleared. */
  readonly updated: number;
}

/** Writes one answer for many locked contacts, in one statement. An equal answer stays unchanged. */
export async function putAnswers(client: ClientBase, bulk: BulkAnswer): Promise<BulkOutcome> {
  const { workspaceId, field, contactIds, answer, overrideExisting } = bulk;
  if (answer.length === 0 && !overrideExisting) return { created: 0, updated: 0 };
  const { rows } = await client.query<BulkOutcome>(
    `WITH written AS (${bulkWrite(bulk)})
     SELECT count(*) FILTER (WHERE "isNew")::int AS "created",
       count(*) FILTER (WHERE NOT "isNew")::int AS "updated" FROM written`,
    [workspaceId, field.id, contactIds, ...(answer.length === 0 ? [] : [answer])],
  );
  return rows[0] as BulkOutcome;
}

function bulkWrite({ answer, overrideExisting }: BulkAnswer): string {
  if (answer.length === 0) {
    return `DELETE FROM "CustomFieldAnswer" a WHERE a."workspaceId" = $1 AND a."customFieldId" = $2
      AND a."contactId" = ANY($3::int[]) RETURNING false AS "isNew"`;
  }
  const change = overrideExisting
    ? 'UPDATE SET "answer" = excluded."answer", "updatedAt" = excluded."updatedAt" WHERE a."answer" <> excluded."answer"'
    : 'NOTHING';
  // xmax is 0 for an inserted row; an updated row was locked by this transaction first.
  return `INSERT INTO "CustomFieldAnswer" AS a ("workspaceId", "customFieldId", "contactId", "answer")
    SELECT $1, $2, c."id", $4::text[] FROM unnest($3::int[]) c("id") ORDER BY c."id"
    ON CONFLICT ("workspaceId", "contactId", "customFieldId") DO ${change} RETURNING a.xmax = 0 AS "isNew"`;
}
