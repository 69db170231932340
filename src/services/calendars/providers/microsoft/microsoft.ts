import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { OutgoingResponse } from '#src/lib/network/outgoing-client.ts';
import type { ProviderSettings } from '../../oauth/provider-settings.ts';
import { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, CalendarProvider, FoundCalendar, FoundCalendars, OAuthSecret } from '../provider.ts';
import { putMicrosoftEntry, removeMicrosoftEntry } from './entries.ts';
import { readMicrosoftBusy } from './read-busy.ts';
import { watchMicrosoftCalendar } from './watch.ts';

const calendarPage = z.object({
  '@odata.nextLink': z.string().optional(),
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      canEdit: z.boolean().nullish(),
      isDefaultCalendar: z.boolean().nullish(),
      owner: z.object({ address: z.string().nullish() }).nullish(),
    }),
  ),
});

/** More calendars than a connection may have. */
const maxPages = 4;

/** Calendars of Microsoft 365 and Outlook.com, through Microsoft Graph v1.0. */
export function microsoftProvider({ name, api: url }: ProviderSettings): CalendarProvider<OAuthSecret> {
  const api = new BearerApi({ name, url, problemOf });
  return {
    listCalendars: (access) => listCalendars(api, access),
    readBusy: (access, calendar, range) => readMicrosoftBusy(api, access, calendar, range),
    putEntry: (access, place, entry) => putMicrosoftEntry(api, access, place, entry),
    removeEntry: (access, place) => removeMicrosoftEntry(api, access, place),
    watch: (access, request) => watchMicrosoftCalendar(api, access, request),
  };
}

async function listCalendars(api: BearerApi, access: CalendarAccess<OAuthSecret>): Promise<FoundCalendars> {
  const found: z.infer<typeof calendarPage>['value'] = [];
  const query = { $select: 'id,name,canEdit,isDefaultCalendar,owner', $top: '100' };
  let path: string | undefined = '/me/calendars';
  for (let page = 0; path !== undefined && page < maxPages; page++) {
    const answer: z.infer<typeof calendarPage> = await api.call(access, {
      path,
      query: page === 0 ? query : {},
      answer: calendarPage,
    });
    found.push(...answer.value);
    path = answer['@odata.nextLink'];
  }
  const main = found.find(({ isDefaultCalendar }) => isDefaultCalendar);
  return { name: main?.owner?.address || 'Microsoft', calendars: found.map(foundCalendar) };
}

function foundCalendar({
  id,
  name,
  canEdit,
  isDefaultCalendar,
}: z.infer<typeof calendarPage>['value'][number]): FoundCalendar {
  // Reading the mailbox's zone needs another permission. All-day events use the zone of the member instead.
  return {
    externalId: id,
    name: name ?? '',
    timeZone: null,
    isWritable: canEdit ?? false,
    isPrimary: isDefaultCalendar ?? false,
  };
}

function problemOf({ status }: OutgoingResponse): CalendarProblem | undefined {
  if (status === 404) return new CalendarProblem('Microsoft no longer has this calendar, or does not show it to you.');
  if (status === 403) return new CalendarProblem('Microsoft does not allow reading or writing this calendar.');
  return undefined;
}
