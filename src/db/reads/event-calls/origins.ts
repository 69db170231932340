import type { OwnRows } from '#src/domain/principal/policy.ts';
import { anyOf, isNull, ownedBy, type Values } from '../list.ts';
import { utmSource } from '../utm-source.ts';

/** Filters of calls by their source and by what was sold in them. */
export interface CallOrigins {
  readonly sources?: readonly string[] | undefined;
  readonly hasSource?: boolean | undefined;
  readonly productIds?: readonly number[] | undefined;
  readonly hasProduct?: boolean | undefined;
  /** The deals that the caller sees, if not all. Others count as none. */
  readonly visibleDeals?: OwnRows | undefined;
}

/** SQL for the deals of calls; $1 is the workspace. A call with several deals counts for the product of the first. */
export function firstDealsOfCalls({ visibleDeals }: Pick<CallOrigins, 'visibleDeals'>, values: Values): string {
  const conditions = ['s."workspaceId" = $1', 's."eventCallId" IS NOT NULL', ...ownedBy('s', values, visibleDeals)];
  return `SELECT DISTINCT ON (s."eventCallId") s."eventCallId", s."productId" FROM "Deal" s
    WHERE ${conditions.join(' AND ')} ORDER BY s."eventCallId", s."id"`;
}

/**
 * Conditions on a call `c`; $1 is the workspace. The contact of a call counts only where the call has no source of its own. Each
 * is a semi-join or a lookup by a key, so that no plan compares all calls with all contacts.
 */
export function callOriginConditions(origins: CallOrigins, values: Values): string[] {
  const { sources, hasSource, productIds, hasProduct } = origins;
  const contact = (condition: string) =>
    `EXISTS (SELECT FROM "Contact" k WHERE k."workspaceId" = $1 AND k."id" = c."contactId" AND ${condition})`;
  const deal = (conditions: readonly string[]) =>
    `EXISTS (SELECT FROM (${firstDealsOfCalls(origins, values)}) d WHERE d."eventCallId" = c."id" AND ${conditions.join(' AND ')})`;
  const isFromOne = (source: string) => anyOf(source, 'text', values, sources).join();
  const hasOne = `(c."source" IS NOT NULL OR ${contact(`${utmSource('k')} IS NOT NULL`)})`;
  const hasNone = `c."source" IS NULL AND NOT ${contact(`${utmSource('k')} IS NOT NULL`)}`;
  return [
    ...(sources
      ? [`(${isFromOne('c."source"')} OR c."source" IS NULL AND ${contact(isFromOne(utmSource('k')))})`]
      : []),
    ...(hasSource === undefined ? [] : [hasSource ? hasOne : hasNone]),
    ...(productIds ? [deal(anyOf('d."productId"', 'int', values, productIds))] : []),
    ...(hasProduct === undefined ? [] : [`${hasProduct ? '' : 'NOT '}${deal(isNull('d."productId"', false))}`]),
  ];
}

/** True if calls are chosen by other records, whose changes leave the calls as they are. */
export function dependsOnOthers({ sources, hasSource, productIds, hasProduct }: CallOrigins): boolean {
  return [sources, hasSource, productIds, hasProduct].some((filter) => filter !== undefined);
}
