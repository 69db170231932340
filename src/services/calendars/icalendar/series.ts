import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { type Component, firstValue, propertiesOf } from '#src/lib/icalendar/components.ts';
import { occurrences, parseRule, type RecurrenceRule, ruleOfDates } from '#src/lib/icalendar/recurrence-rules.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import type { ReadRange } from '../providers/provider.ts';
import { type ClockTime, endOf, instantOf, type Length, type TimeReader, takesTime, unreadable } from './entries.ts';

/** How far the clocks of two zones can be apart, and more. */
const clockMarginMs = 2 * dayMs;

/** One entry that may repeat, and the entries that replace some of its occurrences (RECURRENCE-ID). */
export interface SeriesOptions {
  readonly reader: TimeReader;
  readonly range: ReadRange;
  readonly ownAddresses: ReadonlySet<string>;
}

/** An entry that replaces the occurrence `at`, and with RANGE=THISANDFUTURE those after it. */
interface Replacement {
  readonly at: ClockTime;
  readonly isForAllAfter: boolean;
  readonly entry: Component;
}

/** The times that the entries of one UID take within the range. */
export function* timesOfSeries(entries: readonly Component[], options: SeriesOptions): Generator<BusyTime> {
  const masters = entries.filter((entry) => firstValue(entry, 'RECURRENCE-ID') === undefined);
  const others = entries.filter((entry) => firstValue(entry, 'RECURRENCE-ID') !== undefined);
  // A replacement counts for itself, whether or not what it replaces is there.
  for (const entry of others) yield* timesOfEntry(entry, [], options);
  for (const entry of masters) yield* timesOfEntry(entry, others, options);
}

function* timesOfEntry(entry: Component, others: readonly Component[], options: SeriesOptions): Generator<BusyTime> {
  if (!takesTime(entry, options.ownAddresses)) return;
  const { reader, range } = options;
  const start = reader.start(entry);
  const length = reader.length(entry, start);
  const isOnce = firstValue(entry, 'RRULE') === undefined && firstValue(entry, 'RDATE') === undefined;
  if (isOnce && others.length === 0) {
    yield* within(range, { start: instantOf(start), end: endOf(start, length) });
    return;
  }
  const replacements = others.flatMap((other) => replacementOf(other, start, reader));
  const changes = replacements
    .filter((each) => each.isForAllAfter)
    .map((each) => changeBy(each, start, options))
    .toSorted((one, other) => one.from - other.from);
  const excepted = exceptions(entry, replacements, start, reader);
  const extents = changes.map((change) => extent(change.length) + Math.abs(change.shift));
  const margin = clockMarginMs + Math.max(extent(length), ...extents);
  const window = { from: range.from - margin, until: range.until + margin };
  for (const occurrence of occurrencesOf(entry, start, { ...options, range: window })) {
    const instant = instantOf(occurrence.start);
    if (excepted.instants.has(instant) || excepted.days.has(dayOf(start.clock.wallAt(instant)))) continue;
    const change = changes.findLast(({ from }) => from <= instant);
    if (change && !change.takesTime) continue;
    const moved = change ? { ...occurrence.start, wall: occurrence.start.wall + change.shift } : occurrence.start;
    const end = change ? endOf(moved, change.length) : (occurrence.end ?? endOf(moved, length));
    yield* within(range, { start: instantOf(moved), end });
  }
}

/** What overlaps the range. An end before the start is a mistake of the program that wrote it: the time between is taken. */
function* within({ from, until }: ReadRange, time: BusyTime): Generator<BusyTime> {
  const [start, end] = [Math.min(time.start, time.end), Math.max(time.start, time.end)];
  if (start < end && start < until && end > from) yield { start, end };
}

function extent({ days, ms }: Length): number {
  return Math.abs(days * dayMs) + Math.abs(ms);
}

function dayOf(wall: number): number {
  return Math.floor(wall / dayMs);
}

