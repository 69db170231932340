import { readApiRequests } from '#src/db/reads/api-requests.ts';
import type { ApiRequestListInput, ApiRequestPage } from '#src/domain/api-requests/api-request.ts';
import type { CallerContext } from '../context.ts';
import { rangeEnd, rangeStart } from '../filters.ts';
import { readPage } from '../pages.ts';

/** A page of the logged requests of the workspace, newest first. */
export function listApiRequests(context: CallerContext, input: ApiRequestListInput): Promise<ApiRequestPage> {
  const { db, principal } = context;
  const { timeZone } = principal;
  return readPage(context, { list: 'apiRequests', input }, async (query, { status, from, to, ...filters }) => {
    const { records, last } = await readApiRequests(db, {
      ...query,
      ...filters,
      statuses: status,
      fromMs: rangeStart(from, timeZone),
      untilMs: rangeEnd(to, timeZone),
    });
    return { requests: records, last };
  });
}
