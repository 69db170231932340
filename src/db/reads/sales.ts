import type { Database } from '#src/db/database.ts';
import { type Deal, type DealPage, dealRecord } from '#src/domain/deals/deal.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import { type Transaction, type TransactionPage, transactionRecord } from '#src/domain/transactions/transaction.ts';
import {
  anyOf,
  between,
  containing,
  equal,
  ownedBy,
  type Read,
  type SearchQuery,
  type TimeQuery,
  timeConditions,
  timeSort,
  type Values,
} from './list.ts';
import { readList } from './read-list.ts';
import { columnsOfRecord, recordReader } from './record-reader.ts';

/** The filters that the lists of deals and transactions have in common. */
interface SaleQuery extends SearchQuery, TimeQuery {
  readonly contactId?: number;
  readonly userIds?: readonly number[];
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** The sales that the caller sees, if not all. */
  readonly visible?: OwnRows | undefined;
}

interface DealQuery extends SaleQuery {
  readonly transactionTypes?: readonly string[];
}

/** Conditions on a deal or a transaction `r`. */
function saleConditions(query: SaleQuery, searchText: string, values: Values): string[] {
  return [
    ...equal('r."contactId"', 'int', values, query.contactId),
    ...ownedBy('r', values, query.visible),
    ...anyOf('r."userId"', 'int', values, query.userIds),
    ...between('r."time"', values, query.fromMs, query.untilMs),
    ...timeConditions('r', values, query),
    ...containing(searchText, values, query.searchWords),
  ];
}

export const deals = recordReader<Deal>(columnsOfRecord('r', dealRecord));

const dealText = `(SELECT lower(coalesce(r."productName", '') || E'\\n' || coalesce(c."firstName", '') || ' ' || coalesce(c."lastName", '')
  || E'\\n' || coalesce(c."email", '') || E'\\n' || coalesce(c."phoneNumber", ''))
  FROM (VALUES (1)) one LEFT JOIN "Contact" c ON c."workspaceId" = $1 AND c."id" = r."contactId")`;

export async function readDeals(db: Database, query: DealQuery): Promise<Read<DealPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'deals.list',
    from: '"Deal"',
    reader: deals,
    sort: timeSort(query, 'deal.updated'),
    cost: 'page',
    conditions: (values) => [
      ...saleConditions(query, dealText, values),
      ...anyOf('r."transactionType"', '"DealTransactionType"', values, query.transactionTypes),
    ],
  });
  return { deals: records, ...page };
}

export const transactions = recordReader<Transaction>(columnsOfRecord('r', transactionRecord));

const transactionText = `lower(coalesce(r."name", '') || E'\\n' || coalesce(r."email", '') || E'\\n' || coalesce(r."phoneNumber", '')
  || E'\\n' || coalesce(r."description", ''))`;

/** A sale from Prisma, which returns the amount as an object. */
interface PrismaSale {
  readonly value: { toFixed(digits: number): string };
}

export function saleOfRow({ value }: PrismaSale) {
  return { value: value.toFixed(2) };
}

export async function readTransactions(db: Database, query: SaleQuery): Promise<Read<TransactionPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'transactions.list',
    from: '"Transaction"',
    reader: transactions,
    sort: timeSort(query, 'transaction.updated'),
    cost: 'page',
    conditions: (values) => saleConditions(query, transactionText, values),
  });
  return { transactions: records, ...page };
}
