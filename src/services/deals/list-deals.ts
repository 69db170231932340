import { readDeals } from '#src/db/reads/deals.ts';
import { seesWholeWorkspace } from '#src/domain/access/roles.ts';
import type { DealListInput, DealPage } from '#src/domain/deals/deal.ts';
import type { CallerContext } from '../context.ts';
import { filled, rangeEnd, rangeStart, searchWords } from '../filters.ts';

/** A page of the deals that the caller may see: all of the workspace for owners and admins, else the caller's own. */
export function listDeals({ db, principal }: CallerContext, input: DealListInput): Promise<DealPage> {
  return readDeals(db, {
    workspaceId: principal.workspaceId,
    offset: input.page * input.limit,
    limit: input.limit,
    searchWords: searchWords(input.search),
    contactId: input.contactId,
    userIds: filled(input.userIds),
    transactionTypes: filled(input.transactionType),
    fromMs: rangeStart(input.timeFrom, principal.timeZone),
    untilMs: rangeEnd(input.timeTo, principal.timeZone),
    visibleTo: seesWholeWorkspace(principal.role) ? undefined : principal.userId,
  });
}
