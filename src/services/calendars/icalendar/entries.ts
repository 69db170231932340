import {
  type Component,
  firstValue,
  type Property,
  propertiesOf,
  UnreadableICalendar,
} from '#src/lib/icalendar/components.ts';
import { parseDuration, parseWallTime, type WallTime } from '#src/lib/icalendar/values.ts';
import { utcClock, type WallClock } from '#src/lib/icalendar/wall-clock.ts';
import type { Zones } from '#src/lib/icalendar/zones.ts';
import { dateOfDay, dayMs } from '#src/lib/time/zone-offsets.ts';

// What VEVENT says about times. What is read here can only make a time free where the entry says so in words that are understood:
// an exception that cannot be read excepts nothing, and a start, an end or a rule that cannot be read ends the reading.

export const entryProperties = [
  ...['UID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID'],
  ...['STATUS', 'TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'ATTENDEE', 'FREEBUSY'],
];

/** A time on a clock. */
export interface ClockTime extends WallTime {
  readonly clock: WallClock;
}

/** How long an entry is: days, which are as long as the clock makes them, then exact milliseconds. */
export interface Length {
  readonly days: number;
  readonly ms: number;
}

export function instantOf({ wall, clock }: ClockTime): number {
  return clock.instantOf(wall);
}

/** Where an entry that is `length` long ends. */
export function endOf(start: ClockTime, { days, ms }: Length): number {
  return start.clock.instantOf(start.wall + days * dayMs) + ms;
}

/** Reads the times of one VCALENDAR. */
export class TimeReader {
  readonly #zones: Zones;
  /** Of all-day and floating times. */
  readonly #clock: WallClock;

  constructor(zones: Zones, timeZone: string) {
    this.#zones = zones;
    this.#clock = zones.clock(timeZone);
  }

  /** Undefined where the text is no time. A floating time is on `floating`, where that is given. */
  time(text: string, { parameters }: Property, floating = this.#clock): ClockTime | undefined {
    const time = parseWallTime(text);
    if (!time) return undefined;
    if (time.isUtc) return { ...time, clock: utcClock };
    if (time.isDate) return { ...time, clock: this.#clock };
    return { ...time, clock: parameters.TZID ? this.#zones.clock(parameters.TZID) : floating };
  }

  /** The times of a list such as EXDATE; undefined stands for one that cannot be read. */
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

  /** By DTEND or DURATION; a whole day without both, or nothing where the entry begins at a time of day. */
  length(entry: Component, start: ClockTime): Length {
    const [end] = propertiesOf(entry, 'DTEND');
    const duration = firstValue(entry, 'DURATION');
    if (end) {
      const time = this.time(end.value, end);
      if (time) return lengthBetween(start, time);
    } else if (duration !== undefined) {
      const length = parseDuration(duration);
      if (length) return length;
    } else {
      return { days: start.isDate ? 1 : 0, ms: 0 };
    }
    throw unreadable(start, 'has no end that this server can read');
  }

  /** PERIOD (RFC 5545, section 3.3.9): a start, and an end or a duration. */
  period(text: string, property: Property): { readonly start: ClockTime; readonly end: number } | undefined {
    const [from = '', to = ''] = text.split('/');
    const start = this.time(from, property);
    const end = this.time(to, property);
    const length = parseDuration(to);
    if (!start || !(end || length)) return undefined;
    return { start, end: end ? instantOf(end) : endOf(start, length as Length) };
  }
}

/** Days where both are dates: at least one, because programs write the same day twice for a whole day. Exact time otherwise. */
function lengthBetween(start: ClockTime, end: ClockTime): Length {
  if (start.isDate && end.isDate) return { days: Math.round((end.wall - start.wall) / dayMs) || 1, ms: 0 };
  return { days: 0, ms: instantOf(end) - instantOf(start) };
}

/** The day of the entry is all that is said about it. */
export function unreadable({ wall }: WallTime, problem: string): UnreadableICalendar {
  return new UnreadableICalendar(`An entry of the calendar on ${dateOfDay(Math.floor(wall / dayMs))} ${problem}.`);
}

export function isCancelled(entry: Component): boolean {
  return is(entry, 'STATUS', 'CANCELLED');
}

function is(entry: Component, name: string, value: string): boolean {
  return firstValue(entry, name)?.toUpperCase() === value;
}

/** Whether the entry takes time: opaque, not cancelled, not free, and not declined by the owner of one of the addresses. */
export function takesTime(entry: Component, ownAddresses: ReadonlySet<string>): boolean {
  const isFree = is(entry, 'TRANSP', 'TRANSPARENT') || is(entry, 'X-MICROSOFT-CDO-BUSYSTATUS', 'FREE');
  if (isFree || isCancelled(entry)) return false;
  return !propertiesOf(entry, 'ATTENDEE').some(
    ({ value, parameters: { PARTSTAT, EMAIL = '' } }) =>
      PARTSTAT?.toUpperCase() === 'DECLINED' &&
      [value.replace(/^mailto:/i, ''), EMAIL].some((address) => ownAddresses.has(address.toLowerCase())),
  );
}
