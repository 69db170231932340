import type { OwnRows } from '#src/domain/principal/policy.ts';
import { anyOf, isNull, ownedBy, type Values } from './list.ts';
import { utmSource } from './utm-source.ts';

/** Filters of deals, and of payments by their deal, by what the call and the contact of the deal say. */
export interface SaleOrigins {
  readonly setterIds?: readonly number[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly callTypes?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly hasSource?: boolean | undefined;
  readonly productIds?: readonly number[] | undefined;
  readonly hasProduct?: boolean | undefined;
}

/** The deals and calls that the caller sees, if not all. One that they do not see counts as none. */
export interface SeenOrigins {
  readonly visibleDeals?: OwnRows | undefined;
  readonly visibleCalls?: OwnRows | undefined;
}

/** The records that are joined to a sale; a payment with a call is joined to its deal too. */
export interface JoinedOrigins {
  readonly deal: boolean;
  readonly call: boolean;
  readonly source: boolean;
}

/** The records that these filters are about. */
export function originsOf(
  filters: SaleOrigins & { readonly dealUserIds?: readonly number[] | undefined },
): JoinedOrigins {
  const { dealUserIds, setterIds, eventIds, callTypes, sources, hasSource, productIds, hasProduct } = filters;
  const source = [sources, hasSource].some(isSet);
  const call = source || [setterIds, eventIds, callTypes].some(isSet);
  return { source, call, deal: call || [dealUserIds, productIds, hasProduct].some(isSet) };
}

function isSet(filter: unknown): boolean {
  return filter !== undefined;
}

/** Conditions on a sale `r` of `dealsWithOrigin` or `paymentsWithOrigin`. */
export function originConditions(filters: SaleOrigins, values: Values): string[] {
  const { setterIds, eventIds, callTypes, sources, hasSource, productIds, hasProduct } = filters;
  return [
    ...anyOf('r."setterId"', 'int', values, setterIds),
    ...anyOf('r."eventId"', 'int', values, eventIds),
    ...anyOf('r."callType"', '"CallType"', values, callTypes),
    ...anyOf('r."utmSource"', 'text', values, sources),
    ...isNull('r."utmSource"', hasSource === undefined ? undefined : !hasSource),
    ...anyOf('r."productId"', 'int', values, productIds),
    ...isNull('r."productId"', hasProduct === undefined ? undefined : !hasProduct),
  ];
}

/** SQL for the table of deals, with the columns of the joined records; $1 is the workspace. */
export function dealsWithOrigin({ call, source }: JoinedOrigins, seen: SeenOrigins, values: Values): string {
  if (!call) return '"Deal"';
  const contact = joinedContact('d."contactId"');
  return `(SELECT d.*, ${columnsOfCall(source)} FROM "Deal" d ${joinedCall(seen, values)} ${source ? contact : ''}
    WHERE d."workspaceId" = $1)`;
}

/** The same for transactions, by their deal. The contact of a payment counts only where there is no deal. */
export function paymentsWithOrigin({ deal, call, source }: JoinedOrigins, seen: SeenOrigins, values: Values): string {
  if (!deal) return '"Transaction"';
  const visible = ownedBy('d', values, seen.visibleDeals);
  const conditions = [`d."workspaceId" = $1`, `d."id" = t."dealId"`, ...visible].join(' AND ');
  const contact = joinedContact(`CASE WHEN d."id" IS NULL THEN t."contactId" ELSE d."contactId" END`);
  return `(SELECT t.*, d."userId" AS "dealUserId", d."productId"${call ? `, ${columnsOfCall(source)}` : ''}
    FROM "Transaction" t LEFT JOIN "Deal" d ON ${conditions} ${call ? joinedCall(seen, values) : ''} ${source ? contact : ''}
    WHERE t."workspaceId" = $1)`;
}

function columnsOfCall(source: boolean): string {
  const columns = 'c."setterId", c."eventId", c."callType"';
  return source ? `${columns}, coalesce(c."source", ${utmSource('k')}) AS "utmSource"` : columns;
}

/** The call of the deal `d`. */
function joinedCall({ visibleCalls }: SeenOrigins, values: Values): string {
  const visible = ownedBy('c', values, visibleCalls);
  const conditions = [`c."workspaceId" = $1`, `c."id" = d."eventCallId"`, ...visible].join(' AND ');
  return `LEFT JOIN "EventCall" c ON ${conditions}`;
}

function joinedContact(id: string): string {
  return `LEFT JOIN "Contact" k ON k."workspaceId" = $1 AND k."id" = ${id} AND c."source" IS NULL`;
}
