import { readDeals, readTransactions } from '#src/db/reads/sales.ts';
import { type Principal, visibleRows } from '#src/domain/access/policy.ts';
import type { DealListInput, DealPage } from '#src/domain/deals/deal.ts';
import type { TransactionListInput, TransactionPage } from '#src/domain/transactions/transaction.ts';
import type { CallerContext } from '../context.ts';
import { nonEmpty, pageQuery, rangeEnd, rangeStart } from '../filters.ts';

/** A page of the visible deals: all of the workspace for owners and admins, their own for others. */
export function listDeals({ db, principal }: CallerContext, input: DealListInput): Promise<DealPage> {
  const transactionTypes = nonEmpty(input.transactionType);
  return readDeals(db, { ...saleQuery(principal, input), transactionTypes, visible: visibleRows('Deal', principal) });
}

/** A page of the visible transactions, by the same rule. */
export function listTransactions(
  { db, principal }: CallerContext,
  input: TransactionListInput,
): Promise<TransactionPage> {
  return readTransactions(db, { ...saleQuery(principal, input), visible: visibleRows('Transaction', principal) });
}

/** The filters that both lists have. */
function saleQuery(principal: Principal, input: DealListInput | TransactionListInput) {
  return {
    ...pageQuery(principal, input),
    contactId: input.contactId,
    userIds: nonEmpty(input.userIds),
    fromMs: rangeStart(input.timeFrom, principal.timeZone),
    untilMs: rangeEnd(input.timeTo, principal.timeZone),
  };
}
