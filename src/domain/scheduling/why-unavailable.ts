import { clockTime } from '#src/domain/availabilities/timings.ts';
import { unpackBusy } from '#src/domain/calendars/busy.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { dateOfDay, minuteMs, type ZoneOffsets, zoneOffsets } from '#src/lib/time/zone-offsets.ts';
import { isReadable } from './calendar-times.ts';
import { openWindows, timingsOfDay } from './open-time.ts';
import type { Host, HostCalendar, HostConnection, SlotQuery } from './rules.ts';
import { blockedByCall, daysAfterStart, fullDays, lastBookableDay, offsetsAround } from './slots.ts';

/** The rules that can close an instant. */
export const closingRules = [
  'DEACTIVATED',
  'NOT_A_HOST',
  'PAST',
  'MINIMUM_NOTICE',
  'BOOKING_WINDOW',
  'OPENING_HOURS',
  'OVERRIDE',
  'SLOT_INTERVAL',
  'DURATION',
  'CALL',
  'BUFFER',
  'TIME_OFF',
  'CALENDAR',
  'CALENDAR_UNREADABLE',
  'DAILY_LIMIT',
] as const;

/** A rule that closes an instant for a host, in words. */
export const closingReasonRecord = {
  rule: field.oneOf(closingRules, 'The rule.'),
  message: field.string('The rule in words, with the times that it concerns.'),
};
export interface ClosingReason extends RecordOf<typeof closingReasonRecord> {}

/** The names of a host's connection and its calendars. */
export interface NamedConnection {
  readonly id: number;
  readonly name: string;
  /** In epoch milliseconds, like `lastReadAt`. */
  readonly disconnectedAt: number | null;
  readonly lastReadAt: number | null;
  readonly calendars: readonly { readonly id: number; readonly name: string }[];
}

/** A host at an instant; `text` writes other instants on the clock of the host's schedule. */
interface Moment extends Pick<SlotQuery, 'event' | 'now'> {
  readonly dateTime: number;
  readonly host: Host;
  readonly zone: ZoneOffsets;
  readonly text: (instant: number) => string;
  readonly connections: readonly NamedConnection[];
}

type ClosingQuery = Pick<SlotQuery, 'event' | 'now'> & {
  readonly dateTime: number;
  /** The connections of the host. Reasons name only these connections and their calendars. */
  readonly connections: readonly NamedConnection[];
};

/** Every rule by which a call with this host cannot begin at this instant; none if `openSlots` offers it. */
export function closingReasons({ event, now, dateTime, connections }: ClosingQuery, host: Host): ClosingReason[] {
  const { timeZone } = host.schedule;
  const zone = offsetsAround(timeZone, { from: dateTime, until: dateTime });
  // Time off may begin, and a calendar may have been read, long before the instant.
  const text = (instant: number) => `${wallTime(zoneOffsets(timeZone, instant, instant + 1), instant)} (${timeZone})`;
  const moment = { event, now, dateTime, host, zone, text, connections };
  const rules = [closedByNotice, closedByHours, closedByCalls, closedByTimeOff, closedByCalendars, closedByLimit];
  return rules.flatMap((rule) => rule(moment));
}

function wallTime(zone: ZoneOffsets, instant: number): string {
  const minute = Math.floor((instant + zone.offsetAt(instant)) / minuteMs);
  return `${dateOfDay(zone.dayAt(instant))} ${clockTime(((minute % 1440) + 1440) % 1440)}`;
}

function closedByNotice({ event, now, dateTime, host, zone }: Moment): ClosingReason[] {
  const reasons: ClosingReason[] = [];
  if (dateTime <= now) reasons.push({ rule: 'PAST', message: 'The time has passed.' });
  if (dateTime < now + event.minimumNotice * minuteMs) {
    const message = `The event must be booked at least ${event.minimumNotice} minutes in advance.`;
    reasons.push({ rule: 'MINIMUM_NOTICE', message });
  }
  const lastDay = lastBookableDay({ event, now }, host);
  if (zone.dayAt(dateTime) > lastDay) {
    const message = `The event can be booked at most ${event.bookingWindow} days in advance, until ${dateOfDay(lastDay)}.`;
    reasons.push({ rule: 'BOOKING_WINDOW', message });
  }
  return reasons;
}

