import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { ByteBudget } from '#src/lib/byte-budget.ts';
import type { OutgoingClient, OutgoingRequest } from '#src/lib/network/outgoing-client.ts';
import type { CalendarAccess, CalendarProvider } from '../providers/provider.ts';

const mebibyte = 1024 * 1024;

/** The bytes that one read may receive in all its responses: 50 MiB of entries plus everything else that a server sends. */
export const maxReadBytes = 64 * mebibyte;
/** The bytes that concurrent reads of this process may hold. Checks have their own budget, so they never wait for reads. */
export const budgetBytes = { reads: 128 * mebibyte, checks: 80 * mebibyte };

const refusal = () => new CalendarProblem('The calendar server sends more than 64 MiB for one read.');
const reads = new ByteBudget({ bytes: budgetBytes.reads, maxBytes: maxReadBytes, refusal });
const checks = new ByteBudget({ bytes: budgetBytes.checks, maxBytes: maxReadBytes, refusal });

/** Wraps a provider so that its responses share a byte budget: while it is used up, responses wait. */
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
    // Inherits from `access` instead of copying it, because `secret` is a getter that returns the newest one.
    return await read(Object.create(access, { http: { value: http, enumerable: true } }));
  } finally {
    share.close();
  }
}
