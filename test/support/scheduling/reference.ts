import { unpackBusy } from '#src/domain/calendars/busy.ts';
import type { BusyCall, EventRules, Host, ScheduleRules, Slot, SlotQuery } from '#src/domain/scheduling/rules.ts';
import { localDay, minutesPerDay, wallsOfDay } from './wall-clock.ts';

/**
 * The rules of slots, written a second time and without cleverness: every minute of every window is looked at, and each
 * rule is asked about it. Slots begin at whole minutes because windows do.
 */
export type Rule =
  | 'openTime'
  | 'notice'
  | 'horizon'
  | 'call'
  | 'buffer'
  | 'timeOff'
  | 'calendar'
  | 'unreadable'
  | 'dailyLimit';

export interface Decision {
  readonly slots: Slot[];
  /** Candidates of a host which this rule alone closes. */
  readonly closedOnlyBy: ReadonlyMap<Rule, number>;
  /** Slots whose first host comes before one of the same priority by having fewer calls in the week. */
  readonly decidedByWeek: number;
}

interface Window {
  /** Minutes from 1970-01-01T00:00Z. */
  readonly start: number;
  readonly end: number;
}

const minute = 60_000;

export const referenceSlots = (query: SlotQuery): Slot[] => decide(query).slots;

export function decide(query: SlotQuery): Decision {
  const freeHosts = new Map<number, Host[]>();
  const closedOnlyBy = new Map<Rule, number>();
  for (const host of query.hosts) {
    const windows = windowsOf(host.schedule, query);
    const isOpen = openMinutes(windows);
    for (const start of candidates(windows, query)) {
      const rules = rulesAgainst(start * minute, query, host, isOpen);
      const [only] = rules;
      if (!only) freeHosts.set(start, [...(freeHosts.get(start) ?? []), host]);
      else if (rules.length === 1) closedOnlyBy.set(only, (closedOnlyBy.get(only) ?? 0) + 1);
    }
  }
  let decidedByWeek = 0;
  const slots = [...freeHosts.keys()]
    .sort((one, other) => one - other)
    .map((start) => {
      const ranked = (freeHosts.get(start) ?? []).map((host) => ({ host, load: callsInWeek(host, start, query) }));
      ranked.sort(
        (one, other) =>
          other.host.priority - one.host.priority ||
          one.load - other.load ||
          (one.host.lastBookedAt ?? -Infinity) - (other.host.lastBookedAt ?? -Infinity) ||
          one.host.userId - other.host.userId,
      );
      const [first, second] = ranked;
      if (second && first?.host.priority === second.host.priority && first.load < second.load) decidedByWeek++;
      return { dateTime: start * minute, hostIds: ranked.map(({ host }) => host.userId) };
    });
  return { slots, closedOnlyBy, decidedByWeek };
}

/** Every rule by which a call with this host cannot begin at an instant of a whole minute. */
export function rulesClosing(query: SlotQuery, host: Host, instant: number): Rule[] {
  const alone = { ...query, from: instant, until: instant + 1 };
  const windows = windowsOf(host.schedule, alone);
  const rules = rulesAgainst(instant, query, host, openMinutes(windows));
  return candidates(windows, alone).size > 0 || rules.includes('openTime') ? rules : ['openTime', ...rules];
}

/** The windows of each date that can matter for `[from, until)`, and for calls that begin there. */
function windowsOf(schedule: ScheduleRules, { from, until }: SlotQuery): Window[] {
  const windows: Window[] = [];
  const last = localDay(schedule.timeZone, until) + 3;
  for (let day = localDay(schedule.timeZone, from) - 2; day <= last; day++) {
    const { text, weekday } = dateOf(day);
    for (const [from, to] of schedule.overrides.get(text) ?? schedule.weekly[weekday] ?? []) {
      const start = firstInstant(schedule.timeZone, day * minutesPerDay + from);
      const end =
        to === minutesPerDay
          ? firstInstant(schedule.timeZone, (day + 1) * minutesPerDay)
          : lastInstant(schedule.timeZone, day * minutesPerDay + to);
      if (start < end) windows.push({ start, end });
    }
  }
  return windows;
}

function openMinutes(windows: readonly Window[]): (utcMinute: number) => boolean {
  const base = Math.min(...windows.map(({ start }) => start));
  const open = new Uint8Array(windows.length ? Math.max(...windows.map(({ end }) => end)) - base : 0);
  for (const { start, end } of windows) open.fill(1, start - base, end - base);
  return (utcMinute) => open[utcMinute - base] === 1;
}

function candidates(windows: readonly Window[], { event, from, until }: SlotQuery): Set<number> {
  const step = event.slotInterval ?? event.duration;
  const found = new Set<number>();
  for (const { start, end } of windows) {
    for (let at = start; at < end; at++) {
      if ((at - start) % step === 0 && at * minute >= from && at * minute < until) found.add(at);
    }
  }
  return found;
}

