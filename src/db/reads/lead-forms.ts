import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import type { BookableEvent } from '#src/domain/events/event.ts';
import { fieldsOfForm, questionsOfForm } from './scheduling.ts';
import type { BookableRules } from './scheduling-rows.ts';

/** The form of an event, and the rules for submissions, which no invitee sees. */
export interface LeadForm
  extends Pick<BookableRules, 'id' | 'questions' | 'secondaryQuestions'>,
    Pick<BookableEvent, 'bookingFlow' | 'disqualificationRules' | 'disqualifiedMessage' | 'disqualifiedUrl'>,
    Pick<BookableEvent, 'redirectUrl' | 'redirectAnswers'> {
  /** True if the workspace stores leads who submit the form and leave before they choose a time. */
  readonly keepsUnbookedLeads: boolean;
}

const leadForm = preparedStatement(
  'events.leadForm',
  `SELECT e."id", e."bookingFlow", e."disqualificationRules", e."disqualifiedMessage", e."disqualifiedUrl",
    e."redirectUrl", e."redirectAnswers", w."keepsUnbookedLeads", ${questionsOfForm} AS "questions",
    ${fieldsOfForm} AS "secondaryQuestions"
  FROM "Event" e JOIN "Workspace" w ON w."id" = $1
  WHERE e."workspaceId" = $1 AND e."linkPrefix" = $2 AND e."status" = 'ACTIVATED' AND e."deletedAt" IS NULL
    AND EXISTS (SELECT FROM "EventHost" h WHERE h."workspaceId" = $1 AND h."eventId" = e."id")`,
);

/** Reads the form of a live event; undefined if there is none. */
export async function readLeadForm(
  { run }: Pick<Database, 'run'>,
  workspaceId: number,
  linkPrefix: string,
): Promise<LeadForm | undefined> {
  const [form] = await run<LeadForm>(leadForm, [workspaceId, linkPrefix]);
  return form;
}
