import { LRUCache } from 'lru-cache';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Instants `[from, until)` of one day. */
interface DayRange {
  readonly day: number;
  readonly from: number;
  readonly until: number;
}

/**
 * The offsets of a time zone over a range of instants. A wall-clock time is a number of milliseconds as if the clock showed
 * UTC; a day is the number of days from 1970-01-01. Instants outside the range get the nearest offset in it.
 */
export class ZoneOffsets {
  /** The instant at which each offset begins to hold, ascending; the first one also applies to all earlier instants. */
  readonly #starts: readonly number[];
  readonly #offsets: readonly number[];
  #lastRange: DayRange = { day: 0, from: 0, until: 0 };

  constructor(starts: readonly number[], offsets: readonly number[]) {
    this.#starts = starts;
    this.#offsets = offsets;
  }

  /** Milliseconds to add to an instant for its wall-clock time. */
  offsetAt(instant: number): number {
    return this.#offsets[this.#indexAt(instant)] as number;
  }

  #indexAt(instant: number): number {
    let index = this.#starts.length - 1;
    while (index > 0 && (this.#starts[index] as number) > instant) index--;
    return index;
  }

  /** The day that the calendar shows at an instant. */
  dayAt(instant: number): number {
    return this.dayRange(instant).day;
  }

  /**
   * The day at an instant, and the range around it in which neither midnight nor a change of the offset lies. Instants in
   * order are cheap: most share the range of the one before.
   */
  dayRange(instant: number): DayRange {
    if (instant < this.#lastRange.from || instant >= this.#lastRange.until)
      this.#lastRange = this.#rangeAround(instant);
    return this.#lastRange;
  }

  #rangeAround(instant: number): DayRange {
    const index = this.#indexAt(instant);
    const offset = this.#offsets[index] as number;
    const day = Math.floor((instant + offset) / dayMs);
    const from = day * dayMs - offset;
    const until = Math.min(from + dayMs, this.#starts[index + 1] ?? Infinity);
    return { day, from: index === 0 ? from : Math.max(from, this.#starts[index] as number), until };
  }

  /** The first instant at which the clock shows this time; if the clock skips it, the first instant after the gap. */
  firstInstant(wallTime: number): number {
    for (let index = 0; index < this.#starts.length; index++) {
      const instant = this.#instantIn(index, wallTime);
      if (instant !== undefined) return instant;
    }
    return this.#endOfGap(wallTime);
  }

  /** The last instant at which the clock shows this time; if the clock skips it, the first instant after the gap. */
  lastInstant(wallTime: number): number {
    for (let index = this.#starts.length - 1; index >= 0; index--) {
      const instant = this.#instantIn(index, wallTime);
      if (instant !== undefined) return instant;
    }
    return this.#endOfGap(wallTime);
  }

  /** The first instant of a day. */
  startOfDay(day: number): number {
    return this.firstInstant(day * dayMs);
  }

  /** The instant at which the clock shows this time while the offset with this index holds. */
  #instantIn(index: number, wallTime: number): number | undefined {
    const instant = wallTime - (this.#offsets[index] as number);
    if (index > 0 && instant < (this.#starts[index] as number)) return undefined;
    const end = this.#starts[index + 1];
    return end === undefined || instant < end ? instant : undefined;
  }

  #endOfGap(wallTime: number): number {
    const index = this.#offsets.findIndex((offset, each) => wallTime - offset < (this.#starts[each + 1] ?? Infinity));
    return this.#starts[index] as number;
  }

  /** The same offsets for a shorter range. */
  within(from: number, until: number): ZoneOffsets {
    let first = 0;
    while (first + 1 < this.#starts.length && (this.#starts[first + 1] as number) <= from) first++;
    let end = first + 1;
    while (end < this.#starts.length && (this.#starts[end] as number) < until) end++;
    return new ZoneOffsets(this.#starts.slice(first, end), this.#offsets.slice(first, end));
  }
}

interface Known {
  readonly from: number;
  readonly until: number;
  readonly offsets: ZoneOffsets;
}

/** Finding the changes of a zone takes up to a millisecond, and they stay the same while the process lives. */
const known = new LRUCache<string, Known>({ max: 1000 });

/** How far beyond the requested range the changes are looked for, so that the next requests find them. */
const marginMs = 400 * dayMs;

/** The offsets of an IANA time zone that hold at any instant of `[from, until)`. */
export function zoneOffsets(timeZone: string, from: number, until: number): ZoneOffsets {
  const found = known.get(timeZone);
  if (found && found.from <= from && until <= found.until) return found.offsets.within(from, until);
  const wide = { from: from - marginMs, until: until + marginMs };
  const offsets = readOffsets(timeZone, wide);
  known.set(timeZone, { ...wide, offsets });
  return offsets.within(from, until);
}

function readOffsets(timeZone: string, { from, until }: { from: number; until: number }): ZoneOffsets {
  const starts: number[] = [];
  const offsets: number[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  while (at && at.epochMilliseconds < until) {
    starts.push(at.epochMilliseconds);
    offsets.push(at.offsetNanoseconds / 1e6);
    at = at.getTimeZoneTransition('next');
  }
  return new ZoneOffsets(starts, offsets);
}

/** Schedules ask for the same dates again and again, and Date takes several times longer than this. */
const dates = new LRUCache<number, string>({ max: 4000 });

/** `YYYY-MM-DD` of a day. */
export function dateOfDay(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

/** The day of a `YYYY-MM-DD`. */
export function dayOfDate(date: string): number {
  return Date.parse(date) / dayMs;
}

/** The number of the ISO week that a day belongs to, counted from that of 1970-01-01. A week begins on Monday. */
export function weekOfDay(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOfDay(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}
