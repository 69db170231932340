import type { ClientBase } from 'pg';
import { fixedStatement, queryConfig } from '#src/db/statement.ts';
import type { AnsweredField, InviteeAnswer, QuestionType } from '#src/domain/custom-fields/answer.ts';

interface FieldLookup {
  readonly ids: readonly number[];
  readonly identifiers: readonly string[];
  /** The users whose membership the caller must know. */
  readonly userIds: readonly number[];
}

export interface LockedField extends AnsweredField {
  readonly memberIds: readonly number[];
}

type Row = LockedField & { readonly wasChanged: boolean };

const optionsColumn = `coalesce((SELECT json_agg(json_build_object('id', o."id", 'name', o."name", 'isArchived', o."isArchived"))
    FROM "CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id"), '[]')`;

const shareLockStatement = fixedStatement(
  'customFields.shareLock',
  `SELECT f."id", f."identifier", f."name", f."type", f."inputType", f."configuration", ${optionsColumn} AS "options",
       ARRAY(SELECT m."userId" FROM "Membership" m WHERE m."workspaceId" = $1 AND m."userId" = ANY($4)) AS "memberIds",
       f.xmin <> (SELECT s.xmin FROM "CustomField" s WHERE s."workspaceId" = $1 AND s."id" = f."id") AS "wasChanged"
     FROM "CustomField" f
     WHERE f."workspaceId" = $1 AND (f."id" = ANY($2) OR f."identifier" = ANY($3))
     ORDER BY f."id" FOR SHARE OF f`,
);

/**
 * Reads fields by id, or by identifier in every object type, and locks them FOR SHARE in the order of their ids. A change
 * of a field waits for the end of the transaction, so no answer of the old type can follow it.
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
 * Reads the options again under the lock. A statement that waited for a lock returns the changed field, but its subquery
 * still returns the options as they were when the statement began.
 */
async function withCurrentOptions(client: ClientBase, workspaceId: number, fields: readonly LockedField[]) {
  const { rows } = await client.query<Pick<LockedField, 'id' | 'options'>>(
    `SELECT f."id", ${optionsColumn} AS "options" FROM "CustomField" f WHERE f."workspaceId" = $1 AND f."id" = ANY($2)`,
    [workspaceId, fields.map(({ id }) => id)],
  );
  return fields.map((field) => ({ ...field, options: rows.find(({ id }) => id === field.id)?.options ?? [] }));
}

/** The contact or the call that an answer belongs to. */
export type AnswerTarget =
  | { readonly column: 'contactId'; readonly id: number }
  | { readonly column: 'eventCallId'; readonly id: number };

export interface StoredAnswer {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly created: boolean;
}

/** xmax is 0 for an inserted row; an updated row was locked by this transaction first. */
const isNew = 'a.xmax = 0';

const putStatement = (column: AnswerTarget['column']) =>
  fixedStatement(
    `customFields.put.${column}`,
    `INSERT INTO "CustomFieldAnswer" AS a ("workspaceId", "customFieldId", "${column}", "answer") VALUES ($1, $2, $3, $4)
     ON CONFLICT ("workspaceId", "${column}", "customFieldId")
       DO UPDATE SET "answer" = excluded."answer", "updatedAt" = now()
     RETURNING a."id", a."createdAt", a."updatedAt", ${isNew} AS "created"`,
  );

const putStatements = { contactId: putStatement('contactId'), eventCallId: putStatement('eventCallId') };

