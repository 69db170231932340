import type { OwnRows } from '#src/domain/principal/policy.ts';
import { anyOf, isNull, ownedBy, type Values } from './list.ts';
import { utmSource } from './utm-source.ts';

/** Filters of contacts by their first call, by where they come from and by what they bought first. */
export interface LeadOrigins {
  readonly eventIds?: readonly number[] | undefined;
  readonly callTypes?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly hasSource?: boolean | undefined;
  readonly productIds?: readonly number[] | undefined;
  readonly hasProduct?: boolean | undefined;
}

/** The calls and deals that the caller sees, if not all. Others count as none. */
export interface SeenByLeads {
  readonly visibleCalls?: OwnRows | undefined;
  readonly visibleDeals?: OwnRows | undefined;
}

/** SQL for the first deal of each contact that names a product: `contacts` is the SQL of the ids of some contacts, or absent for all. */
export function firstProducts({ visibleDeals }: SeenByLeads, values: Values, contacts?: string): string {
  const conditions = [
    's."workspaceId" = $1',
    's."productId" IS NOT NULL',
    's."contactId" IS NOT NULL',
    ...ownedBy('s', values, visibleDeals),
    ...(contacts === undefined ? [] : [`s."contactId" IN (${contacts})`]),
  ];
  return `SELECT DISTINCT ON (s."contactId") s."contactId", s."productId" FROM "Deal" s
    WHERE ${conditions.join(' AND ')} ORDER BY s."contactId", s."id"`;
}

/** The records that are joined to a contact. */
export interface JoinedToLead {
  readonly call: boolean;
  readonly product: boolean;
}

/** SQL for the table of contacts, with the columns of the joined records: their first calls are looked up one by one. */
export function contactsWithOrigin({ call, product }: JoinedToLead, seen: SeenByLeads, values: Values): string {
  if (!call && !product) return '"Contact"';
  const columns = [
    'k.*',
    ...(call ? [`f.*, coalesce(${utmSource('k')}, f."callSource") AS "source"`] : []),
    ...(product ? ['p."productId"'] : []),
  ];
  return `(SELECT ${columns.join(', ')} FROM "Contact" k ${call ? joinedFirstCall(seen, values) : ''}
    ${product ? `LEFT JOIN (${firstProducts(seen, values)}) p ON p."contactId" = k."id"` : ''} WHERE k."workspaceId" = $1)`;
}

/** The call that the contact `k` booked first. */
function joinedFirstCall({ visibleCalls }: SeenByLeads, values: Values): string {
  const conditions = ['c."workspaceId" = $1', 'c."contactId" = k."id"', ...ownedBy('c', values, visibleCalls)];
  return `LEFT JOIN LATERAL (
      SELECT c."createdAt" AS "firstBookedAt", c."eventId", c."callType", c."source" AS "callSource" FROM "EventCall" c
      WHERE ${conditions.join(' AND ')} ORDER BY c."createdAt", c."id" LIMIT 1) f ON true`;
}

/** The records that these filters are about. */
export function joinedToLead(filters: LeadOrigins): JoinedToLead {
  const { eventIds, callTypes, sources, hasSource, productIds, hasProduct } = filters;
  const isSet = (filter: unknown) => filter !== undefined;
  return { call: [eventIds, callTypes, sources, hasSource].some(isSet), product: [productIds, hasProduct].some(isSet) };
}

/** Conditions on a contact `alias` with its source and its product. */
export function leadOriginConditions(
  alias: string,
  filters: Omit<LeadOrigins, 'eventIds' | 'callTypes'>,
  values: Values,
) {
  const { sources, hasSource, productIds, hasProduct } = filters;
  return [
    ...anyOf(`${alias}."source"`, 'text', values, sources),
    ...isNull(`${alias}."source"`, hasSource === undefined ? undefined : !hasSource),
    ...anyOf(`${alias}."productId"`, 'int', values, productIds),
    ...isNull(`${alias}."productId"`, hasProduct === undefined ? undefined : !hasProduct),
  ];
}

/** Conditions on the first call of a contact `alias`, or on a call. */
export function firstCallConditions(alias: string, { eventIds, callTypes }: LeadOrigins, values: Values): string[] {
  return [
    ...anyOf(`${alias}."eventId"`, 'int', values, eventIds),
    ...anyOf(`${alias}."callType"`, '"CallType"', values, callTypes),
  ];
}
