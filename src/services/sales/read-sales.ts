import { type DealSumOfType, readDealSums } from '#src/db/reads/deal-sums.ts';
import { readProposedDeals } from '#src/db/reads/proposed-deals.ts';
import { readDeals, readPaidOfDeals, readTransactions } from '#src/db/reads/sales.ts';
import {
  type Deal,
  type DealBoardInput,
  type DealListInput,
  type DealPage,
  type DealSum,
  type DealSumsInput,
  dealTransactionTypes,
} from '#src/domain/deals/deal.ts';
import { requireScopes } from '#src/domain/principal/access.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import { saleOrder } from '#src/domain/sales/order.ts';
import type { ProposedDeal } from '#src/domain/transactions/proposal.ts';
import type { TransactionListInput, TransactionPage } from '#src/domain/transactions/transaction.ts';
import { addedAmounts } from '#src/lib/decimal.ts';
import type { CallerContext } from '../context.ts';
import { rangeEnd, rangeStart, recordTimes, searchWords } from '../filters.ts';
import { readPage } from '../pages.ts';

/** A page of the visible deals: all of the workspace for owners and admins, their own for others. */
export function listDeals(context: CallerContext, input: DealListInput): Promise<DealPage> {
  const { db, principal } = context;
  return readPage(context, { list: 'deals', input, defaults: saleOrder, movingColumn: 'time' }, (query, filters) => {
    const { orderColumn, orderBy } = filters;
    return readDeals(db, { ...query, ...dealFilters(principal, filters), orderColumn, orderBy });
  });
}

/** What was paid of deals that the caller sees, by the id of the deal: of all their transactions, so that what is open is the truth. */
export function paidOfDeals(
  { db, principal: { workspaceId } }: Pick<CallerContext, 'db' | 'principal'>,
  dealIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  return readPaidOfDeals(db, { workspaceId, dealIds });
}

/** The visible deals to which payments without a deal may belong, by the id of the payment. The best is first. */
export function proposedDeals(
  { db, principal }: Pick<CallerContext, 'db' | 'principal'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProposedDeal[]>> {
  const visible = visibleRows('Deal', principal);
  return readProposedDeals(db, { workspaceId: principal.workspaceId, ids, visible });
}

/** A page of the visible transactions, by the same rule. */
export function listTransactions(context: CallerContext, input: TransactionListInput): Promise<TransactionPage> {
  const { db, principal } = context;
  return readPage(
    context,
    { list: 'transactions', input, defaults: saleOrder, movingColumn: 'time' },
    (query, filters) => {
      const { orderColumn, orderBy, hasDeal, isRefund, dealUserIds } = filters;
      if ([dealUserIds, filters.productIds, filters.hasProduct].some(isSet)) requireScopes(principal, ['deals:read']);
      const visible = visibleRows('Transaction', principal);
      const own = { orderColumn, orderBy, hasDeal, isRefund, dealUserIds, visible };
      return readTransactions(db, { ...query, ...saleFilters(principal, filters), ...own });
    },
  );
}

/** The sums of all visible deals that match, by currency: the currency of most deals first. */
export async function sumDeals({ db, principal }: CallerContext, input: DealSumsInput): Promise<DealSum[]> {
  const { workspaceId } = principal;
  return sumsOf(await readDealSums(db, { workspaceId, ...dealFilters(principal, input) }));
}

/** The deals of one type, with the sums of all of them. */
export interface DealColumn extends DealPage {
  readonly transactionType: Deal['transactionType'];
  readonly sums: readonly DealSum[];
}

/** The visible deals by their type: the first page of each, and the sums of all. */
export async function readDealBoard(context: CallerContext, input: DealBoardInput): Promise<DealColumn[]> {
  const { db, principal } = context;
  const { limit, orderColumn, orderBy, ...filters } = input;
  const sums = await readDealSums(db, { workspaceId: principal.workspaceId, ...dealFilters(principal, filters) });
  const columns: DealColumn[] = [];
  for (const transactionType of dealTransactionTypes) {
    const page = await listDeals(context, { ...input, transactionType: [transactionType], cursor: 'start' });
    const ofType = sums.filter((sum) => sum.transactionType === transactionType);
    columns.push({ transactionType, ...page, sums: sumsOf(ofType) });
  }
  return columns;
}

/** Adds the sums of types in the same currency, and puts the currency of most deals first. */
function sumsOf(sums: readonly DealSumOfType[]): DealSum[] {
  const byCurrency = new Map<string, DealSum>();
  for (const { transactionType, ...sum } of sums) {
    const { currency } = sum;
    const before = byCurrency.get(currency);
    byCurrency.set(currency, before ? addedSums(before, sum) : sum);
  }
  return [...byCurrency.values()].sort(
    (one, other) => other.count - one.count || one.currency.localeCompare(other.currency, 'en'),
  );
}

function addedSums(one: DealSum, other: DealSum): DealSum {
  return {
    currency: one.currency,
    count: one.count + other.count,
    value: addedAmounts(one.value, other.value),
    paid: addedAmounts(one.paid, other.paid),
  };
}

function dealFilters(principal: Principal, filters: DealSumsInput) {
  const { transactionType: transactionTypes, productId } = filters;
  return {
    ...saleFilters(principal, filters),
    transactionTypes,
    productId,
    visible: visibleRows('Deal', principal),
  };
}

/** The filters that both lists share. Those by the call need the access to calls. */
function saleFilters(
  principal: Principal,
  filters: Omit<TransactionListInput, 'limit' | 'orderColumn' | 'orderBy' | 'hasDeal' | 'isRefund' | 'dealUserIds'>,
) {
  const { timeZone } = principal;
  const { setterIds, eventIds, callTypes, sources, hasSource, productIds, hasProduct } = filters;
  if ([setterIds, eventIds, callTypes, sources, hasSource].some(isSet)) requireScopes(principal, ['eventCalls:read']);
  return {
    ...recordTimes(filters, timeZone),
    contactId: filters.contactId,
    userIds: filters.userIds,
    currency: filters.currency,
    setterIds,
    eventIds,
    callTypes,
    sources,
    hasSource,
    productIds,
    hasProduct,
    visibleDeals: visibleRows('Deal', principal),
    visibleCalls: visibleRows('EventCall', principal),
    fromMs: rangeStart(filters.timeFrom, timeZone),
    untilMs: rangeEnd(filters.timeTo, timeZone),
    searchWords: searchWords(filters.search),
  };
}

function isSet(filter: unknown): boolean {
  return filter !== undefined;
}
