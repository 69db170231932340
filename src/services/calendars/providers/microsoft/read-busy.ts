import { z } from 'zod';
import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { BearerApi } from '../bearer-api.ts';
import { isOwnUid } from '../own-uid.ts';
import type { BusyRead, CalendarAccess, OAuthSecret, OwnTime, ReadRange } from '../provider.ts';
import { deltaLinkOf, isUnchanged } from './changes.ts';
import { graphTime, instantOf } from './graph-time.ts';

const graphEvent = z.object({
  start: graphTime,
  end: graphTime,
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  iCalUId: z.string().nullish(),
  transactionId: z.string().nullish(),
});

type GraphEvent = z.infer<typeof graphEvent>;

const eventPage = z.object({ '@odata.nextLink': z.string().optional(), value: z.array(graphEvent) });

const select = 'start,end,isAllDay,isCancelled,showAs,responseStatus,iCalUId,transactionId';

/** A page has 500 events. */
const maxPages = 100;

/** A shorter range is that of one booking: later changes in it do not matter. */
const minRangeOfChangesMs = 7 * 24 * 3_600_000;

/**
 * Changes are only used to detect that something changed: Microsoft's delta omits the properties of recurring occurrences. The
 * delta link is fetched before the events, so that no change in between is lost.
 */
export async function readMicrosoftBusy(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { externalId, syncState }: { readonly externalId: string; readonly syncState: string | null },
  range: ReadRange,
): Promise<BusyRead | 'unchanged'> {
  if (syncState !== null && (await isUnchanged(api, access, syncState))) return 'unchanged';
  const isLong = range.until - range.from >= minRangeOfChangesMs;
  const deltaLink = isLong ? await deltaLinkOf(api, access, externalId, range) : null;
  return { ...(await readEvents(api, access, externalId, range)), syncState: deltaLink };
}

async function readEvents(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  calendarId: string,
  { from, until }: ReadRange,
): Promise<Omit<BusyRead, 'syncState'>> {
  const busy: BusyTime[] = [];
  const own: OwnTime[] = [];
  const ownUids: string[] = [];
  const bounds = { startDateTime: new Date(from).toISOString(), endDateTime: new Date(until).toISOString() };
  let path: string | undefined = `/me/calendars/${encodeURIComponent(calendarId)}/calendarView`;
  for (let page = 0; page < maxPages; page++) {
    const answer: z.infer<typeof eventPage> = await api.call(access, {
      path,
      query: page === 0 ? { ...bounds, $select: select, $top: '500' } : {},
      answer: eventPage,
      headers: { prefer: 'outlook.timezone="UTC"' },
    });
    // Handles one page at a time: all events at once would delay other requests.
    for (const event of answer.value.filter(({ isCancelled }) => !isCancelled)) {
      const uid = ownUid(event, access.host);
      if (uid !== undefined) ownUids.push(uid);
      if (!isBusy(event)) continue;
      const { isDoubt, ...time } = timeOf(event, access.timeZone);
      // An uncertain time does not prove that the host has moved the call.
      if (uid === undefined || isDoubt) busy.push(time);
      else own.push({ uid, ...time });
    }
    path = answer['@odata.nextLink'];
    if (path === undefined) return { busy, own, ownUids };
  }
  throw new CalendarProblem('This calendar has more events than can be read.');
}

/** Our UID is the transactionId of the request that created the entry; an e-mail invitation has it as its iCalUId. */
function ownUid({ transactionId, iCalUId }: GraphEvent, host: string): string | undefined {
  return [transactionId, iCalUId].find((uid) => isOwnUid(uid, host)) ?? undefined;
}

function isBusy({ showAs, responseStatus }: GraphEvent): boolean {
  return showAs !== 'free' && showAs !== 'workingElsewhere' && responseStatus?.response !== 'declined';
}

function timeOf({ start, end, isAllDay }: GraphEvent, memberZone: string): BusyTime & { readonly isDoubt: boolean } {
  const options = { memberZone, isDay: isAllDay ?? false };
  const [first, last] = [instantOf(start, options), instantOf(end, options)];
  return {
    start: first.instant - (first.doubt?.early ?? 0),
    end: last.instant + (last.doubt?.late ?? 0),
    isDoubt: first.doubt !== undefined || last.doubt !== undefined,
  };
}
