import { readBookableRow } from '#src/db/reads/scheduling.ts';
import { dateOfDay, dayMs, dayOfDate, zoneOffsets } from '#src/lib/time/zone-offsets.ts';
import type { SlotContext } from '../context.ts';
import { eventNotFound, nextAvailable } from '../scheduling.ts';
import { maxPossibleStarts, type OpenDays, startsOf } from './slot-tasks.ts';

/** The month that a page requests. */
interface MonthQuery {
  readonly workspaceId: number;
  readonly eventId: number;
  readonly timeZone: string;
  /** `YYYY-MM`; by default that of the date, or else the first month from today on with an open time. */
  readonly month?: string | undefined;
  /** `YYYY-MM-DD`; by default the first one of the month with an open time. */
  readonly date?: string | undefined;
  /** The call that is being moved, and its present time, which is not offered. */
  readonly moved?: { readonly callId: number; readonly dateTime: number } | undefined;
  /** True to search also if the event is deactivated, for a preview of its page. */
  readonly isPreview?: boolean | undefined;
}

/** A month of an event: its days with open times, and the times of one day. */
export interface OpenMonth {
  readonly month: string;
  /** Undefined if the hosts have too many possible times, so that only one day is searched: any day may have open times. */
  readonly dates: readonly string[] | undefined;
  readonly date: string | undefined;
  /** The open times of the date, in epoch milliseconds, ascending. */
  readonly starts: readonly number[];
  /** The next open time within 60 days after the month's beginning, if the month has none. */
  readonly next: number | undefined;
}

/** Reads the open times of a month; EVENT_NOT_FOUND if the event is not live. */
export async function getOpenMonth(context: SlotContext, query: MonthQuery): Promise<OpenMonth> {
  const now = context.clock.now().getTime();
  const today = dateOfDay(zoneOffsets(query.timeZone, now, now).dayAt(now));
  const month = query.month ?? (query.date ?? today).slice(0, 7);
  const shown = await searchMonth(context, { ...query, month }, now);
  if (shown.dates === undefined || shown.dates.length > 0) return shown;
  const next = await nextStart(context, query, Math.max(now, monthRange(month, query.timeZone).from));
  if (next === undefined || query.month !== undefined || query.date !== undefined) return { ...shown, next };
  const first = dateOfDay(zoneOffsets(query.timeZone, next, next).dayAt(next));
  return searchMonth(context, { ...query, month: first.slice(0, 7) }, now);
}

type KnownMonth = MonthQuery & { readonly month: string };

/** Concurrent requests for the same month share the search. */
function searchMonth(context: SlotContext, query: KnownMonth, now: number): Promise<OpenMonth> {
  return context.db.sharedAnswers.answer(JSON.stringify({ openMonth: query }), () => search(context, query, now));
}

async function search({ db, slots }: SlotContext, query: KnownMonth, now: number): Promise<OpenMonth> {
  const { workspaceId, eventId, timeZone, month, moved, isPreview } = query;
  const date = query.date?.startsWith(month) ? query.date : undefined;
  const event = { eventId };
  const found = (days: OpenDays, dates: OpenMonth['dates']): OpenMonth => ({
    month,
    dates,
    date: days.date,
    starts: days.starts,
    next: undefined,
  });
  const within = async (range: { readonly from: number; readonly until: number }) => {
    const bounds = { now, from: Math.max(range.from, now), until: Math.max(range.until, now) };
    const row = await readBookableRow(db, { workspaceId, event, exceptCallId: moved?.callId, isPreview, ...bounds });
    if (!row) throw eventNotFound(event);
    return { row, range: bounds, timeZone, date, exceptDateTime: moved?.dateTime };
  };
  const task = await within(monthRange(month, timeZone));
  const starts = startsOf(task);
  const caller = { workspaceId, isInvitee: true } as const;
  if (starts <= maxPossibleStarts) {
    const days = await slots.openDays(caller, task, starts);
    return found(days, days.dates);
  }
  const day = date ?? dateOfDay(zoneOffsets(timeZone, task.range.from, task.range.from).dayAt(task.range.from));
  const ofDay = { ...(await within(dayRange(day, timeZone))), date: day };
  return found(await slots.openDays(caller, ofDay, startsOf(ofDay)), undefined);
}

async function nextStart(context: SlotContext, query: MonthQuery, from: number): Promise<number | undefined> {
  const { workspaceId, eventId, moved, isPreview } = query;
  const except = moved && { exceptCallId: moved.callId, exceptDateTime: moved.dateTime };
  const instants = { dateTime: from, now: context.clock.now().getTime() };
  const [next] = await nextAvailable(context, { workspaceId, eventId, isPreview, ...except }, instants);
  return next === undefined ? undefined : Date.parse(next);
}

function monthRange(month: string, timeZone: string) {
  const first = dayOfDate(`${month}-01`);
  // The 1st plus 31 days is always in the next month.
  const next = dayOfDate(`${dateOfDay(first + 31).slice(0, 7)}-01`);
  return rangeOfDays(first, next, timeZone);
}

function dayRange(date: string, timeZone: string) {
  return rangeOfDays(dayOfDate(date), dayOfDate(date) + 1, timeZone);
}

function rangeOfDays(first: number, end: number, timeZone: string) {
  const offsets = zoneOffsets(timeZone, (first - 2) * dayMs, (end + 2) * dayMs);
  return { from: offsets.startOfDay(first), until: offsets.startOfDay(end) };
}
