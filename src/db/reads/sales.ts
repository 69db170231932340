import { anyOf, between, containing, equal } from './list.ts';
import type { Values } from './values.ts';

/** What deals and transactions are asked for by alike. */
export interface SaleQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  readonly contactId?: number;
  readonly userIds?: readonly number[];
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Only the sales of this closer. */
  readonly visibleTo?: number;
}

/** Conditions on a deal or a transaction `r`, whose words stand in `searchText`. */
export function saleConditions(query: SaleQuery, searchText: string, values: Values): string[] {
  return [
    ...equal('r."contactId"', 'int', values, query.contactId),
    ...equal('r."userId"', 'int', values, query.visibleTo),
    ...anyOf('r."userId"', 'int', values, query.userIds),
    ...between('r."time"', values, query.fromMs, query.untilMs),
    ...containing(searchText, values, query.searchWords),
  ];
}
