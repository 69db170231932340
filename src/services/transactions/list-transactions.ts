import { readTransactions } from '#src/db/reads/transactions.ts';
import { seesWholeWorkspace } from '#src/domain/access/roles.ts';
import type { TransactionListInput, TransactionPage } from '#src/domain/transactions/transaction.ts';
import type { CallerContext } from '../context.ts';
import { filled, rangeEnd, rangeStart, searchWords } from '../filters.ts';

/** A page of the transactions that the caller may see: all of the workspace for owners and admins, else the caller's own. */
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
    userIds: filled(input.userIds),
    fromMs: rangeStart(input.timeFrom, principal.timeZone),
    untilMs: rangeEnd(input.timeTo, principal.timeZone),
    visibleTo: seesWholeWorkspace(principal.role) ? undefined : principal.userId,
  });
}
