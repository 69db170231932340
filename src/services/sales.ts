import { readDeals, readTransactions } from '#src/db/reads/sales.ts';
import { visibleRows } from '#src/domain/access/policy.ts';
import type { DealListInput, DealPage } from '#src/domain/deals/deal.ts';
import type { TransactionListInput, TransactionPage } from '#src/domain/transactions/transaction.ts';
import type { CallerContext } from './context.ts';
import { nonEmpty, rangeEnd, rangeStart, searchWords } from './filters.ts';

/** A page of the visible deals: all of the workspace for owners and admins, their own for others. */
export function listDeals({ db, principal }: CallerContext, input: DealListInput): Promise<DealPage> {
  return readDeals(db, {
    workspaceId: principal.workspaceId,
    offset: input.page * input.limit,
    limit: input.limit,
    searchWords: searchWords(input.search),
    contactId: input.contactId,
    userIds: nonEmpty(input.userIds),
    transactionTypes: nonEmpty(input.transactionType),
    fromMs: rangeStart(input.timeFrom, principal.timeZone),
    untilMs: rangeEnd(input.timeTo, principal.timeZone),
    visible: visibleRows('Deal', principal),
  });
}

/** A page of the visible transactions, by the same rule. */
export function listTransactions(
  { db, principal }: CallerContext,
  input: TransactionListInput,
): Promise<TransactionPage> {
  return readTransactions(db, {
    workspaceId: principal.workspaceId,
    offset: input.page * input.limit,
    limit: input.limit,
    searchWords: searchWords(input.search),
    contactId: input.contactId,
    userIds: nonEmpty(input.userIds),
    fromMs: rangeStart(input.timeFrom, principal.timeZone),
    untilMs: rangeEnd(input.timeTo, principal.timeZone),
    visible: visibleRows('Transaction', principal),
  });
}