/** Nothing where RECURRENCE-ID cannot be read: all occurrences stay. */
function replacementOf(entry: Component, start: ClockTime, reader: TimeReader): Replacement[] {
  const [property] = propertiesOf(entry, 'RECURRENCE-ID');
  const at = property && reader.time(property.value, property, start.clock);
  return at ? [{ at, entry, isForAllAfter: property.parameters.RANGE?.toUpperCase() === 'THISANDFUTURE' }] : [];
}

/** How RANGE=THISANDFUTURE changes an occurrence: by so much on the clock of the series, and to another length. */
function changeBy({ at, entry }: Replacement, { clock }: ClockTime, { reader, ownAddresses }: SeriesOptions) {
  const from = instantOf(at);
  const isTaking = takesTime(entry, ownAddresses);
  const start = isTaking ? reader.start(entry) : at;
  const shift = clock.wallAt(instantOf(start)) - clock.wallAt(from);
  return { from, shift, takesTime: isTaking, length: isTaking ? reader.length(entry, start) : { days: 0, ms: 0 } };
}

/**
 * The starts that EXDATE and replacements take out. Programs write a date there also for an entry that begins at a time of day, and
 * a time for one of a whole day: both mean that day.
 */
function exceptions(entry: Component, replacements: readonly Replacement[], start: ClockTime, reader: TimeReader) {
  const dates = reader.times(propertiesOf(entry, 'EXDATE'), start.clock).filter((time) => time !== undefined);
  const times = [...dates, ...replacements.map(({ at }) => at)];
  const isDay = (time: ClockTime) => time.isDate || start.isDate;
  return {
    instants: new Set(times.filter((time) => !isDay(time)).map(instantOf)),
    days: new Set(times.filter(isDay).map(({ wall }) => dayOf(wall))),
  };
}

interface Occurrence {
  readonly start: ClockTime;
  /** Where it is not as long as the entry. */
  readonly end?: number;
}

/** DTSTART itself, RDATE, and what the rules give within the range; each start once. */
function occurrencesOf(entry: Component, start: ClockTime, { reader, range }: SeriesOptions): Iterable<Occurrence> {
  const found = new Map<number, Occurrence>();
  const add = (occurrence: Occurrence) => found.set(instantOf(occurrence.start), occurrence);
  add({ start });
  for (const { value } of propertiesOf(entry, 'RRULE')) {
    const rule = parseRule(value);
    if (!rule) throw unreadable(start, 'repeats by a rule that this server cannot read');
    for (const wall of wallsOf(rule, start, range)) add({ start: { ...start, wall } });
  }
  for (const property of propertiesOf(entry, 'RDATE')) {
    for (const text of property.value.split(',')) {
      const occurrence = text.includes('/')
        ? reader.period(text, property)
        : startOnly(reader.time(text, property, start.clock));
      if (!occurrence) throw unreadable(start, 'repeats on a date that this server cannot read');
      add(occurrence);
    }
  }
  return found.values();
}

function startOnly(start: ClockTime | undefined): Occurrence | undefined {
  return start && { start };
}

function wallsOf(rule: RecurrenceRule, start: ClockTime, { from, until }: ReadRange): number[] {
  try {
    const followed = start.isDate ? ruleOfDates(rule) : rule;
    return occurrences(followed, { start: start.wall, end: endOfRule(rule, start), from, until });
  } catch {
    // The library gives up where a rule takes more steps than any calendar needs.
    throw unreadable(start, 'repeats by a rule that takes too long to follow');
  }
}

/** UNTIL on the clock of the entry. A date counts to its end. */
function endOfRule({ until }: RecurrenceRule, start: ClockTime): number | undefined {
  if (!until) return undefined;
  if (until.isDate) return start.isDate ? until.wall : until.wall + dayMs - 1;
  if (!until.isUtc) return until.wall;
  const wall = start.clock.wallAt(until.wall);
  // Programs write the last day of a whole-day entry as UTC, or as its start in their zone: the later of both is meant.
  return start.isDate ? Math.max(wall, until.wall) : wall;
}
