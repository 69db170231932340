import type { Database } from '#src/db/database.ts';
import type { Deal as DealRow, Transaction as TransactionRow } from '#src/db/generated/prisma/client.ts';
import { type Instant, isoText } from '#src/db/types.ts';
import type { OwnRows } from '#src/domain/access/policy.ts';
import type { Deal, DealPage } from '#src/domain/deals/deal.ts';
import type { Transaction, TransactionPage } from '#src/domain/transactions/transaction.ts';
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

/** The filters that lists of deals and of transactions share. */
interface SaleQuery extends SearchQuery, TimeQuery {
  readonly contactId?: number;
  readonly userIds?: readonly number[];
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Only these sales, where the caller does not see all. */
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

/** The driver returns amounts as text and instants as ISO text, Prisma returns objects. */
type FromEither<Record extends Deal | Transaction> = Omit<Record, keyof Shared> & {
  readonly value: string | { toFixed(digits: number): string };
  readonly time: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

type Shared = Pick<Deal, 'value' | 'time' | 'createdAt' | 'updatedAt'>;

function shared({ value, time, createdAt, updatedAt }: FromEither<Deal | Transaction>): Shared {
  return {
    value: typeof value === 'string' ? value : value.toFixed(2),
    time: isoText(time),
    createdAt: isoText(createdAt),
    updatedAt: isoText(updatedAt),
  };
}

export const dealColumns = `r."id", r."contactId", r."eventCallId", r."userId", r."value"::text, r."currency", r."transactionType",
  r."productName", r."time", r."createdAt", r."updatedAt"`;

const dealText = `(SELECT lower(coalesce(r."productName", '') || E'\\n' || coalesce(c."firstName", '') || ' ' || coalesce(c."lastName", '')
  || E'\\n' || coalesce(c."email", '') || E'\\n' || coalesce(c."phoneNumber", ''))
  FROM "Contact" c WHERE c."workspaceId" = $1 AND c."id" = r."contactId")`;

export function dealOfRow(row: FromEither<Deal> | DealRow): Deal {
  const { id, contactId, eventCallId, userId, currency, transactionType, productName } = row;
  return { id, contactId, eventCallId, userId, currency, transactionType, productName, ...shared(row) };
}

export async function readDeals(db: Database, query: DealQuery): Promise<Read<DealPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'deals.list',
    from: '"Deal"',
    columns: dealColumns,
    sort: timeSort(query, 'deal.updated'),
    runner: 'counted',
    conditions: (values) => [
      ...saleConditions(query, dealText, values),
      ...anyOf('r."transactionType"', '"DealTransactionType"', values, query.transactionTypes),
    ],
    toRecord: dealOfRow,
  });
  return { deals: records, ...page };
}

export const transactionColumns = `r."id", r."dealId", r."contactId", r."userId", r."value"::text, r."currency", r."name", r."email",
  r."phoneNumber", r."source", r."description", r."time", r."createdAt", r."updatedAt"`;

const transactionText = `lower(coalesce(r."name", '') || E'\\n' || coalesce(r."email", '') || E'\\n' || coalesce(r."phoneNumber", '')
  || E'\\n' || coalesce(r."description", ''))`;

export function transactionOfRow(row: FromEither<Transaction> | TransactionRow): Transaction {
  const { id, dealId, contactId, userId, currency, name, email, phoneNumber, source, description } = row;
  const { value, ...times } = shared(row);
  return { id, dealId, contactId, userId, value, currency, name, email, phoneNumber, source, description, ...times };
}

export async function readTransactions(db: Database, query: SaleQuery): Promise<Read<TransactionPage>> {
  const { records, ...page } = await readList(db, query, {
    name: 'transactions.list',
    from: '"Transaction"',
    columns: transactionColumns,
    sort: timeSort(query, 'transaction.updated'),
    runner: 'counted',
    conditions: (values) => saleConditions(query, transactionText, values),
    toRecord: transactionOfRow,
  });
  return { transactions: records, ...page };
}
