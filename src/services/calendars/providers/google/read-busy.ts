import { z } from 'zod';
import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { isCalendarDay, isTimeZone, startOfDay } from '#src/lib/time/time-zones.ts';
import type { BearerApi } from '../bearer-api.ts';
import { isOwnUid } from '../own-uid.ts';
import type { BusyRead, CalendarAccess, OAuthSecret, OwnTime, ReadRange } from '../provider.ts';
import { uidProperty } from './entries.ts';
import { readFreeBusy } from './free-busy.ts';

interface ReadCalendar {
  readonly externalId: string;
  readonly timeZone: string | null;
  readonly syncState: string | null;
}

const time = z.object({ date: z.string().optional(), dateTime: z.string().optional() });

const googleEvent = z.object({
  status: z.string().default('confirmed'),
  transparency: z.string().default('opaque'),
  start: time.optional(),
  end: time.optional(),
  iCalUID: z.string().optional(),
  attendees: z
    .array(z.object({ self: z.boolean().default(false), responseStatus: z.string().default('needsAction') }))
    .default([]),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).default({}) }).optional(),
});

type GoogleEvent = z.infer<typeof googleEvent>;

const eventPage = z.object({
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
  timeZone: z.string().optional(),
  items: z.array(googleEvent).default([]),
});

const changePage = z.object({ nextPageToken: z.string().optional(), items: z.array(z.unknown()).default([]) });

const listedCalendar = z.object({ accessRole: z.string() });

/** A page has 500 events. */
const maxPages = 200;

/**
 * The parameters that a sync token is bound to, so they are the same in each request. With maxAttendees=1, Google returns only
 * the member, which keeps a meeting of a whole company small.
 */
const common = { singleEvents: 'true', maxResults: '500', maxAttendees: '1' };
const changeFields = 'nextPageToken,items(id)';
const fields =
  'nextPageToken,nextSyncToken,timeZone,items(status,transparency,start,end,iCalUID,attendees(self,responseStatus),extendedProperties/private)';

/**
 * Reads the events of a calendar that the member owns, and only the busy times of others. The last sync token only shows if
 * anything has changed, because Google returns changes without a time range.
 */
export async function readGoogleBusy(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  calendar: ReadCalendar,
  range: ReadRange,
): Promise<BusyRead | 'unchanged'> {
  const { syncState } = calendar;
  if (syncState !== null && (await isUnchanged(api, access, calendar.externalId, syncState))) return 'unchanged';
  if (!(await isOwned(api, access, calendar.externalId))) {
    const busy = await readFreeBusy(api, access, calendar.externalId, range);
    return { busy, own: [], ownUids: [], syncState: null };
  }
  return readEvents(api, access, calendar, range);
}

async function isOwned(api: BearerApi, access: CalendarAccess<OAuthSecret>, calendarId: string): Promise<boolean> {
  const path = `/users/me/calendarList/${encodeURIComponent(calendarId)}`;
  const { accessRole } = await api.call(access, { path, query: { fields: 'accessRole' }, answer: listedCalendar });
  return accessRole === 'owner';
}

/**
 * Only the last page of changes proves that there are no more. A token that Google has forgotten (410) proves nothing, and
 * neither does a token from before the sharing of the calendar changed.
 */
async function isUnchanged(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  calendarId: string,
  syncToken: string,
): Promise<boolean> {
  const path = eventsPath(calendarId);
  for (let page = 0, pageToken: string | undefined = ''; page < maxPages; page++) {
    const query: Record<string, string> = {
      ...common,
      syncToken,
      fields: changeFields,
      ...(pageToken && { pageToken }),
    };
    const changes: z.infer<typeof changePage> | undefined = await api.attempt(access, {
      path,
      query,
      answer: changePage,
      passes: [400, 404, 410],
    });
    if (!changes || changes.items.length > 0) return false;
    pageToken = changes.nextPageToken;
    if (pageToken === undefined) return true;
  }
  return false;
}

async function readEvents(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { externalId, timeZone }: ReadCalendar,
  { from, until }: ReadRange,
): Promise<BusyRead> {
  const bounds = { timeMin: new Date(from).toISOString(), timeMax: new Date(until).toISOString() };
  const busy: BusyTime[] = [];
  const own: OwnTime[] = [];
  const ownUids: string[] = [];
  for (let page = 0, pageToken: string | undefined = ''; page < maxPages; page++) {
    const query = { ...common, ...bounds, fields, ...(pageToken && { pageToken }) };
    const answer: z.infer<typeof eventPage> = await api.call(access, {
      path: eventsPath(externalId),
      query,
      answer: eventPage,
    });
    const zones = [timeZone, answer.timeZone, access.timeZone];
    const zone = zones.find((each) => each && isTimeZone(each)) ?? 'UTC';
    for (const event of answer.items) {
      if (event.status === 'cancelled') continue;
      const uid = ownUid(event, access.host);
      if (uid !== undefined) ownUids.push(uid);
      if (!isBusy(event)) continue;
      if (uid === undefined) busy.push(timeOf(event, zone));
      else own.push({ uid, ...timeOf(event, zone) });
    }
    pageToken = answer.nextPageToken;
    if (pageToken === undefined) return { busy, own, ownUids, syncState: answer.nextSyncToken ?? null };
  }
  throw new CalendarProblem('This calendar has more events than can be read.');
}

function ownUid({ extendedProperties, iCalUID }: GoogleEvent, host: string): string | undefined {
  return [extendedProperties?.private[uidProperty], iCalUID].find((uid) => isOwnUid(uid, host));
}

function isBusy({ transparency, attendees }: GoogleEvent): boolean {
  return (
    transparency !== 'transparent' &&
    !attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined')
  );
}

function timeOf({ start, end }: GoogleEvent, zone: string): BusyTime {
  return { start: instantOf(start, zone), end: instantOf(end, zone) };
}

/** Throws for an event without a time, which could be at any time. */
function instantOf(time: GoogleEvent['start'], zone: string): number {
  const { date, dateTime } = time ?? {};
  if (date !== undefined && isCalendarDay(date)) return startOfDay(date, zone);
  // Google always writes an offset.
  const instant = dateTime !== undefined && /(?:Z|[+-]\d\d:?\d\d)$/i.test(dateTime) ? Date.parse(dateTime) : Number.NaN;
  if (Number.isFinite(instant)) return instant;
  throw new CalendarProblem('Google returned an event with a time that this server does not understand.');
}

function eventsPath(calendarId: string): string {
  return `/calendars/${encodeURIComponent(calendarId)}/events`;
}