/** Inserts or replaces the answer of a target. */
export async function putAnswer(
  client: ClientBase,
  [workspaceId, customFieldId]: readonly [workspaceId: number, customFieldId: number],
  { column, id }: AnswerTarget,
  answer: readonly string[],
): Promise<StoredAnswer> {
  const values = [workspaceId, customFieldId, id, answer];
  const { rows } = await client.query<StoredAnswer>(queryConfig(putStatements[column], values));
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

interface BulkAnswer {
  readonly workspaceId: number;
  readonly customFieldId: number;
  /** Without duplicates. */
  readonly contactIds: readonly number[];
  /** Empty to clear the answers. */
  readonly answer: readonly string[];
  readonly overrideExisting: boolean;
}

interface BulkOutcome {
  /** The number of contacts that exist. */
  readonly found: number;
  readonly created: number;
  /** Replaced or cleared. */
  readonly updated: number;
}

/**
 * Writes one answer for many contacts in one statement. It locks the contacts in the order of their ids, so that
 * statements over the same contacts wait for each other without a deadlock.
 */
export async function putAnswers(client: ClientBase, bulk: BulkAnswer): Promise<BulkOutcome> {
  const { workspaceId, customFieldId, contactIds, answer } = bulk;
  const { rows } = await client.query<BulkOutcome>(
    `WITH locked AS MATERIALIZED (
       SELECT c."id" FROM "Contact" c JOIN unnest($3::int[]) AS requested("id") ON requested."id" = c."id"
       WHERE c."workspaceId" = $1 ORDER BY c."id" FOR NO KEY UPDATE OF c
     ), written AS (${bulkWrite(bulk)})
     SELECT (SELECT count(*)::int FROM locked) AS "found", count(*) FILTER (WHERE "isNew")::int AS "created",
       count(*) FILTER (WHERE NOT "isNew")::int AS "updated" FROM written`,
    [workspaceId, customFieldId, contactIds, ...(answer.length === 0 ? [] : [answer])],
  );
  return rows[0] as BulkOutcome;
}

function bulkWrite({ answer, overrideExisting }: BulkAnswer): string {
  if (answer.length === 0) {
    return `DELETE FROM "CustomFieldAnswer" a USING locked WHERE ${overrideExisting} AND a."workspaceId" = $1
      AND a."customFieldId" = $2 AND a."contactId" = locked."id" RETURNING false AS "isNew"`;
  }
  const change = overrideExisting ? 'UPDATE SET "answer" = excluded."answer", "updatedAt" = now()' : 'NOTHING';
  return `INSERT INTO "CustomFieldAnswer" AS a ("workspaceId", "customFieldId", "contactId", "answer")
    SELECT $1, $2, locked."id", $4::text[] FROM locked ORDER BY locked."id"
    ON CONFLICT ("workspaceId", "contactId", "customFieldId") DO ${change} RETURNING ${isNew} AS "isNew"`;
}

export interface LiveEvent {
  readonly id: number;
  readonly linkPrefix: string;
  /** A lead who fills in the form without booking is disqualified. */
  readonly disqualifiesLeads: boolean;
  /** In the order of the form. */
  readonly questions: readonly { readonly statement: string; readonly type: QuestionType }[];
}

/**
 * Reads the bookable event of this link and locks it FOR SHARE until the transaction ends. Its form is read after the
 * lock: a statement that waited for a change of the event would still see the form from before.
 */
export async function lockLiveEvent(
  client: ClientBase,
  workspaceId: number,
  linkPrefix: string,
): Promise<LiveEvent | undefined> {
  const locked = await client.query<{ id: number }>(
    `SELECT "id" FROM "Event" WHERE "workspaceId" = $1 AND "linkPrefix" = $2 AND "deletedAt" IS NULL FOR SHARE`,
    [workspaceId, linkPrefix],
  );
  if (!locked.rows[0]) return undefined;
  const { rows } = await client.query<LiveEvent>(
    `SELECT e."id", e."linkPrefix", e."disqualifiesLeads", coalesce((
       SELECT json_agg(json_build_object('statement', q."statement", 'type', q."type") ORDER BY q."displayIndex", q."id")
       FROM "InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]') AS "questions"
     FROM "Event" e
     WHERE e."workspaceId" = $1 AND e."id" = $2 AND e."status" = 'ACTIVATED'
       AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")`,
    [workspaceId, locked.rows[0].id],
  );
  return rows[0];
}

const insertInviteeAnswersStatement = fixedStatement(
  'inviteeAnswers.insert',
  `INSERT INTO "InviteeAnswer" ("workspaceId", "eventId", "contactId", "eventCallId", "statement", "type", "answer")
     SELECT $1, $2, $3, $7, answers."statement", answers."type"::"InviteeQuestionType", answers."answer"
     FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS answers("statement", "type", "answer", "position")
     ORDER BY answers."position" RETURNING "id", "statement", "type", "answer"`,
);

/** Inserts the answers in the order of the list. */
export async function insertInviteeAnswers(
  client: ClientBase,
  {
    workspaceId,
    eventId,
    contactId,
    eventCallId = null,
  }: { workspaceId: number; eventId: number; contactId: number; eventCallId?: number | null },
  answers: readonly Omit<InviteeAnswer, 'id'>[],
): Promise<InviteeAnswer[]> {
  const { rows } = await client.query<InviteeAnswer>(
    queryConfig(insertInviteeAnswersStatement, [
      ...[workspaceId, eventId, contactId],
      ...[answers.map(({ statement }) => statement), answers.map(({ type }) => type)],
      ...[answers.map(({ answer }) => answer), eventCallId],
    ]),
  );
  return rows;
}
