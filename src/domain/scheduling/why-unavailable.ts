import { clockTime } from '#src/domain/availabilities/timings.ts';
import { dateOfDay, minuteMs, type ZoneOffsets } from '#src/lib/time/zone-offsets.ts';
import { openWindows, timingsOfDay } from './open-time.ts';
import type { Host, SlotQuery } from './rules.ts';
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
  'DAILY_LIMIT',
] as const;

/** A rule that closes an instant for a host, in words. */
export interface ClosingReason {
  readonly rule: (typeof closingRules)[number];
  readonly message: string;
}

/** A host at an instant; `text` writes other instants on the clock of the host's schedule. */
interface Moment extends Pick<SlotQuery, 'event' | 'now'> {
  readonly dateTime: number;
  readonly host: Host;
  readonly zone: ZoneOffsets;
  readonly text: (instant: number) => string;
}

/** Every rule by which a call with this host cannot begin at this instant; none if `openSlots` offers it. */
export function closingReasons(
  { event, now, dateTime }: Pick<SlotQuery, 'event' | 'now'> & { readonly dateTime: number },
  host: Host,
): ClosingReason[] {
  const { timeZone } = host.schedule;
  const zone = offsetsAround(timeZone, { from: dateTime, until: dateTime });
  const text = (instant: number) => `${wallTime(zone, instant)} (${timeZone})`;
  const moment = { event, now, dateTime, host, zone, text };
  return [closedByNotice, closedByHours, closedByCalls, closedByTimeOff, closedByLimit].flatMap((rule) => rule(moment));
}

function wallTime(zone: ZoneOffsets, instant: number): string {
  const minute = Math.floor((instant + zone.offsetAt(instant)) / minuteMs);
  return `${dateOfDay(zone.dayAt(instant))} ${clockTime(((minute % 1440) + 1440) % 1440)}`;
}

function closedByNotice({ event, now, dateTime, host, zone }: Moment): ClosingReason[] {
  const reasons: ClosingReason[] = [];
  if (dateTime <= now) reasons.push({ rule: 'PAST', message: 'The time has passed.' });
  if (dateTime < now + event.minimumNotice * minuteMs) {
    const message = `The event is booked at least ${event.minimumNotice} minutes ahead.`;
    reasons.push({ rule: 'MINIMUM_NOTICE', message });
  }
  const lastDay = lastBookableDay({ event, now }, host);
  if (zone.dayAt(dateTime) > lastDay) {
    const message = `The event is booked at most ${event.bookingWindow} days ahead, until ${dateOfDay(lastDay)}.`;
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
  return [{ rule: 'DURATION', message: `A call of ${event.duration} minutes does not end before ${ends}.` }];
}

function outsideHours({ schedule, day, at }: { schedule: Host['schedule']; day: number; at: string }): ClosingReason {
  const timings = timingsOfDay(schedule, day).map(([start, end]) => `${clockTime(start)} to ${clockTime(end)}`);
  const hours = timings.length === 0 ? 'is closed on this date' : `is open from ${timings.join(' and from ')}`;
  return schedule.overrides.has(dateOfDay(day))
    ? { rule: 'OVERRIDE', message: `At ${at}, an override of the date holds: it ${hours}.` }
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
      ? [{ rule: 'CALL', message: `The host has ${other}.` }]
      : [{ rule: 'BUFFER', message: `It lies within the buffer of ${other}.` }];
  });
}

function closedByTimeOff({ event, dateTime, host: { timeOff }, text }: Moment): ClosingReason[] {
  const end = dateTime + event.duration * minuteMs;
  const overlapping = timeOff.filter((each) => dateTime < each.end && each.start < end);
  return overlapping.map((each) => ({
    rule: 'TIME_OFF',
    message: `The host is off from ${text(each.start)} to ${text(each.end)}.`,
  }));
}

function closedByLimit({ event, dateTime, host: { calls }, zone }: Moment): ClosingReason[] {
  const day = zone.dayAt(dateTime);
  if (!fullDays(event, calls, zone).has(day)) return [];
  const message = `The host takes ${event.dailyLimit} calls of the event a day, and has as many on ${dateOfDay(day)}.`;
  return [{ rule: 'DAILY_LIMIT', message }];
}
