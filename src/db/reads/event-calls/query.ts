import type { CallSet } from '#src/domain/event-calls/call-sets.ts';
import type { CallType } from '#src/domain/event-calls/call-types.ts';
import type { CallStatus, EventCall, SetOutcome } from '#src/domain/event-calls/event-call.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import {
  anyOf,
  containing,
  isNull,
  orderBy,
  ownedBy,
  type SearchQuery,
  type Sort,
  type TimeQuery,
  timeConditions,
  timeSort,
  type Values,
} from '../list.ts';
import { countedSets, timesOfCall } from './counted.ts';
import { type CallOrigins, callOriginConditions } from './origins.ts';

/** A validated query for a list of calls, with a half-open range of instants, and column values instead of wire values. */
export interface EventCallQuery extends SearchQuery, Omit<TimeQuery, 'orderColumn'>, CallOrigins {
  readonly nowMs: number;
  readonly orderColumn: 'dateTime' | 'createdAt' | 'updatedAt' | 'id';
  /** dateTime >= fromMs and < untilMs. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  readonly eventType: 'PAST' | 'UPCOMING' | 'ALL';
  readonly ids?: readonly number[];
  readonly userIds?: readonly number[];
  readonly setterIds?: readonly number[];
  readonly hasSetter?: boolean | undefined;
  readonly noSaleReasons?: readonly NonNullable<EventCall['noSaleReason']>[] | undefined;
  readonly objectionKinds?: readonly NonNullable<EventCall['objectionKind']>[] | undefined;
  readonly eventIds?: readonly number[];
  readonly statuses?: readonly CallStatus[];
  readonly callTypes?: readonly CallType[];
  readonly outcomes?: OutcomeFilter;
  readonly inviteeEmails?: readonly string[];
  readonly contactId?: number;
  readonly previewId?: string;
  readonly counted?: CallSet | undefined;
  /** The calls that the caller sees, if not all. */
  readonly visible?: OwnRows | undefined;
}

export interface OutcomeFilter {
  readonly set: readonly SetOutcome[];
  /** Adds calls that are not cancelled, have no outcome, and are not over. */
  readonly pending: boolean;
  /** Adds calls that are not cancelled, have no outcome, and are over. */
  readonly overdue: boolean;
}

export function sortOf(query: EventCallQuery): Sort {
  return timeSort(query, 'call.rescheduled');
}

export function order(query: EventCallQuery, alias: string): string {
  return orderBy(sortOf(query), alias);
}

/** Conditions on a call `c` that do not belong to a partition. */
export function commonConditions(query: EventCallQuery, values: Values): string[] {
  const conditions = [`c."workspaceId" = $1`];
  if (query.fromMs !== undefined) conditions.push(`c."dateTime" >= ${values.instant(query.fromMs)}`);
  if (query.untilMs !== undefined) conditions.push(`c."dateTime" < ${values.instant(query.untilMs)}`);
  return [...conditions, ...selectiveConditions(query, values), ...wideConditions(query, values)];
}

/** Conditions that each leave few calls, and have an index. */
function selectiveConditions(query: EventCallQuery, values: Values): string[] {
  const conditions: string[] = [];
  if (query.ids) conditions.push(`c."id" = ANY(${values.add(query.ids, 'int[]')})`);
  if (query.contactId !== undefined) conditions.push(`c."contactId" = ${values.add(query.contactId, 'int')}`);
  if (query.previewId !== undefined) conditions.push(`c."previewId" = ${values.add(query.previewId, 'text')}`);
  if (query.inviteeEmails) {
    const emails = query.inviteeEmails.map((email) => email.toLowerCase());
    conditions.push(`lower(c."inviteeEmail") = ANY(${values.add(emails, 'text[]')})`);
  }
  return conditions;
}

