import { requireScopes } from '#src/domain/principal/access.ts';
import { type OwnRows, type Principal, visibleRows } from '#src/domain/principal/policy.ts';

interface ProductFilters {
  readonly productIds?: readonly number[] | undefined;
  readonly hasProduct?: boolean | undefined;
}

/** The deals that say what was sold in calls: those that the caller sees. To filter or group by them needs the access to deals. */
export function dealsOfCalls(
  principal: Principal,
  { productIds, hasProduct }: ProductFilters,
  isGroupedByProduct = false,
): { readonly visibleDeals: OwnRows | undefined } {
  if (isGroupedByProduct || productIds !== undefined || hasProduct !== undefined)
    requireScopes(principal, ['deals:read']);
  return { visibleDeals: visibleRows('Deal', principal) };
}
