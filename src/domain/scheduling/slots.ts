import { dayMs, minuteMs, weekOfDay, type ZoneOffsets, zoneOffsets } from '#src/lib/zone-offsets.ts';
import { type OpenWindow, openWindows } from './open-time.ts';
import type { BusyCall, EventRules, Host, Slot, SlotQuery } from './rules.ts';

/** Windows of so many days after the last start are read: a call lasts a day at most. */
export const daysAfterStart = 2;

/** A call in the ISO week of a slot may be almost a week away from it, after a change of the clock. */
const daysAround = 8;

/** The offsets that matter to a range. The years between now and the range do not: finding their changes takes long. */
export function offsetsAround(timeZone: string, { from, until }: Pick<SlotQuery, 'from' | 'until'>) {
  return zoneOffsets(timeZone, from - daysAround * dayMs, until + daysAround * dayMs);
}

/** The open slots of an event: each instant once, ascending. */
export function openSlots(query: SlotQuery): Slot[] {
  const startsByWeek = new Map<number, HostStarts[]>();
  const weekAt = weeksOf(query);
  for (const host of query.hosts) addStarts(startsByWeek, host, freeStarts(query, host), weekAt);
  const weeks = [...startsByWeek].sort(([one], [other]) => one - other);
  return weeks.flatMap(([week, hosts]) => mergeStarts(inOrderOfChoice(hosts, week, weekAt)));
}

/** The starts of a host in one ISO week of the workspace's zone, ascending. */
interface HostStarts {
  readonly host: Host;
  readonly starts: number[];
}

type WeekAt = (instant: number) => number;

function weeksOf(query: SlotQuery): WeekAt {
  const zone = offsetsAround(query.workspaceTimeZone, query);
  return (instant) => weekOfDay(zone.dayAt(instant));
}

function addStarts(byWeek: Map<number, HostStarts[]>, host: Host, starts: readonly number[], weekAt: WeekAt): void {
  let current: { week: number; starts: number[] } | undefined;
  for (const start of starts) {
    const week = weekAt(start);
    if (current?.week !== week) {
      current = { week, starts: [] };
      const hosts = byWeek.get(week);
      if (hosts) hosts.push({ host, starts: current.starts });
      else byWeek.set(week, [{ host, starts: current.starts }]);
    }
    current.starts.push(start);
  }
}

/** Greatest priority first, then fewest calls that begin in the week, then smallest user id. */
function inOrderOfChoice(hosts: HostStarts[], week: number, weekAt: WeekAt): HostStarts[] {
  if (hosts.length === 1) return hosts;
  const callCounts = new Map<Host, number>();
  for (const { host } of hosts) {
    let count = 0;
    for (const { start } of host.calls) if (weekAt(start) === week) count++;
    callCounts.set(host, count);
  }
  const countOf = (host: Host) => callCounts.get(host) ?? 0;
  return hosts.sort(
    ({ host: one }, { host: other }) =>
      other.priority - one.priority || countOf(one) - countOf(other) || one.userId - other.userId,
  );
}

/** The keys are minutes, because a Map finds small integers several times faster than epoch milliseconds. */
function mergeStarts(hosts: readonly HostStarts[]): Slot[] {
  const hostIds = new Map<number, number[]>();
  for (const { host, starts } of hosts) {
    for (const start of starts) {
      const ids = hostIds.get(start / minuteMs);
      if (ids) ids.push(host.userId);
      else hostIds.set(start / minuteMs, [host.userId]);
    }
  }
  const slots = [...hostIds].map(([minute, ids]) => ({ dateTime: minute * minuteMs, hostIds: ids }));
  return slots.sort((one, other) => one.dateTime - other.dateTime);
}

