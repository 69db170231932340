import type { Database } from '#src/db/database.ts';
import type { Deal, DealPage } from '#src/domain/deals/deal.ts';
import { anyOf, readList } from './list.ts';
import { type SaleQuery, saleConditions } from './sales.ts';

export interface DealQuery extends SaleQuery {
  readonly transactionTypes?: readonly string[];
}

const columns = `r."id", r."contactId", r."eventCallId", r."userId", r."value"::text, r."currency", r."transactionType",
  r."productName", r."time", r."createdAt", r."updatedAt"`;

const searchText = `(SELECT lower(coalesce(r."productName", '') || E'\\n' || coalesce(c."firstName", '') || ' ' || coalesce(c."lastName", '')
  || E'\\n' || coalesce(c."email", '') || E'\\n' || coalesce(c."phoneNumber", ''))
  FROM "Contact" c WHERE c."workspaceId" = $1 AND c."id" = r."contactId")`;

/** Newest first. */
export async function readDeals(db: Database, query: DealQuery): Promise<DealPage> {
  const { rows, count } = await readList<Deal>(db, {
    name: 'deals.list',
    table: 'Deal',
    columns,
    order: 'r."time" DESC, r."id" DESC',
    runner: query.searchWords ? 'pooled' : 'counted',
    ...query,
    conditions: (values) => [
      ...saleConditions(query, searchText, values),
      ...anyOf('r."transactionType"', '"DealTransactionType"', values, query.transactionTypes),
    ],
  });
  return { deals: rows, count };
}