function wideConditions(query: EventCallQuery, values: Values): string[] {
  return [
    ...timeConditions('c', values, query),
    ...withInvitee(values, query.searchWords),
    ...(query.counted ? [`(${countedSets[query.counted](timesOfCall(() => values.instant(query.nowMs)))})`] : []),
    ...isNull('c."setterId"', query.hasSetter === undefined ? undefined : !query.hasSetter),
    ...anyOf('c."noSaleReason"', '"NoSaleReason"', values, query.noSaleReasons),
    ...anyOf('c."objectionKind"', '"ObjectionKind"', values, query.objectionKinds),
    ...callOriginConditions(query, values),
    ...ownedBy('c', values, query.visible),
  ];
}

function withInvitee(values: Values, words: readonly string[] | undefined): string[] {
  return words?.length ? [`c."inviteeKey" IN (${inviteesOf(values, words)})`] : [];
}

/** SQL for the keys of the invitees whose text contains all words. A workspace has far fewer invitees than calls. */
function inviteesOf(values: Values, words: readonly string[]): string {
  const conditions = containing('i."text"', values, words);
  return `SELECT i."key" FROM "Invitee" i WHERE i."workspaceId" = $1 AND ${conditions.join(' AND ')}`;
}

const filterNames = [
  'fromMs',
  'untilMs',
  'eventType',
  'ids',
  'userIds',
  'setterIds',
  'hasSetter',
  'noSaleReasons',
  'objectionKinds',
  'eventIds',
  'statuses',
  'callTypes',
  'outcomes',
  'inviteeEmails',
  'contactId',
  'previewId',
  'counted',
  'sources',
  'hasSource',
  'productIds',
  'hasProduct',
  'searchWords',
  'createdFromMs',
  'createdUntilMs',
  'updatedFromMs',
  'updatedUntilMs',
] as const satisfies readonly (keyof EventCallQuery)[];

/** Lists the filters that the caller has set. */
export function filtersOf(query: EventCallQuery): string[] {
  return filterNames.filter((filter) => query[filter] !== undefined && query[filter] !== 'ALL');
}

/** Past calls are over, upcoming calls are not. The bounds on dateTime make its index usable. */
export function clockConditions(clock: EventCallQuery['eventType'] | 'NONE', nowMs: number, values: Values): string[] {
  if (clock === 'ALL') return [];
  if (clock === 'NONE') return ['false'];
  const now = values.instant(nowMs);
  return clock === 'PAST'
    ? [`c."endTime" <= ${now}`, `c."dateTime" <= ${now}`]
    : [`c."endTime" > ${now}`, `c."dateTime" > ${now} - interval '24 hours'`];
}

/** All filters on dimensions as conditions, for lists that are filtered by several of them. */
export function dimensionConditions(query: EventCallQuery, values: Values): string[] {
  const conditions = clockConditions(query.eventType, query.nowMs, values);
  const any = (column: string, filter: readonly unknown[] | undefined, type: string) => {
    if (filter) conditions.push(`c."${column}" = ANY(${values.add(filter, `${type}[]`)})`);
  };
  any('userId', query.userIds, 'int');
  any('setterId', query.setterIds, 'int');
  any('eventId', query.eventIds, 'int');
  any('status', query.statuses, '"CallStatus"');
  any('callType', query.callTypes, '"CallType"');
  return [...conditions, ...outcomeCondition(query, values)];
}

/** A cancelled call awaits no outcome. */
export const awaitsOutcome = `c."outcome" IS NULL AND c."status" <> 'CANCELLED'`;

function outcomeCondition({ outcomes, nowMs }: EventCallQuery, values: Values): string[] {
  if (!outcomes) return [];
  const choices = [`c."outcome" = ANY(${values.add(outcomes.set, '"CallOutcome"[]')})`];
  if (outcomes.pending && outcomes.overdue) choices.push(awaitsOutcome);
  else if (outcomes.pending) choices.push(`(${awaitsOutcome} AND c."endTime" > ${values.instant(nowMs)})`);
  else if (outcomes.overdue) choices.push(`(${awaitsOutcome} AND c."endTime" <= ${values.instant(nowMs)})`);
  return [`(${choices.join(' OR ')})`];
}
