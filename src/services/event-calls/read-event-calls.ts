import type { EventCallQuery, OutcomeFilter } from '#src/db/reads/event-calls/query.ts';
import { readEventCalls } from '#src/db/reads/event-calls/read-event-calls.ts';
import type { PageQuery } from '#src/db/reads/list.ts';
import {
  type EventCallListInput,
  type EventCallPage,
  eventCallDefaults,
  type Outcome,
  type SetOutcome,
  statusOfType,
} from '#src/domain/event-calls/event-call.ts';
import { visibleRows } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';
import { rangeEnd, rangeStart, recordTimes, searchWords } from '../filters.ts';
import { type FiltersOf, readPage } from '../pages.ts';
import { dealsOfCalls } from './deals-of-calls.ts';

/** A page of the visible calls: all of the workspace for owners and admins, their own for others. */
export function listEventCalls(context: CallerContext, input: EventCallListInput): Promise<EventCallPage> {
  const list = { list: 'eventCalls', input, defaults: eventCallDefaults, movingColumn: 'dateTime' };
  return readPage(context, list, (query, filters) =>
    readEventCalls(context.db, { ...query, ...queryOf(context, filters) }),
  );
}

function queryOf(
  { principal, clock }: CallerContext,
  filters: FiltersOf<EventCallListInput, typeof eventCallDefaults>,
): Omit<EventCallQuery, keyof PageQuery> {
  const { timeZone } = principal;
  return {
    nowMs: clock.now().getTime(),
    orderColumn: filters.orderColumn,
    orderBy: filters.orderBy,
    eventType: filters.eventType,
    fromMs: rangeStart(filters.dateFrom, timeZone),
    untilMs: rangeEnd(filters.dateTo, timeZone),
    ...recordTimes(filters, timeZone),
    ids: filters.ids,
    userIds: filters.userIds,
    setterIds: filters.setterIds,
    hasSetter: filters.hasSetter,
    noSaleReasons: filters.noSaleReasons,
    objectionKinds: filters.objectionKinds,
    eventIds: filters.eventIds,
    callTypes: filters.callTypes,
    inviteeEmails: filters.inviteeEmails,
    statuses: filters.types?.map((type) => statusOfType[type]),
    outcomes: outcomeFilter(filters.outcomes),
    contactId: filters.contactId,
    previewId: filters.previewId || undefined,
    counted: filters.counted,
    sources: filters.sources,
    hasSource: filters.hasSource,
    productIds: filters.productIds,
    hasProduct: filters.hasProduct,
    ...dealsOfCalls(principal, filters),
    searchWords: searchWords(filters.search),
    visible: visibleRows('EventCall', principal),
  };
}

function outcomeFilter(outcomes: readonly Outcome[] | undefined): OutcomeFilter | undefined {
  if (!outcomes) return undefined;
  const set = outcomes.filter((outcome): outcome is SetOutcome => !outcome.startsWith('PENDING'));
  return { set, pending: outcomes.includes('PENDING'), overdue: outcomes.includes('PENDING_OUTCOME') };
}