function closedByHours({ event, dateTime, host: { schedule }, zone, text }: Moment): ClosingReason[] {
  const day = zone.dayAt(dateTime);
  const windows = openWindows(schedule, zone, { first: day - 1, last: day + daysAfterStart });
  const around = windows.filter(({ start, end }) => start <= dateTime && dateTime < end);
  if (around.length === 0) return [outsideHours({ schedule, day, at: text(dateTime) })];
  const step = (event.slotInterval ?? event.duration) * minuteMs;
  const onGrid = around.filter(({ start }) => (dateTime - start) % step === 0);
  if (onGrid.length === 0) {
    const starts = around.map(({ start }) => text(start)).join(' and ');
    const message = `Calls begin every ${step / minuteMs} minutes from ${starts}.`;
    return [{ rule: 'SLOT_INTERVAL', message }];
  }
  if (onGrid.some(({ openUntil }) => dateTime + event.duration * minuteMs <= openUntil)) return [];
  const ends = text(Math.max(...onGrid.map(({ openUntil }) => openUntil)));
  return [{ rule: 'DURATION', message: `A call of ${event.duration} minutes would not end by ${ends}.` }];
}

function outsideHours({ schedule, day, at }: { schedule: Host['schedule']; day: number; at: string }): ClosingReason {
  const timings = timingsOfDay(schedule, day).map(([start, end]) => `${clockTime(start)} to ${clockTime(end)}`);
  const hours = timings.length === 0 ? 'is closed on this date' : `is open from ${timings.join(' and from ')}`;
  return schedule.overrides.has(dateOfDay(day))
    ? { rule: 'OVERRIDE', message: `At ${at}, an override applies to the date: the schedule ${hours}.` }
    : { rule: 'OPENING_HOURS', message: `At ${at}, the schedule ${hours}.` };
}

function closedByCalls({ event, dateTime, host: { calls }, text }: Moment): ClosingReason[] {
  const end = dateTime + event.duration * minuteMs;
  return calls.flatMap((call): ClosingReason[] => {
    const { after, before } = blockedByCall(event, call);
    if (dateTime <= after || before <= dateTime) return [];
    const other = `a call from ${text(call.start)} to ${text(call.end)}`;
    const overlaps = dateTime < call.end && call.start < end;
    return overlaps
      ? [{ rule: 'CALL', message: `The host already has ${other}.` }]
      : [{ rule: 'BUFFER', message: `The time is within the buffer of ${other}.` }];
  });
}

function closedByTimeOff({ event, dateTime, host: { timeOff }, text }: Moment): ClosingReason[] {
  const end = dateTime + event.duration * minuteMs;
  const overlapping = timeOff.filter((each) => dateTime < each.end && each.start < end);
  return overlapping.map((each) => ({
    rule: 'TIME_OFF',
    message: `The host has time off from ${text(each.start)} to ${text(each.end)}.`,
  }));
}

function closedByCalendars(moment: Moment): ClosingReason[] {
  const { host, connections } = moment;
  return host.calendarConnections.flatMap((connection) => {
    const named = connections.find(({ id }) => id === connection.id);
    if (!named) return [];
    const ofCalendars = connection.calendars.flatMap((calendar) => {
      const name = named.calendars.find(({ id }) => id === calendar.id)?.name;
      return name === undefined ? [] : closedByCalendar(moment, calendar, name);
    });
    return [...unreadable(moment, connection, named), ...ofCalendars];
  });
}

function unreadable({ now, text }: Moment, connection: HostConnection, named: NamedConnection): ClosingReason[] {
  if (isReadable(connection, now)) return [];
  const { readableUntil } = connection;
  const refused = `DISCONNECTED since ${text(named.disconnectedAt ?? now)}: its provider rejects the credential`;
  const lastRead =
    named.lastReadAt === null ? 'it has never been read' : `it was last read at ${text(named.lastReadAt)}`;
  const state = readableUntil === null ? refused : `UNREADABLE since ${text(readableUntil)}: ${lastRead}`;
  return [{ rule: 'CALENDAR_UNREADABLE', message: `The calendar connection ${named.name} is ${state}.` }];
}

/** Reports only the times of entries: nothing else of them is stored. */
function closedByCalendar(
  { event, dateTime, text }: Moment,
  { busyUntil, busy }: HostCalendar,
  name: string,
): ClosingReason[] {
  const end = dateTime + event.duration * minuteMs;
  const reasons = unpackBusy(busy, dateTime, end).map((each): ClosingReason => {
    const message = `The calendar ${name} is busy from ${text(each.start)} to ${text(each.end)}.`;
    return { rule: 'CALENDAR', message };
  });
  if (busyUntil !== null && end <= busyUntil) return reasons;
  const state = busyUntil === null ? 'has not been read yet' : `has been read only until ${text(busyUntil)}`;
  return [...reasons, { rule: 'CALENDAR_UNREADABLE', message: `The calendar ${name} ${state}.` }];
}

function closedByLimit({ event, dateTime, host: { calls }, zone }: Moment): ClosingReason[] {
  const day = zone.dayAt(dateTime);
  if (!fullDays(event, calls, zone).has(day)) return [];
  const message = `The host can take ${event.dailyLimit} calls of the event per day, and has reached this limit on ${dateOfDay(day)}.`;
  return [{ rule: 'DAILY_LIMIT', message }];
}
