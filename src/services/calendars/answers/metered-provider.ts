import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { ByteBudget } from '#src/lib/byte-budget.ts';
import type { OutgoingClient, OutgoingRequest } from '#src/lib/network/outgoing-client.ts';
import type { CalendarAccess, CalendarProvider } from '../providers/provider.ts';

const mebibyte = 1024 * 1024;

/** What one read may receive, of all its requests together: 50 MiB of entries, and what a server says beside them. */
export const maxReadBytes = 64 * mebibyte;
/** What all reads of this process hold at the same time, and what the checks of bookings do, which never wait for those. */
export const budgetBytes = { reads: 128 * mebibyte, checks: 80 * mebibyte };

const refusal = () => new CalendarProblem('The server of the calendar sends more than 64 MiB for one read.');
const reads = new ByteBudget({ bytes: budgetBytes.reads, maxBytes: maxReadBytes, refusal });
const checks = new ByteBudget({ bytes: budgetBytes.checks, maxBytes: maxReadBytes, refusal });

/** A provider that holds in memory what a budget of bytes allows: beyond that its servers wait. */
export function metered(provider: CalendarProvider): CalendarProvider {
  const { putEntry, removeEntry, watch } = provider;
  return {
    listCalendars: (access) => withShare(access, (own) => provider.listCalendars(own)),
    readBusy: (access, ...input) => withShare(access, (own) => provider.readBusy(own, ...input)),
    ...(putEntry && { putEntry: (access, ...input) => withShare(access, (own) => putEntry(own, ...input)) }),
    ...(removeEntry && { removeEntry: (access, ...input) => withShare(access, (own) => removeEntry(own, ...input)) }),
    ...(watch && { watch: (access, ...input) => withShare(access, (own) => watch(own, ...input)) }),
  };
}

async function withShare<Result>(
  access: CalendarAccess,
  read: (own: CalendarAccess) => Promise<Result>,
): Promise<Result> {
  const share = (access.isCheck ? checks : reads).open(access.workspaceId);
  const reserve: OutgoingRequest['reserve'] = (bytes) => share.take(bytes, access.signal);
  const http: Pick<OutgoingClient, 'request'> = { request: (request) => access.http.request({ ...request, reserve }) };
  try {
    // The secret is a getter, which has the newest.
    return await read(Object.create(access, { http: { value: http, enumerable: true } }));
  } finally {
    share.close();
  }
}
