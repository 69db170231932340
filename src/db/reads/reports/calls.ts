import type { OwnRows } from '#src/domain/principal/policy.ts';
import { type CallTimes, timesOfCall } from '../event-calls/counted.ts';
import { type CallOrigins, callOriginConditions, firstDealsOfCalls } from '../event-calls/origins.ts';
import { anyOf, ownedBy, type Values } from '../list.ts';
import { utmSource } from '../utm-source.ts';
import { inGroup, type PeriodQuery, stepKey } from './period.ts';

/** The filters of calls that reports have. */
export interface ReportedCalls extends CallOrigins {
  /** The calls that the caller sees, if not all. */
  readonly visible: OwnRows | undefined;
  readonly userIds?: readonly number[] | undefined;
  readonly setterIds?: readonly number[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly callTypes?: readonly string[] | undefined;
}

interface Group {
  /** SQL for the key of a call `c`, of its own type: to compare numbers takes a third of the time of texts. */
  readonly key: string;
  readonly join?: string;
}

/** The group of a call `c`. */
export function groupOfCall(query: PeriodQuery, calls: Pick<ReportedCalls, 'visibleDeals'>, values: Values): Group {
  switch (query.groupBy) {
    case 'none':
      return { key: 'NULL::text' };
    case 'day':
    case 'week':
    case 'month':
      return { key: stepKey('c."dateTime"', query, values) };
    case 'closer':
      return { key: 'c."userId"' };
    case 'setter':
      return { key: 'c."setterId"' };
    case 'event':
      return { key: 'c."eventId"' };
    case 'callType':
      return { key: 'c."callType"' };
    case 'source':
      return {
        key: `coalesce(c."source", ${utmSource('k')})`,
        join: `LEFT JOIN "Contact" k ON k."workspaceId" = $1 AND k."id" = c."contactId" AND c."source" IS NULL`,
      };
    case 'product':
      return {
        key: 'd."productId"',
        join: `LEFT JOIN (${firstDealsOfCalls(calls, values)}) d ON d."eventCallId" = c."id"`,
      };
  }
}

/** Conditions on the calls `c` that start from one instant until another. */
export function reportedCallConditions(
  { fromMs, untilMs }: Pick<PeriodQuery, 'fromMs' | 'untilMs'>,
  calls: ReportedCalls,
  values: Values,
): string[] {
  return [
    `c."workspaceId" = $1`,
    `c."dateTime" >= ${values.instant(fromMs)}`,
    `c."dateTime" < ${values.instant(untilMs)}`,
    ...ownedBy('c', values, calls.visible),
    ...anyOf('c."userId"', 'int', values, calls.userIds),
    ...anyOf('c."setterId"', 'int', values, calls.setterIds),
    ...anyOf('c."eventId"', 'int', values, calls.eventIds),
    ...anyOf('c."callType"', '"CallType"', values, calls.callTypes),
    ...callOriginConditions(calls, values),
  ];
}

/** What the rows of `countedCalls` say of their times. */
export const timesOfCells: CallTimes = { isOver: () => 'c."isOver"', isLate: 'c."isLate"' };

/**
 * SQL for the calls of both periods, counted by all that decides in which sets they are: a few hundred rows `c`, with their number
 * as "calls". The sets are conditions on these. So each call is read and hashed once, and processes can share the work.
 */
export function countedCalls(query: PeriodQuery, calls: ReportedCalls, values: Values): string {
  const { key, join = '' } = groupOfCall(query, calls, values);
  const { isOver, isLate } = timesOfCall(() => values.instant(query.nowMs));
  return `SELECT ${inGroup('c."dateTime"', key, query, values)},
      c."callType", c."status", c."outcome", c."noSaleReason", c."isMoved", c."isCancelledByInvitee",
      ${isOver()} AS "isOver", ${isLate} AS "isLate", count(*) AS "calls"
    FROM "EventCall" c ${join} WHERE ${reportedCallConditions({ ...query, fromMs: query.previousFromMs }, calls, values).join(' AND ')}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`;
}

/** SQL for the number of the calls in a set, of rows of `countedCalls`. */
export function callsIn(condition: string): string {
  return `coalesce(sum(c."calls") FILTER (WHERE ${condition}), 0)::int`;
}
