import type { OwnRows } from '#src/domain/principal/policy.ts';
import { type CallOrigins, callOriginConditions, firstDealsOfCalls } from '../event-calls/origins.ts';
import { anyOf, ownedBy, type Values } from '../list.ts';
import { utmSource } from '../utm-source.ts';
import { type PeriodQuery, stepKey } from './period.ts';

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
  /** SQL for the key of a call `c`. */
  readonly key: string;
  readonly join?: string;
}

/** The group of a call `c`. */
export function groupOfCall(query: PeriodQuery, values: Values): Group {
  switch (query.groupBy) {
    case 'none':
      return { key: 'NULL::text' };
    case 'day':
    case 'week':
    case 'month':
      return { key: stepKey('c."dateTime"', query, values) };
    case 'closer':
      return { key: 'c."userId"::text' };
    case 'setter':
      return { key: 'c."setterId"::text' };
    case 'event':
      return { key: 'c."eventId"::text' };
    case 'callType':
      return { key: 'c."callType"::text' };
    case 'source':
      return {
        key: `coalesce(c."source", ${utmSource('k')})`,
        join: `LEFT JOIN "Contact" k ON k."workspaceId" = $1 AND k."id" = c."contactId" AND c."source" IS NULL`,
      };
    case 'product':
      return {
        key: 'd."productId"::text',
        join: `LEFT JOIN (${firstDealsOfCalls}) d ON d."eventCallId" = c."id"`,
      };
  }
}

/** Conditions on the calls `c` of both periods. */
export function reportedCallConditions(query: PeriodQuery, calls: ReportedCalls, values: Values): string[] {
  return [
    `c."workspaceId" = $1`,
    `c."dateTime" >= ${values.instant(query.previousFromMs)}`,
    `c."dateTime" < ${values.instant(query.untilMs)}`,
    ...ownedBy('c', values, calls.visible),
    ...anyOf('c."userId"', 'int', values, calls.userIds),
    ...anyOf('c."setterId"', 'int', values, calls.setterIds),
    ...anyOf('c."eventId"', 'int', values, calls.eventIds),
    ...anyOf('c."callType"', '"CallType"', values, calls.callTypes),
    ...callOriginConditions(calls, values),
  ];
}
