import { z } from 'zod';
import { clockTime } from '#src/domain/availabilities/timings.ts';
import { eventReference, isOneEvent, oneEvent } from '#src/domain/events/event.ts';
import type { FieldErrorCode, Problem } from '#src/domain/field-errors.ts';
import { calendarDay, id, timeZone, utcInstant } from '#src/domain/input.ts';
import { dateOfDay, dayMs, dayOfDate, minuteMs, zoneOffsets } from '#src/lib/time/zone-offsets.ts';
import type { Slot } from './rules.ts';

/** The number of dates in a request without bounds. */
const defaultDates = 14;
/** The most dates that callers and invitees may ask for at once. */
export const maxDates = { caller: 60, invitee: 31 } as const;

/** The open slots of an event, in the requested forms. */
export interface EventDates {
  timeZone: string;
  /** `HH:mm` in `timeZone`, by date. */
  availabilities: Record<string, string[]>;
  slots: { dateTime: string; hostIds: number[] }[];
  /** Only the instants. */
  dateTimes: string[];
}

export const datesForms = ['availabilities', 'slots', 'dateTimes'] as const satisfies (keyof EventDates)[];
export type DatesForm = (typeof datesForms)[number];

export const dateRange = (maxDates: number) => ({
  timeZone: timeZone().describe('IANA time zone of the dates and times.'),
  from: calendarDay().optional().describe('First date (YYYY-MM-DD) in the time zone. Default: today.'),
  to: calendarDay()
    .optional()
    .describe(
      `Last date (YYYY-MM-DD), inclusive, at most ${maxDates - 1} days after the first date. Default: ${defaultDates - 1} days after the first date.`,
    ),
});

export const eventDatesInput = z
  .object({ ...eventReference, ...dateRange(maxDates.caller) })
  .refine(isOneEvent, oneEvent);

export type EventDatesInput = z.output<typeof eventDatesInput>;

export const whyUnavailableInput = z.object({
  eventId: id().describe('Event id.'),
  userId: id().describe('User id of a host.'),
  dateTime: utcInstant().describe('The instant to check, as ISO 8601 with `Z` or an offset.'),
});

export type WhyUnavailableInput = z.output<typeof whyUnavailableInput>;

/** The requested dates as a range of instants `[from, until)`, or the reason why `to` is refused. */
export function rangeOfDates(
  { timeZone: zone, from, to }: { readonly timeZone: string; readonly from?: string; readonly to?: string },
  { now, maxDates }: { readonly now: number; readonly maxDates: number },
): { readonly from: number; readonly until: number } | { readonly problem: Problem } {
  const first = from === undefined ? zoneOffsets(zone, now, now).dayAt(now) : dayOfDate(from);
  const last = to === undefined ? first + defaultDates - 1 : dayOfDate(to);
  const refused = (code: FieldErrorCode, message: string) => ({ problem: { path: ['to'], code, message } });
  if (last < first) return refused('conflict', `Must not be before ${dateOfDay(first)}, the first date`);
  if (last - first >= maxDates) {
    return refused('out_of_range', `Must be at most ${maxDates - 1} days after ${dateOfDay(first)}`);
  }
  const offsets = zoneOffsets(zone, (first - 2) * dayMs, (last + 3) * dayMs);
  return { from: offsets.startOfDay(first), until: Math.min(offsets.startOfDay(last + 1), Date.UTC(3000, 0, 1)) };
}

const clockTimes = Array.from({ length: 24 * 60 }, (_, minute) => clockTime(minute));

/** The slots in the requested forms. */
export function eventDatesOf(
  slots: readonly Slot[],
  { timeZone, forms }: { readonly timeZone: string; readonly forms: readonly DatesForm[] },
): Partial<EventDates> {
  return {
    timeZone,
    ...(forms.includes('availabilities') && { availabilities: timesByDate(slots, timeZone) }),
    ...(forms.includes('slots') && {
      slots: slots.map(({ dateTime, hostIds }) => ({ dateTime: instantText(dateTime), hostIds: hostIds as number[] })),
    }),
    ...(forms.includes('dateTimes') && { dateTimes: slots.map(({ dateTime }) => instantText(dateTime)) }),
  };
}

function timesByDate(slots: readonly Slot[], timeZone: string): EventDates['availabilities'] {
  const [first, last] = [slots[0]?.dateTime ?? 0, slots.at(-1)?.dateTime ?? 0];
  const zone = zoneOffsets(timeZone, first, last + 1);
  const availabilities: EventDates['availabilities'] = {};
  let day = Number.NaN;
  let times: string[] = [];
  for (const { dateTime } of slots) {
    const wallTime = dateTime + zone.offsetAt(dateTime);
    if (Math.floor(wallTime / dayMs) !== day) {
      day = Math.floor(wallTime / dayMs);
      times = availabilities[dateOfDay(day)] ??= [];
    }
    times.push(clockTimes[Math.floor((wallTime - day * dayMs) / minuteMs)] as string);
  }
  return availabilities;
}

/** ISO 8601, in UTC. Thousands of slots share few dates and minutes, so their texts are put together from these. */
function instantText(instant: number): string {
  if (instant % minuteMs !== 0) return new Date(instant).toISOString();
  const day = Math.floor(instant / dayMs);
  return `${dateOfDay(day)}T${clockTimes[(instant - day * dayMs) / minuteMs]}:00.000Z`;
}
