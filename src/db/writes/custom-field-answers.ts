import type { ClientBase } from 'pg';

/** The contact or the call that is answered for. */
export type AnswerTarget =
  | { readonly column: 'contactId'; readonly id: number }
  | { readonly column: 'eventCallId'; readonly id: number };

export interface StoredAnswer {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly created: boolean;
}

/** What was inserted was never locked; the same row, updated, was locked by its own transaction. */
const isNew = 'a.xmax = 0';

/** Makes the answer of a target, or replaces it. */
export async function putAnswer(
  client: ClientBase,
  [workspaceId, customFieldId]: readonly [workspaceId: number, customFieldId: number],
  { column, id }: AnswerTarget,
  answer: readonly string[],
): Promise<StoredAnswer> {
  const { rows } = await client.query<StoredAnswer>(
    `INSERT INTO "CustomFieldAnswer" AS a ("workspaceId", "customFieldId", "${column}", "answer") VALUES ($1, $2, $3, $4)
     ON CONFLICT ("workspaceId", "${column}", "customFieldId")
       DO UPDATE SET "answer" = excluded."answer", "updatedAt" = now()
     RETURNING a."id", a."createdAt", a."updatedAt", ${isNew} AS "created"`,
    [workspaceId, customFieldId, id, answer],
  );
  return rows[0] as StoredAnswer;
}

export async function clearAnswer(
  client: ClientBase,
  [workspaceId, customFieldId]: readonly [workspaceId: number, customFieldId: number],
  { column, id }: AnswerTarget,
): Promise<void> {
  await client.query(
    `DELETE FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "customFieldId" = $2 AND "${column}" = $3`,
    [workspaceId, customFieldId, id],
  );
}

/** Kept from being deleted until the transaction ends; false where there is none. */
export async function lockContactForKeyShare(
  client: ClientBase,
  workspaceId: number,
  contactId: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM "Contact" WHERE "workspaceId" = $1 AND "id" = $2 FOR KEY SHARE',
    [workspaceId, contactId],
  );
  return rowCount === 1;
}

/** The same for a call that a user sees: their own, or any without a user. */
export async function lockCallForKeyShare(
  client: ClientBase,
  workspaceId: number,
  { eventCallId, visibleTo }: { eventCallId: number; visibleTo: number | undefined },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2
       AND ($3::int IS NULL OR "userId" = $3 OR "setterId" = $3) FOR KEY SHARE`,
    [workspaceId, eventCallId, visibleTo],
  );
  return rowCount === 1;
}

export interface BulkAnswer {
  readonly workspaceId: number;
  readonly customFieldId: number;
  /** Each of them once. */
  readonly contactIds: readonly number[];
  /** Empty: no answer any more. */
  readonly answer: readonly string[];
  readonly overrideExisting: boolean;
}

export interface BulkOutcome {
  /** How many of the contacts there are. */
  readonly found: number;
  readonly created: number;
  /** Replaced or cleared. */
  readonly updated: number;
}

/**
 * One answer for many contacts in one statement. It takes the contacts in the order of their ids, so that of several who
 * write to the same contacts one goes first and the others wait for it, and none for each other.
 */
export async function putAnswers(client: ClientBase, bulk: BulkAnswer): Promise<BulkOutcome> {
  const { workspaceId, customFieldId, contactIds, answer } = bulk;
  const { rows } = await client.query<BulkOutcome>(
    `WITH held AS MATERIALIZED (
       SELECT c."id" FROM "Contact" c JOIN unnest($3::int[]) AS wanted("id") ON wanted."id" = c."id"
       WHERE c."workspaceId" = $1 ORDER BY c."id" FOR NO KEY UPDATE OF c
     ), written AS (${written(bulk)})
     SELECT (SELECT count(*)::int FROM held) AS "found", count(*) FILTER (WHERE "isNew")::int AS "created",
       count(*) FILTER (WHERE NOT "isNew")::int AS "updated" FROM written`,
    [workspaceId, customFieldId, contactIds, ...(answer.length === 0 ? [] : [answer])],
  );
  return rows[0] as BulkOutcome;
}

function written({ answer, overrideExisting }: BulkAnswer): string {
  if (answer.length === 0) {
    return `DELETE FROM "CustomFieldAnswer" a USING held WHERE ${overrideExisting} AND a."workspaceId" = $1
      AND a."customFieldId" = $2 AND a."contactId" = held."id" RETURNING false AS "isNew"`;
  }
  const change = overrideExisting ? 'UPDATE SET "answer" = excluded."answer", "updatedAt" = now()' : 'NOTHING';
  return `INSERT INTO "CustomFieldAnswer" AS a ("workspaceId", "customFieldId", "contactId", "answer")
    SELECT $1, $2, held."id", $4::text[] FROM held ORDER BY held."id"
    ON CONFLICT ("workspaceId", "contactId", "customFieldId") DO ${change} RETURNING ${isNew} AS "isNew"`;
}
