import type { Database } from '#src/db/database.ts';
import type { Transaction, TransactionPage } from '#src/domain/transactions/transaction.ts';
import { anyOf, between, containing, equal, readList } from './list.ts';

export interface TransactionQuery {
  readonly workspaceId: number;
  readonly offset: number;
  readonly limit: number;
  readonly searchWords?: readonly string[];
  readonly contactId?: number;
  readonly userIds?: readonly number[];
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Only the transactions of this closer. */
  readonly visibleTo?: number;
}

const columns = `r."id", r."dealId", r."contactId", r."userId", r."value"::text, r."currency", r."name", r."email",
  r."phoneNumber", r."source", r."description", r."time", r."createdAt", r."updatedAt"`;

const searchText = `lower(coalesce(r."name", '') || E'\\n' || coalesce(r."email", '') || E'\\n' || coalesce(r."phoneNumber", '')
  || E'\\n' || coalesce(r."description", ''))`;

/** Newest first. */
export async function readTransactions(db: Database, query: TransactionQuery): Promise<TransactionPage> {
  const { rows, count } = await readList<Transaction>(db, {
    name: 'transactions.list',
    table: 'Transaction',
    columns,
    order: 'r."time" DESC, r."id" DESC',
    door: query.searchWords ? 'cold' : 'lists',
    ...query,
    conditions: (values) => [
      ...equal('r."contactId"', 'int', values, query.contactId),
      ...equal('r."userId"', 'int', values, query.visibleTo),
      ...anyOf('r."userId"', 'int', values, query.userIds),
      ...between('r."time"', values, query.fromMs, query.untilMs),
      ...containing(searchText, values, query.searchWords),
    ],
  });
  return { transactions: rows, count };
}
