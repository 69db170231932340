import type { ClientBase } from 'pg';
import type { InviteeAnswer, QuestionType } from '#src/domain/custom-fields/answer.ts';

export interface LiveEvent {
  readonly id: number;
  readonly linkPrefix: string;
  /** Whether a lead that fills in its form without booking is disqualified. */
  readonly disqualifiesLeads: boolean;
  /** In the order of the form. */
  readonly questions: readonly { readonly statement: string; readonly type: QuestionType }[];
}

/** The event that can be booked at this link, kept as it is until the transaction ends. */
export async function lockLiveEvent(
  client: ClientBase,
  workspaceId: number,
  linkPrefix: string,
): Promise<LiveEvent | undefined> {
  const { rows } = await client.query<LiveEvent>(
    `SELECT e."id", e."linkPrefix", e."disqualifiesLeads", coalesce((
       SELECT json_agg(json_build_object('statement', q."statement", 'type', q."type") ORDER BY q."displayIndex", q."id")
       FROM "InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]') AS "questions"
     FROM "Event" e
     WHERE e."workspaceId" = $1 AND e."linkPrefix" = $2 AND e."status" = 'ACTIVATED'
       AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")
     FOR SHARE OF e`,
    [workspaceId, linkPrefix],
  );
  return rows[0];
}

export interface InviteeAnswersOf {
  readonly workspaceId: number;
  readonly eventId: number;
  readonly contactId: number;
}

/** In the order in which they are given. */
export async function insertInviteeAnswers(
  client: ClientBase,
  { workspaceId, eventId, contactId }: InviteeAnswersOf,
  answers: readonly Omit<InviteeAnswer, 'id'>[],
): Promise<InviteeAnswer[]> {
  const { rows } = await client.query<InviteeAnswer>(
    `INSERT INTO "InviteeAnswer" ("workspaceId", "eventId", "contactId", "statement", "type", "answer")
     SELECT $1, $2, $3, given."statement", given."type"::"InviteeQuestionType", given."answer"
     FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS given("statement", "type", "answer", "place")
     ORDER BY given."place" RETURNING "id", "statement", "type", "answer"`,
    [
      ...[workspaceId, eventId, contactId],
      ...[answers.map(({ statement }) => statement), answers.map(({ type }) => type)],
      answers.map(({ answer }) => answer),
    ],
  );
  return rows;
}
