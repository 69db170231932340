import type { ClientBase } from 'pg';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import type { InviteeAnswer, QuestionType } from '#src/domain/custom-fields/answer.ts';
import type { DisqualificationRule } from '#src/domain/events/disqualification.ts';
import { Values } from '../reads/list.ts';

export interface LiveEvent {
  readonly id: number;
  readonly linkPrefix: string;
  /** True if a lead who submits the form without booking is disqualified. */
  readonly disqualifiesLeads: boolean;
  readonly disqualificationRules: readonly DisqualificationRule[];
  /** The questions in the order of the form. */
  readonly questions: readonly { readonly statement: string; readonly type: QuestionType }[];
}

/**
 * Reads the bookable event of this link and locks it FOR SHARE until the transaction ends. Its form is read after the lock: a
 * statement that waited for an update of the event would still see the earlier form.
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
    `SELECT e."id", e."linkPrefix", e."disqualifiesLeads", e."disqualificationRules", coalesce((
       SELECT json_agg(json_build_object('statement', q."statement", 'type', q."type") ORDER BY q."displayIndex", q."id")
       FROM "InviteeQuestion" q WHERE q."workspaceId" = $1 AND q."eventId" = e."id"), '[]') AS "questions"
     FROM "Event" e
     WHERE e."workspaceId" = $1 AND e."id" = $2 AND e."status" = 'ACTIVATED'
       AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")`,
    [workspaceId, locked.rows[0].id],
  );
  return rows[0];
}

interface LeadTarget {
  readonly workspaceId: number;
  readonly eventId: number;
  readonly contactId: number;
}

type Answer = Omit<InviteeAnswer, 'id'>;

/** The maximum number of answers of a contact to an event without a call: ten forms, which is more than a person submits. */
const maxLeadAnswers = 200;

/**
 * The answers of a contact to an event. A contact has few, an event has many: the `+ 0` keeps PostgreSQL from using the index
 * of the event before there are statistics.
 */
const ofContact = '"workspaceId" = $1 AND "contactId" = $2 AND "eventId" + 0 = $3::int AND "eventCallId" IS NULL';

const readLeadAnswers = preparedStatement(
  'inviteeAnswers.ofLead',
  `SELECT "statement", "type", "answer" FROM "InviteeAnswer"
   WHERE ${ofContact} LIMIT ${maxLeadAnswers}`,
);

/** Inserts the answers of a lead, except those that the contact has already given to the event. The contact is locked. */
export async function insertLeadAnswers(
  client: ClientBase,
  target: LeadTarget,
  answers: readonly Answer[],
): Promise<void> {
  const values = [target.workspaceId, target.contactId, target.eventId];
  const { rows: stored } = await client.query<Answer>(queryConfig(readLeadAnswers, values));
  const known = new Set(stored.map(textOf));
  const added = answers.filter((each) => !known.has(textOf(each)));
  await insertInviteeAnswers(client, target, added.slice(0, maxLeadAnswers - stored.length));
}

function textOf({ statement, type, answer }: Answer): string {
  return JSON.stringify([statement, type, answer]);
}

const deleteSameAnswers = preparedStatement(
  'inviteeAnswers.deleteOfLead',
  `DELETE FROM "InviteeAnswer" WHERE ${ofContact} AND ("statement", "type"::text, "answer") IN (
     SELECT * FROM unnest($4::text[], $5::text[], $6::text[]))`,
);

/** Deletes the given answers if the contact gave them as a lead: they now belong to the call. */
export async function deleteLeadAnswers(
  client: ClientBase,
  { workspaceId, contactId, eventId }: LeadTarget,
  answers: readonly Answer[],
): Promise<void> {
  if (answers.length === 0) return;
  const columns = [answers.map(({ statement }) => statement), answers.map(({ type }) => type)];
  const values = [workspaceId, contactId, eventId, ...columns, answers.map(({ answer }) => answer)];
  await client.query(queryConfig(deleteSameAnswers, values));
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
