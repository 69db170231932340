import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { ProviderSettings } from '../../oauth/provider-settings.ts';
import { BearerApi } from '../bearer-api.ts';
import { answeredProblem, parsedJson } from '../json-answer.ts';
import type { CalendarAccess, CalendarProvider, FoundCalendar, FoundCalendars, OAuthSecret } from '../provider.ts';
import { putGoogleEntry, removeGoogleEntry } from './entries.ts';
import { readGoogleBusy } from './read-busy.ts';
import { watchGoogleCalendar } from './watch.ts';

const calendarList = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().default(''),
        summaryOverride: z.string().optional(),
        timeZone: z.string().optional(),
        accessRole: z.string(),
        primary: z.boolean().default(false),
      }),
    )
    .default([]),
});

/** More calendars than a connection may have. */
const maxPages = 4;

/** Google calendars, through Google Calendar API v3. */
export function googleProvider({ name, api: url }: ProviderSettings): CalendarProvider<OAuthSecret> {
  const api = new BearerApi({ name, url, problemOf });
  return {
    listCalendars: (access) => listCalendars(api, access),
    readBusy: (access, calendar, range) => readGoogleBusy(api, access, calendar, range),
    putEntry: (access, place, entry) => putGoogleEntry(api, access, place, entry),
    removeEntry: (access, place) => removeGoogleEntry(api, access, place),
    watch: (access, request) => watchGoogleCalendar(api, access, request),
  };
}

async function listCalendars(api: BearerApi, access: CalendarAccess<OAuthSecret>): Promise<FoundCalendars> {
  const calendars: FoundCalendar[] = [];
  const fields = 'nextPageToken,items(id,summary,summaryOverride,timeZone,accessRole,primary)';
  for (let page = 0, pageToken: string | undefined = ''; pageToken !== undefined && page < maxPages; page++) {
    const query: Record<string, string> = { maxResults: '100', fields, ...(pageToken && { pageToken }) };
    const answer: z.infer<typeof calendarList> = await api.call(access, {
      path: '/users/me/calendarList',
      query,
      answer: calendarList,
    });
    calendars.push(...answer.items.map(foundCalendar));
    pageToken = answer.nextPageToken;
  }
  // The primary calendar's id is the address of the account.
  return { name: calendars.find(({ isPrimary }) => isPrimary)?.externalId ?? 'Google', calendars };
}

function foundCalendar({
  id,
  accessRole,
  primary,
  ...calendar
}: z.infer<typeof calendarList>['items'][number]): FoundCalendar {
  const { summary, summaryOverride, timeZone = null } = calendar;
  return {
    externalId: id,
    name: summaryOverride ?? summary,
    timeZone,
    isPrimary: primary,
    // The requested scope allows reading and writing events only in calendars that the member owns.
    isWritable: accessRole === 'owner',
  };
}

const errorAnswer = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }),
});

const rateReasons = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded'];

/** Google uses 403 both for rate limits and for missing permissions. */
function problemOf({ status, headers, body }: Parameters<typeof answeredProblem>[1] & { readonly body: Buffer }) {
  if (status === 404) return new CalendarProblem('Google no longer has this calendar, or does not show it to you.');
  if (status !== 403) return undefined;
  const isLimited = reasonsOf(body).some((reason) => rateReasons.includes(reason));
  if (isLimited) return answeredProblem('Google', { status: 429, headers });
  return new CalendarProblem('Google does not allow reading or writing this calendar.');
}

function reasonsOf(body: Buffer): string[] {
  const { data } = errorAnswer.safeParse(parsedJson(body));
  return data?.error.errors.map(({ reason }) => reason) ?? [];
}
