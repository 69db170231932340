import type { ClientBase } from 'pg';
import { fixedStatement, queryConfig } from '#src/db/statement.ts';
import type { InviteeAnswer, QuestionType } from '#src/domain/custom-fields/answer.ts';

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
