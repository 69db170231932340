import { z } from 'zod';
import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, OAuthSecret, ReadRange } from '../provider.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const freeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      errors: z.array(z.object({ reason: z.string() })).default([]),
      busy: z.array(z.object({ start: instant, end: instant })).default([]),
    }),
  ),
});

/** Google refuses longer ranges and does not document the limit. */
const maxRangeMs = 60 * 24 * 3_600_000;

/** Reads only the busy times, of calendars whose events Google does not show. */
export async function readFreeBusy(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  calendarId: string,
  { from, until }: ReadRange,
): Promise<BusyTime[]> {
  const busy: BusyTime[] = [];
  for (let start = from; start < until; start += maxRangeMs) {
    const end = Math.min(start + maxRangeMs, until);
    const body = {
      timeMin: new Date(start).toISOString(),
      timeMax: new Date(end).toISOString(),
      items: [{ id: calendarId }],
    };
    const { calendars } = await api.call(access, { method: 'POST', path: '/freeBusy', body, answer: freeBusy });
    busy.push(...busyOf(calendars[calendarId]));
  }
  return busy;
}

/** Throws if Google could not read the calendar: the response is a success even then. */
function busyOf(calendar: z.infer<typeof freeBusy>['calendars'][string] | undefined): BusyTime[] {
  const reason = calendar ? calendar.errors[0]?.reason : 'notFound';
  if (calendar && reason === undefined) return calendar.busy;
  if (reason === 'notFound')
    throw new CalendarProblem('Google no longer has this calendar, or does not show it to you.');
  throw new CalendarProblem('Google could not read this calendar.');
}
