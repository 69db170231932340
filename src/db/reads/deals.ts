import type { Database } from '#src/db/database.ts';
import type { Deal, DealPage } from '#src/domain/deals/deal.ts';
import { anyOf, between, containing, equal, readList } from './list.ts';

export interface DealQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  readonly contactId?: number;
  readonly userIds?: readonly number[];
  readonly transactionTypes?: readonly string[];
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Only the deals of this closer. */
  readonly visibleTo?: number;
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
    door: query.searchWords ? 'cold' : 'lists',
    ...query,
    conditions: (values) => [
      ...equal('r."contactId"', 'int', values, query.contactId),
      ...equal('r."userId"', 'int', values, query.visibleTo),
      ...anyOf('r."userId"', 'int', values, query.userIds),
      ...anyOf('r."transactionType"', '"DealTransactionType"', values, query.transactionTypes),
      ...between('r."time"', values, query.fromMs, query.untilMs),
      ...containing(searchText, values, query.searchWords),
    ],
  });
  return { deals: rows, count };
}