/** The instants at which a call with this host can begin, ascending, each once. */
export function freeStarts(query: SlotQuery, host: Host): number[] {
  const { event, now, until } = query;
  const earliest = Math.max(query.from, now + 1, now + event.minimumNotice * minuteMs);
  const lastDay = lastBookableDay(query, host);
  // Two days after it has begun in UTC, a day is over in every zone.
  if (earliest >= until || earliest >= (lastDay + 2) * dayMs) return [];
  const zone = offsetsAround(host.schedule.timeZone, query);
  const days = { first: zone.dayAt(earliest) - 1, last: Math.min(zone.dayAt(until), lastDay) + daysAfterStart };
  const windows = openWindows(host.schedule, zone, days);
  const candidates = candidatesOf(event, windows, { earliest, until });
  const isFull = fullDays(event, host.calls, zone);
  return withoutBlocked(candidates, blockedStarts(event, host)).filter((start) => {
    const day = zone.dayAt(start);
    return day <= lastDay && !isFull(day);
  });
}

/** The last day of the booking window, on the calendar of the schedule. */
export function lastBookableDay({ event, now }: Pick<SlotQuery, 'event' | 'now'>, { schedule }: Host): number {
  if (event.bookingWindow === null) return Infinity;
  return zoneOffsets(schedule.timeZone, now, now + 1).dayAt(now) + event.bookingWindow;
}

/** The grid of each window, as far as a call fits into the open time. */
function candidatesOf(
  { duration, slotInterval }: EventRules,
  windows: readonly OpenWindow[],
  { earliest, until }: { readonly earliest: number; readonly until: number },
): number[] {
  const step = (slotInterval ?? duration) * minuteMs;
  const candidates: number[] = [];
  for (const { start, end, openUntil } of windows) {
    const lastStart = Math.min(end - 1, until - 1, openUntil - duration * minuteMs);
    const skipped = Math.max(0, Math.ceil((earliest - start) / step));
    for (let at = start + skipped * step; at <= lastStart; at += step) candidates.push(at);
  }
  return isAscending(candidates) ? candidates : [...new Set(candidates)].sort((one, other) => one - other);
}

function isAscending(numbers: readonly number[]): boolean {
  for (let index = 1; index < numbers.length; index++) {
    if ((numbers[index - 1] as number) >= (numbers[index] as number)) return false;
  }
  return true;
}

/** A call cannot begin after `after` and before `before`. */
interface Blocked {
  readonly after: number;
  readonly before: number;
}

/**
 * Where no call of the event can begin because of another call or of time off. Between two calls lies the buffer after the
 * earlier or the buffer before the later, whichever is longer; time off has none.
 */
function blockedStarts(event: EventRules, { calls, timeOff }: Pick<Host, 'calls' | 'timeOff'>): Blocked[] {
  const blocked: Blocked[] = [];
  for (const call of calls) blocked.push(blockedByCall(event, call));
  for (const { start, end } of timeOff) blocked.push({ after: start - event.duration * minuteMs, before: end });
  return blocked.sort((one, other) => one.after - other.after);
}

export function blockedByCall(event: EventRules, call: BusyCall): Blocked {
  const gapBeforeCall = Math.max(event.bufferAfter, call.bufferBefore);
  const gapAfterCall = Math.max(call.bufferAfter, event.bufferBefore);
  return {
    after: call.start - (gapBeforeCall + event.duration) * minuteMs,
    before: call.end + gapAfterCall * minuteMs,
  };
}

/** Both lists are ascending, so one pass over both is enough. */
function withoutBlocked(candidates: readonly number[], blocked: readonly Blocked[]): number[] {
  let next = 0;
  let blockedBefore = -Infinity;
  return candidates.filter((start) => {
    for (; next < blocked.length && (blocked[next] as Blocked).after < start; next++) {
      blockedBefore = Math.max(blockedBefore, (blocked[next] as Blocked).before);
    }
    return start >= blockedBefore;
  });
}

/** Whether a host has as many calls of the event on a day as the daily limit allows. */
export function fullDays({ dailyLimit }: EventRules, calls: Host['calls'], zone: ZoneOffsets) {
  if (dailyLimit === null) return () => false;
  const counts = new Map<number, number>();
  for (const { start, isSameEvent } of calls) {
    if (!isSameEvent) continue;
    const day = zone.dayAt(start);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return (day: number) => (counts.get(day) ?? 0) >= dailyLimit;
}
