import { readDeals, readTransactions } from '#src/db/reads/sales.ts';
import type { DealListInput, DealPage } from '#src/domain/deals/deal.ts';
import { type Principal, visibleRows } from '#src/domain/principal/policy.ts';
import { saleOrder } from '#src/domain/sales/order.ts';
import type { TransactionListInput, TransactionPage } from '#src/domain/transactions/transaction.ts';
import type { CallerContext } from '../context.ts';
import { rangeEnd, rangeStart, recordTimes, searchWords } from '../filters.ts';
import { type FiltersOf, readPage } from '../pages.ts';

/** A page of the visible deals: all of the workspace for owners and admins, their own for others. */
export function listDeals(context: CallerContext, input: DealListInput): Promise<DealPage> {
  const { db, principal } = context;
  return readPage(context, { list: 'deals', input, defaults: saleOrder, movingColumn: 'time' }, (query, filters) => {
    const transactionTypes = filters.transactionType;
    const visible = visibleRows('Deal', principal);
    return readDeals(db, { ...query, ...saleFilters(principal, filters), transactionTypes, visible });
  });
}

/** A page of the visible transactions, by the same rule. */
export function listTransactions(context: CallerContext, input: TransactionListInput): Promise<TransactionPage> {
  const { db, principal } = context;
  return readPage(
    context,
    { list: 'transactions', input, defaults: saleOrder, movingColumn: 'time' },
    (query, filters) => {
      const visible = visibleRows('Transaction', principal);
      return readTransactions(db, { ...query, ...saleFilters(principal, filters), visible });
    },
  );
}

/** The filters that both lists share. */
function saleFilters({ timeZone }: Principal, filters: FiltersOf<TransactionListInput, typeof saleOrder>) {
  return {
    ...recordTimes(filters, timeZone),
    orderColumn: filters.orderColumn,
    orderBy: filters.orderBy,
    contactId: filters.contactId,
    userIds: filters.userIds,
    fromMs: rangeStart(filters.timeFrom, timeZone),
    untilMs: rangeEnd(filters.timeTo, timeZone),
    searchWords: searchWords(filters.search),
  };
}
