import type { Database } from '#src/db/database.ts';
import { pipelinedStatement } from '#src/db/statement.ts';
import { type Deal, type DealPage, dealRecord } from '#src/domain/deals/deal.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import { type Transaction, type TransactionPage, transactionRecord } from '#src/domain/transactions/transaction.ts';
import { searchTextOf } from './contacts.ts';
import {
  anyOf,
  between,
  containing,
  equal,
  isNull,
  ownedBy,
  type PageQuery,
  type Read,
  type SearchQuery,
  type TimeQuery,
  timeConditions,
  timeSort,
  type Values,
} from './list.ts';
import { type PrismaAmount, textOfAmount } from './prisma-amount.ts';
import { readList } from './read-list.ts';
import { amountSql, columnsOfRecord, recordReader } from './record-reader.ts';
import {
  dealsWithOrigin,
  originConditions,
  originsOf,
  paymentsWithOrigin,
  type SaleOrigins,
  type SeenOrigins,
} from './sale-origins.ts';

/** The filters that the lists of deals and transactions have in common. */
interface SaleQuery extends SearchQuery, TimeQuery, SaleOrigins, SeenOrigins {
  readonly contactId?: number;
  readonly userIds?: readonly number[];
  readonly fromMs?: number;
  readonly untilMs?: number;
  readonly currency?: string | undefined;
  /** The sales that the caller sees, if not all. */
  readonly visible?: OwnRows | undefined;
}

export interface DealFilters extends SaleFilters {
  readonly transactionTypes?: readonly string[] | undefined;
  readonly productId?: number | undefined;
}

type DealQuery = SaleQuery & DealFilters;

interface TransactionQuery extends SaleQuery {
  /** The closers of the deals. */
  readonly dealUserIds?: readonly number[] | undefined;
  readonly hasDeal?: boolean;
  readonly isRefund?: boolean;
}

type SaleFilters = Omit<SaleQuery, keyof PageQuery | 'orderColumn' | 'orderBy'>;

/** Conditions on a deal or a transaction `r`. */
function saleConditions(query: SaleFilters, searchText: string, values: Values): string[] {
  return [
    ...equal('r."contactId"', 'int', values, query.contactId),
    ...ownedBy('r', values, query.visible),
    ...anyOf('r."userId"', 'int', values, query.userIds),
    ...equal('r."currency"', 'text', values, query.currency),
    ...originConditions(query, values),
    ...between('r."time"', values, query.fromMs, query.untilMs),
    ...timeConditions('r', values, query),
    ...containing(searchText, values, query.searchWords),
  ];
}

export const deals = recordReader<Deal>(columnsOfRecord('r', dealRecord));

const dealText = `(SELECT lower(coalesce(r."productName", '')) || E'\\n' || ${searchTextOf('c')}
  FROM (VALUES (1)) one LEFT JOIN "Contact" c ON c."workspaceId" = $1 AND c."id" = r."contactId")`;

export async function readDeals(db: Database, query: DealQuery): Promise<Read<DealPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'deals.list',
    from: (values) => dealTable(query, values),
    reader: deals,
    sort: timeSort(query, 'deal.updated'),
    cost: 'page',
    conditions: (values) => dealConditions(query, values),
  });
  return { deals: records, ...page };
}

/** SQL for the table of deals `r` that `dealConditions` are about. */
export function dealTable(query: SaleOrigins & SeenOrigins, values: Values): string {
  return dealsWithOrigin(originsOf(query), query, values);
}

/** Conditions on a deal `r` of `dealTable`; $1 is the workspace. */
export function dealConditions(query: DealFilters, values: Values): string[] {
  return [
    ...saleConditions(query, dealText, values),
    ...anyOf('r."transactionType"', '"DealTransactionType"', values, query.transactionTypes),
    ...equal('r."productId"', 'int', values, query.productId),
  ];
}

const paidOfDeals = pipelinedStatement(
  'deals.paid',
  `SELECT "dealId", ${amountSql('sum("value")')} AS "paid" FROM "Transaction"
   WHERE "workspaceId" = $1 AND "dealId" = ANY ($2::int[]) GROUP BY "dealId"`,
  { cost: 'page' },
);

/** What was paid of each of these deals, as decimal text. A deal without transactions is absent. */
export async function readPaidOfDeals(
  db: Database,
  { workspaceId, dealIds }: { readonly workspaceId: number; readonly dealIds: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.run<{ dealId: number; paid: string }>(paidOfDeals, [workspaceId, dealIds]);
  return new Map(rows.map(({ dealId, paid }) => [dealId, paid]));
}

export const transactions = recordReader<Transaction>(columnsOfRecord('r', transactionRecord));

const transactionText = `lower(coalesce(r."name", '') || E'\\n' || coalesce(r."email", '') || E'\\n' || coalesce(r."phoneNumber", '')
  || E'\\n' || coalesce(r."description", ''))`;

/** A sale from Prisma, which returns the amount as an object. */
interface PrismaSale {
  readonly value: PrismaAmount;
}

export function saleOfRow({ value }: PrismaSale) {
  return { value: textOfAmount(value) };
}

export async function readTransactions(db: Database, query: TransactionQuery): Promise<Read<TransactionPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'transactions.list',
    from: (values) => paymentsWithOrigin(originsOf(query), query, values),
    reader: transactions,
    sort: timeSort(query, 'transaction.updated'),
    cost: 'page',
    conditions: (values) => [
      ...saleConditions(query, transactionText, values),
      ...anyOf('r."dealUserId"', 'int', values, query.dealUserIds),
      ...isNull('r."dealId"', query.hasDeal === undefined ? undefined : !query.hasDeal),
      ...isNull('r."refundOf"', query.isRefund === undefined ? undefined : !query.isRefund),
    ],
  });
  return { transactions: records, ...page };
}
