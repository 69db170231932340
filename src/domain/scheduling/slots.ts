import { startsBesideBusy } from '#src/domain/calendars/busy.ts';
import { dayMs, minuteMs, weekOfDay, type ZoneOffsets, zoneOffsets } from '#src/lib/time/zone-offsets.ts';
import { knownUntil } from './calendar-times.ts';
import { type OpenWindow, openWindows } from './open-time.ts';
import type { BusyCall, EventRules, Host, Slot, SlotQuery } from './rules.ts';
import { byTurn } from './turns.ts';

/** The days after the last start whose windows are read: a call lasts at most a day. */
export const daysAfterStart = 2;

/** A call in the ISO week of a slot may be almost a week away from it, plus a clock change. */
const daysAround = 8;

/** The offsets around a range. The years between now and the range are left out: finding their changes takes long. */
export function offsetsAround(timeZone: string, { from, until }: Pick<SlotQuery, 'from' | 'until'>) {
  return zoneOffsets(timeZone, from - daysAround * dayMs, until + daysAround * dayMs);
}

/** The open slots of an event: each instant once, ascending. */
export function openSlots(query: SlotQuery): Slot[] {
  const startsByWeek = new Map<number, HostStarts[]>();
  const zone = offsetsAround(query.workspaceTimeZone, query);
  for (const host of query.hosts) addStarts(startsByWeek, { host, starts: freeStarts(query, host) }, zone);
  const weeks = [...startsByWeek].sort(([one], [other]) => one - other);
  return weeks.flatMap(([, hosts]) => mergeStarts(hosts.sort(inOrderOfChoice)));
}

/** The starts of a host in one ISO week of the workspace's zone, ascending. */
interface HostStarts {
  readonly host: Host;
  /** How many calls of the host begin in that week. */
  readonly callCount: number;
  readonly starts: number[];
}

function addStarts(
  byWeek: Map<number, HostStarts[]>,
  { host, starts }: { readonly host: Host; readonly starts: readonly number[] },
  zone: ZoneOffsets,
): void {
  if (starts.length === 0) return;
  const callCounts = countByWeek(host.calls, zone);
  let current: { week: number; starts: number[] } | undefined;
  for (let index = 0; index < starts.length; ) {
    const { day, until } = zone.dayRange(starts[index] as number);
    const week = weekOfDay(day);
    if (current?.week !== week) {
      current = { week, starts: [] };
      const added = { host, callCount: callCounts.get(week) ?? 0, starts: current.starts };
      const hosts = byWeek.get(week);
      if (hosts) hosts.push(added);
      else byWeek.set(week, [added]);
    }
    for (; index < starts.length && (starts[index] as number) < until; index++) {
      current.starts.push(starts[index] as number);
    }
  }
}

function countByWeek(calls: Host['calls'], zone: ZoneOffsets): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { start } of calls) {
    const week = weekOfDay(zone.dayAt(start));
    counts.set(week, (counts.get(week) ?? 0) + 1);
  }
  return counts;
}

/** Highest priority first, then fewest calls that begin in the week, then booked longest ago, then smallest user id. */
function inOrderOfChoice(one: HostStarts, other: HostStarts): number {
  return (
    other.host.priority - one.host.priority ||
    one.callCount - other.callCount ||
    byTurn(one.host, other.host) ||
    one.host.userId - other.host.userId
  );
}

/** The slots of one week. All lists are ascending, so walking along them finds an instant without a table of instants. */
function mergeStarts(hosts: readonly HostStarts[]): Slot[] {
  const instants = hosts.reduce<readonly number[]>((merged, { starts }) => union(merged, starts), []);
  const slots = instants.map((dateTime) => ({ dateTime, hostIds: [] as number[] }));
  for (const { host, starts } of hosts) {
    let slot = 0;
    for (const start of starts) {
      while ((instants[slot] as number) < start) slot++;
      slots[slot]?.hostIds.push(host.userId);
    }
  }
  return slots;
}

/** Both lists are ascending; if the second has nothing new, the first is returned unchanged. */
function union(one: readonly number[], other: readonly number[]): readonly number[] {
  let place = 0;
  const added: number[] = [];
  for (const number of other) {
    while (place < one.length && (one[place] as number) < number) place++;
    if (one[place] !== number) added.push(number);
  }
  if (added.length === 0) return one;
  const merged: number[] = [];
  let next = 0;
  for (const number of one) {
    for (; next < added.length && (added[next] as number) < number; next++) merged.push(added[next] as number);
    merged.push(number);
  }
  for (; next < added.length; next++) merged.push(added[next] as number);
  return merged;
}

/** The instants at which a call with this host can begin, ascending, each once. */
function freeStarts(query: SlotQuery, host: Host): readonly number[] {
  const { event, now } = query;
  // A call must end before the time at which the calendars become unknown.
  const until = Math.min(query.until, knownUntil(host, now) - event.duration * minuteMs + 1);
  const earliest = Math.max(query.from, now + 1, now + event.minimumNotice * minuteMs);
  const lastDay = lastBookableDay(query, host);
  // Two days after it has begun in UTC, a day is over in every zone.
  if (earliest >= until || earliest >= (lastDay + 2) * dayMs) return [];
  const zone = offsetsAround(host.schedule.timeZone, query);
  const days = { first: zone.dayAt(earliest) - 1, last: Math.min(zone.dayAt(until), lastDay) + daysAfterStart };
  const windows = openWindows(host.schedule, zone, days);
  const candidates = candidatesOf(event, windows, { earliest, until });
  const free = besideCalendars(withoutBlocked(candidates, blockedStarts(event, host)), event, host);
  const full = fullDays(event, host.calls, zone);
  if (full.size === 0 && days.last < lastDay) return free;
  return free.filter((start) => {
    const day = zone.dayAt(start);
    return day <= lastDay && !full.has(day);
  });
}

/** The last day of the booking window, on the calendar of the schedule. */
export function lastBookableDay({ event, now }: Pick<SlotQuery, 'event' | 'now'>, { schedule }: Host): number {
  if (event.bookingWindow === null) return Infinity;
  return zoneOffsets(schedule.timeZone, now, now + 1).dayAt(now) + event.bookingWindow;
}

/** The starts on the grid of each window from which a call fits into the open time. */
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
 * The ranges in which no call of the event can begin because of another call or time off. The gap between two calls is the
 * buffer after the earlier or the buffer before the later, whichever is longer; time off has no buffer.
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

/** Busy times of calendars have no buffers. */
function besideCalendars(
  starts: readonly number[],
  { duration }: EventRules,
  { calendarConnections }: Host,
): readonly number[] {
  let free = starts;
  for (const { calendars } of calendarConnections) {
    for (const { busy } of calendars) free = startsBesideBusy(free, busy, duration * minuteMs);
  }
  return free;
}

/** The days on which a host has as many calls of the event as the daily limit allows. */
export function fullDays({ dailyLimit }: EventRules, calls: Host['calls'], zone: ZoneOffsets): ReadonlySet<number> {
  const full = new Set<number>();
  if (dailyLimit === null) return full;
  const counts = new Map<number, number>();
  for (const { start, isSameEvent } of calls) {
    if (!isSameEvent) continue;
    const day = zone.dayAt(start);
    const count = (counts.get(day) ?? 0) + 1;
    counts.set(day, count);
    if (count >= dailyLimit) full.add(day);
  }
  return full;
}
