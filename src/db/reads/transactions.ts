import type { Database } from '#src/db/database.ts';
import type { Transaction, TransactionPage } from '#src/domain/transactions/transaction.ts';
import { readList } from './list.ts';
import { type SaleQuery, saleConditions } from './sales.ts';

const columns = `r."id", r."dealId", r."contactId", r."userId", r."value"::text, r."currency", r."name", r."email",
  r."phoneNumber", r."source", r."description", r."time", r."createdAt", r."updatedAt"`;

const searchText = `lower(coalesce(r."name", '') || E'\\n' || coalesce(r."email", '') || E'\\n' || coalesce(r."phoneNumber", '')
  || E'\\n' || coalesce(r."description", ''))`;

/** Newest first. */
export async function readTransactions(db: Database, query: SaleQuery): Promise<TransactionPage> {
  const { rows, count } = await readList<Transaction>(db, {
    name: 'transactions.list',
    table: 'Transaction',
    columns,
    order: 'r."time" DESC, r."id" DESC',
    runner: query.searchWords ? 'pooled' : 'counted',
    ...query,
    conditions: (values) => saleConditions(query, searchText, values),
  });
  return { transactions: rows, count };
}
