import dayjs, { type Dayjs } from 'dayjs';
import isoWeek from 'dayjs/plugin/isoWeek.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import type { BusyCall, Host, Slot, SlotQuery, Timing } from '../../../src/domain/scheduling/rules.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(isoWeek);

const dateFormat = 'YYYY-MM-DD';

/**
 * The open slots as most programs find them, with dayjs: for each host and day from slot to slot, each compared with
 * every call of the host. What can be counted once, the calls of a day or week, is counted once.
 */
export function slotsWithDayjs(query: SlotQuery): Slot[] {
  const hostsByStart = new Map<number, Host[]>();
  for (const host of query.hosts) {
    for (const start of startsOfHost(query, host)) {
      hostsByStart.set(start, [...(hostsByStart.get(start) ?? []), host]);
    }
  }
  const weekOf = (instant: number) => dayjs(instant).tz(query.workspaceTimeZone).startOf('isoWeek').valueOf();
  const counts = new Map(query.hosts.map((host) => [host, countBy(host.calls, ({ start }) => weekOf(start))]));
  return [...hostsByStart]
    .sort(([one], [other]) => one - other)
    .map(([dateTime, hosts]) => {
      const week = weekOf(dateTime);
      const countOf = (host: Host) => counts.get(host)?.get(week) ?? 0;
      hosts.sort((a, b) => b.priority - a.priority || countOf(a) - countOf(b) || a.userId - b.userId);
      return { dateTime, hostIds: hosts.map(({ userId }) => userId) };
    });
}

function startsOfHost({ event, now, from, until }: SlotQuery, host: Host): number[] {
  const { timeZone } = host.schedule;
  const [first, end] = [dayjs(from), dayjs(until)];
  const earliest = dayjs(now).add(event.minimumNotice, 'minute');
  const callsOfDay = countBy(
    host.calls.filter(({ isSameEvent }) => isSameEvent),
    ({ start }) => dayjs(start).tz(timeZone).format(dateFormat),
  );
  const horizon =
    event.bookingWindow === null ? end : dayjs(now).tz(timeZone).startOf('day').add(event.bookingWindow, 'day');
  const last = (horizon.valueOf() < end.valueOf() ? horizon : end).tz(timeZone).format(dateFormat);
  const starts: number[] = [];
  for (let day = dayjs.utc(first.tz(timeZone).format(dateFormat)); ; day = day.add(1, 'day')) {
    const date = day.format(dateFormat);
    if (date > last) break;
    if (event.dailyLimit !== null && (callsOfDay.get(date) ?? 0) >= event.dailyLimit) continue;
    for (const [startMinute, endMinute] of timingsOf(host, day, date)) {
      // In UTC, because dayjs compares instants of another zone a hundred times as slowly.
      const closes = dayjs.tz(`${date} ${clock(endMinute)}`, timeZone).utc();
      let slot = dayjs.tz(`${date} ${clock(startMinute)}`, timeZone).utc();
      for (; slot.isBefore(closes); slot = slot.add(event.slotInterval ?? event.duration, 'minute')) {
        const slotEnd = slot.add(event.duration, 'minute');
        if (slotEnd.isAfter(closes)) break;
        if (slot.isBefore(first) || !slot.isBefore(end) || slot.isBefore(earliest)) continue;
        if (isFree({ event, host }, slot, slotEnd)) starts.push(slot.valueOf());
      }
    }
  }
  return starts;
}

function isFree({ event, host }: { event: SlotQuery['event']; host: Host }, slot: Dayjs, slotEnd: Dayjs): boolean {
  const isApart = (call: BusyCall) => {
    const before = dayjs(call.start).subtract(Math.max(event.bufferAfter, call.bufferBefore), 'minute');
    const after = dayjs(call.end).add(Math.max(event.bufferBefore, call.bufferAfter), 'minute');
    return !slotEnd.isAfter(before) || !slot.isBefore(after);
  };
  return (
    host.calls.every(isApart) &&
    host.timeOff.every(({ start, end }) => !slotEnd.isAfter(dayjs(start)) || !slot.isBefore(dayjs(end)))
  );
}

function timingsOf({ schedule: { weekly, overrides } }: Host, day: Dayjs, date: string): readonly Timing[] {
  return overrides.get(date) ?? weekly[day.isoWeekday() - 1] ?? [];
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
