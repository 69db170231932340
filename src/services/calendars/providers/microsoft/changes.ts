import { z } from 'zod';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, OAuthSecret, ReadRange } from '../provider.ts';

const changePage = z.object({
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
  value: z.array(z.unknown()),
});

const headers = {
  prefer: 'outlook.timezone="UTC", outlook.body-content-type="text", odata.maxpagesize=100',
};

/** A calendar with more events than these pages is read in full each time. */
const maxPages = 100;

/** The delta link for later changes in the range; null if Microsoft returns none, as for some shared calendars. */
export async function deltaLinkOf(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  calendarId: string,
  { from, until }: ReadRange,
): Promise<string | null> {
  const bounds = { startDateTime: new Date(from).toISOString(), endDateTime: new Date(until).toISOString() };
  let path: string | undefined = `/me/calendars/${encodeURIComponent(calendarId)}/calendarView/delta`;
  for (let page = 0; path !== undefined && page < maxPages; page++) {
    const query = page === 0 ? bounds : {};
    const changes: z.infer<typeof changePage> | undefined = await api.attempt(access, {
      path,
      query,
      headers,
      answer: changePage,
      passes: [400, 403, 404, 405, 501],
    });
    if (changes?.['@odata.deltaLink'] !== undefined) return changes['@odata.deltaLink'];
    path = changes?.['@odata.nextLink'];
  }
  return null;
}

/** A link that Microsoft has forgotten (410) proves nothing. */
export async function isUnchanged(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  deltaLink: string,
): Promise<boolean> {
  let path: string | undefined = deltaLink;
  for (let page = 0; path !== undefined && page < maxPages; page++) {
    const changes: z.infer<typeof changePage> | undefined = await api.attempt(access, {
      path,
      headers,
      answer: changePage,
      passes: [400, 404, 410],
    });
    if (!changes || changes.value.length > 0) return false;
    if (changes['@odata.deltaLink'] !== undefined) return true;
    path = changes['@odata.nextLink'];
  }
  return false;
}
