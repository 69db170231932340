import type { ClientBase } from 'pg';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { InviteeAnswer, QuestionType } from '#src/domain/custom-fields/answer.ts';
import { Values } from '../reads/list.ts';

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
  if (answers.length === 0) return [];
  const values = new Values();
  const columns = [workspaceId, eventId, contactId, eventCallId].map((value) => values.add(value, 'int')).join(', ');
  const rowsToInsert = answers.map(({ statement, type, answer }) => {
    const own = [values.add(statement, 'text'), values.add(type, '"InviteeQuestionType"'), values.add(answer, 'text')];
    return `(${columns}, ${own.join(', ')})`;
  });
  const text = `INSERT INTO "InviteeAnswer" ("workspaceId", "eventId", "contactId", "eventCallId", "statement", "type", "answer")
    VALUES ${rowsToInsert.join(', ')} RETURNING "id", "statement", "type", "answer"`;
  const insert = preparedStatement(`inviteeAnswers.insert.${answers.length}`, text);
  return (await client.query<InviteeAnswer>(queryConfig(insert, values.list))).rows;
}