function rulesAgainst(start: number, query: SlotQuery, host: Host, isOpen: (utcMinute: number) => boolean): Rule[] {
  const { event, now } = query;
  const { timeZone } = host.schedule;
  const rules: Rule[] = [];
  const end = start + event.duration * minute;
  for (let at = start; at < end; at += minute) {
    if (isOpen(at / minute)) continue;
    rules.push('openTime');
    break;
  }
  if (!(start > now && start >= now + event.minimumNotice * minute)) rules.push('notice');
  if (event.bookingWindow !== null && localDay(timeZone, start) > localDay(timeZone, now) + event.bookingWindow) {
    rules.push('horizon');
  }
  const overlaps = (other: { start: number; end: number }) => start < other.end && other.start < end;
  if (host.calls.some(overlaps)) rules.push('call');
  if (host.calls.some((call) => !overlaps(call) && isTooClose(start, end, call, event))) rules.push('buffer');
  if (host.timeOff.some(overlaps)) rules.push('timeOff');
  const calendars = host.calendarConnections.flatMap((connection) => connection.calendars);
  if (calendars.some(({ busy }) => unpackBusy(busy).some(overlaps))) rules.push('calendar');
  const isKnown =
    host.calendarConnections.every(({ readableUntil }) => readableUntil !== null && now < readableUntil) &&
    calendars.every(({ busyUntil }) => busyUntil !== null && end <= busyUntil);
  if (!isKnown) rules.push('unreadable');
  if (event.dailyLimit !== null) {
    const day = localDay(timeZone, start);
    const booked = host.calls.filter((call) => call.isSameEvent && localDay(timeZone, call.start) === day);
    if (!(booked.length < event.dailyLimit)) rules.push('dailyLimit');
  }
  return rules;
}

function isTooClose(start: number, end: number, call: BusyCall, event: EventRules): boolean {
  return call.start >= end
    ? call.start - end < Math.max(event.bufferAfter, call.bufferBefore) * minute
    : start - call.end < Math.max(call.bufferAfter, event.bufferBefore) * minute;
}

function callsInWeek(host: Host, start: number, { workspaceTimeZone }: SlotQuery): number {
  const weekOf = (instant: number) => dateOf(localDay(workspaceTimeZone, instant)).week;
  return host.calls.filter((call) => weekOf(call.start) === weekOf(start * minute)).length;
}

const dates = new Map<number, { text: string; weekday: number; week: string }>();

function dateOf(day: number) {
  const known = dates.get(day);
  if (known) return known;
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: day });
  const found = {
    text: date.toString(),
    weekday: date.dayOfWeek - 1,
    week: `${date.yearOfWeek}-W${date.weekOfYear}`,
  };
  dates.set(day, found);
  return found;
}

const instants = new Map<string, { first: number; last: number }>();

/** The first instant at which the clock shows this wall minute, or the first one after the gap that skips it. */
const firstInstant = (timeZone: string, wall: number) => instantsOf(timeZone, wall).first;

/** The last instant at which the clock shows this wall minute, or the first one after the gap that skips it. */
const lastInstant = (timeZone: string, wall: number) => instantsOf(timeZone, wall).last;

function instantsOf(timeZone: string, wall: number): { first: number; last: number } {
  const key = `${timeZone} ${wall}`;
  const known = instants.get(key);
  if (known) return known;
  let first: number | undefined;
  let last: number | undefined;
  let afterGap: number | undefined;
  let previous = Number.POSITIVE_INFINITY;
  // Clocks are at most 12 hours behind UTC and at most 14 hours ahead of it.
  const [earliest, latest] = [wall - 14 * 60 - 1, wall + 12 * 60];
  for (let utcDay = Math.floor(earliest / minutesPerDay); utcDay * minutesPerDay <= latest; utcDay++) {
    const walls = wallsOfDay(timeZone, utcDay);
    const midnight = utcDay * minutesPerDay;
    const end = Math.min(latest - midnight + 1, minutesPerDay);
    for (let index = Math.max(earliest - midnight, 0); index < end; index++) {
      const shows = walls[index] ?? Number.NaN;
      const utcMinute = midnight + index;
      if (shows === wall) first ??= utcMinute;
      if (shows === wall) last = utcMinute;
      if (previous < wall && wall < shows) afterGap ??= utcMinute;
      previous = shows;
    }
  }
  first ??= afterGap;
  last ??= afterGap;
  if (first === undefined || last === undefined) throw new Error(`${timeZone}: no instant for wall minute ${wall}`);
  const found = { first, last };
  instants.set(key, found);
  return found;
}
