import {
  type Component,
  firstValue,
  type Property,
  propertiesOf,
  UnreadableICalendar,
} from '#src/lib/icalendar/components.ts';
import { parseDuration, parseWallTime, type WallTime } from '#src/lib/icalendar/values.ts';
import { utcClock, type WallClock } from '#src/lib/icalendar/wall-clock.ts';
import type { ZoneSource, Zones } from '#src/lib/icalendar/zones.ts';
import { canonicalEmail } from '#src/lib/network/email-address.ts';
import { dateOfDay, dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';

// Reads the times of a VEVENT. A time is free only if the entry clearly says so: an unreadable exception excludes nothing, an
// unreadable zone or end makes the entry uncertain, and an unreadable start, which may be anywhere, fails the whole read.

export const entryProperties = [
  ...['UID', 'SEQUENCE', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID'],
  ...['STATUS', 'TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'ATTENDEE', 'FREEBUSY'],
];

/** A wall time together with its clock. */
export interface ClockTime extends WallTime {
  readonly clock: WallClock;
}

/** The length of an entry: calendar days on the entry's clock, then exact milliseconds. */
export interface Length {
  readonly days: number;
  readonly ms: number;
  /** How much later the end may be, in milliseconds. */
  readonly late: number;
}

/** An entry whose end cannot be read is assumed to last no longer than this. */
const unknownLengthMs = 12 * 60 * minuteMs;

export function instantOf({ wall, clock }: ClockTime): number {
  return clock.instantOf(wall);
}

/** The end of an entry of this length, ignoring uncertainty. */
export function endOf(start: ClockTime, { days, ms }: Pick<Length, 'days' | 'ms'>): number {
  return start.clock.instantOf(start.wall + days * dayMs) + ms;
}

/** The same time of day on another day, on the same clock. */
export function startOn(day: number, start: ClockTime): ClockTime {
  return { ...start, wall: day + start.wall - Math.floor(start.wall / dayMs) * dayMs };
}

/** False if the times are on different clocks and at least one of these has an unknown zone. */
export function canCompare(one: ClockTime, other: ClockTime): boolean {
  return one.clock === other.clock || (isSure(one) && isSure(other));
}

export function isSure({ clock: { doubt } }: ClockTime): boolean {
  return doubt.early === 0 && doubt.late === 0;
}

/** Reads the times of one VCALENDAR. */
export class TimeReader {
  readonly #zones: Zones;
  readonly #source: ZoneSource;
  /** The earliest wall time that was read in a named zone: zone rules matter from there on. */
  earliest = Infinity;
  /** The clock for all-day and floating times. */
  readonly #clock: WallClock;

  constructor(zones: Zones, source: ZoneSource, clock: WallClock) {
    this.#zones = zones;
    this.#source = source;
    this.#clock = clock;
  }

  /** Returns undefined if the text is not a time. A floating time is read on `floating` if present. */
  time(text: string, { parameters }: Property, floating = this.#clock): ClockTime | undefined {
    const time = parseWallTime(text);
    if (!time) return undefined;
    if (time.isUtc) return { ...time, clock: utcClock };
    if (time.isDate) return { ...time, clock: this.#clock };
    if (!parameters.TZID) return { ...time, clock: floating };
    this.earliest = Math.min(this.earliest, time.wall);
    return { ...time, clock: this.#zones.clock(parameters.TZID, this.#source) };
  }

  /** The times of a list such as EXDATE; undefined for each unreadable one. */
  times(properties: readonly Property[], floating?: WallClock): (ClockTime | undefined)[] {
    return properties.flatMap((property) =>
      property.value.split(',').map((text) => this.time(text, property, floating)),
    );
  }

  start(entry: Component): ClockTime {
    const property = propertiesOf(entry, 'DTSTART')[0];
    const start = property && this.time(property.value, property);
    if (start) return start;
    throw new UnreadableICalendar('An entry of the calendar has no start that this server can read.');
  }

  /** The length from DTEND or DURATION. Without both it is one day for a date, or zero for a time of day. */
  length(entry: Component, start: ClockTime): Length {
    const [end] = propertiesOf(entry, 'DTEND');
    const duration = firstValue(entry, 'DURATION');
    const { late } = start.clock.doubt;
    const time = end && this.time(end.value, end);
    if (time) return lengthBetween(start, time);
    const length = parseDuration(duration ?? '') ?? { days: start.isDate ? 1 : 0, ms: 0 };
    // An entry must not have both an end and a length, so the end is uncertain.
    const isKnown = !end && (duration === undefined || parseDuration(duration) !== undefined);
    return { ...length, late: isKnown ? late : late + unknownLengthMs };
  }

  /** Reads a PERIOD (RFC 5545, section 3.3.9): a start, and an end or a duration; undefined if the start is unreadable. */
  period(text: string, property: Property, floating?: WallClock): Period | undefined {
    const [from = '', to = ''] = text.split('/');
    const start = this.time(from, property, floating);
    if (!start) return undefined;
    const end = this.time(to, property, floating);
    const length = parseDuration(to);
    const { late } = start.clock.doubt;
    if (end) return { start, end: instantOf(end), late: end.clock.doubt.late };
    if (length) return { start, end: endOf(start, length), late };
    return { start, end: instantOf(start), late: late + unknownLengthMs };
  }
}

export interface Period {
  readonly start: ClockTime;
  readonly end: number;
  /** How much later the end may be, in milliseconds. */
  readonly late: number;
}

/** Days if both are dates, at least one: programs repeat the start as the end of a one-day entry. Otherwise exact time. */
function lengthBetween(start: ClockTime, end: ClockTime): Length {
  const { late } = end.clock.doubt;
  if (start.isDate && end.isDate) return { days: Math.round((end.wall - start.wall) / dayMs) || 1, ms: 0, late };
  return { days: 0, ms: instantOf(end) - instantOf(start), late };
}

/** The message names only the day of the entry. */
export function unreadable({ wall }: WallTime, problem: string): UnreadableICalendar {
  return new UnreadableICalendar(`An entry of the calendar on ${dateOfDay(Math.floor(wall / dayMs))} ${problem}.`);
}

export function isCancelled(entry: Component): boolean {
  return is(entry, 'STATUS', 'CANCELLED');
}

function is(entry: Component, name: string, value: string): boolean {
  return firstValue(entry, name)?.toUpperCase() === value;
}

/** Normalizes the addresses of guests and owners for comparison. */
export function comparedEmail(address: string): string {
  return canonicalEmail(address).toLowerCase();
}

/** True if the entry is opaque, not cancelled, not free, and not declined by the owner of one of the addresses. */
export function takesTime(entry: Component, ownAddresses: ReadonlySet<string>): boolean {
  const isFree = is(entry, 'TRANSP', 'TRANSPARENT') || is(entry, 'X-MICROSOFT-CDO-BUSYSTATUS', 'FREE');
  if (isFree || isCancelled(entry)) return false;
  return !propertiesOf(entry, 'ATTENDEE').some(
    ({ value, parameters: { PARTSTAT, EMAIL = '' } }) =>
      PARTSTAT?.toUpperCase() === 'DECLINED' &&
      [value, EMAIL].some((address) => ownAddresses.has(comparedEmail(address))),
  );
}
