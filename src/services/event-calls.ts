import type { EventCallQuery, OutcomeFilter } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import { visibleRows } from '#src/domain/access/policy.ts';
import {
  type EventCallListInput,
  type EventCallPage,
  type Outcome,
  type SetOutcome,
  statusOfType,
} from '#src/domain/event-calls/event-call.ts';
import type { CallerContext } from './context.ts';
import { nonEmpty, pageQuery, rangeEnd, rangeStart } from './filters.ts';

/** A page of the calls that the caller may see: all of the workspace for owners and admins, else the caller's own. */
export function listEventCalls(context: CallerContext, input: EventCallListInput): Promise<EventCallPage> {
  return readEventCalls(context.db, queryOf(context, input));
}

function queryOf({ principal, clock }: CallerContext, input: EventCallListInput): EventCallQuery {
  const { dateFrom, dateTo, types, outcomes } = input;
  return {
    ...pageQuery(principal, input),
    nowMs: clock.now().getTime(),
    orderColumn: input.orderColumn,
    orderBy: input.orderBy,
    eventType: input.eventType,
    fromMs: rangeStart(dateFrom, principal.timeZone),
    untilMs: rangeEnd(dateTo, principal.timeZone),
    ids: nonEmpty(input.ids),
    userIds: nonEmpty(input.userIds),
    setterIds: nonEmpty(input.setterIds),
    eventIds: nonEmpty(input.eventIds),
    callTypes: nonEmpty(input.callTypes),
    inviteeEmails: nonEmpty(input.inviteeEmails),
    statuses: nonEmpty(types)?.map((type) => statusOfType[type]),
    outcomes: outcomeFilter(nonEmpty(outcomes)),
    contactId: input.contactId,
    previewId: input.previewId || undefined,
    visible: visibleRows('EventCall', principal),
  };
}

function outcomeFilter(outcomes: readonly Outcome[] | undefined): OutcomeFilter | undefined {
  if (!outcomes) return undefined;
  const set = outcomes.filter((outcome): outcome is SetOutcome => !outcome.startsWith('PENDING'));
  return { set, pending: outcomes.includes('PENDING'), overdue: outcomes.includes('PENDING_OUTCOME') };
}
