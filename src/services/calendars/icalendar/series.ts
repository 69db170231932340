import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { type Component, firstValue, propertiesOf } from '#src/lib/icalendar/components.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import type { ReadRange } from '../providers/provider.ts';
import {
  type ClockTime,
  canCompare,
  endOf,
  instantOf,
  type Length,
  startOn,
  type TimeReader,
  takesTime,
} from './entries.ts';
import { latest } from './latest.ts';
import { type Occurrence, occurrencesOf } from './occurrences.ts';

/** More than the clocks of two zones can differ. */
const clockMarginMs = 2 * dayMs;

/** One entry that may repeat, and the entries that replace some of its occurrences (RECURRENCE-ID). */
export interface SeriesOptions {
  readonly reader: TimeReader;
  readonly range: ReadRange;
  readonly ownAddresses: ReadonlySet<string>;
}

/** A time that an entry takes, or may take if its zone, rule or end is unreadable. */
export interface EntryTime extends BusyTime {
  readonly isDoubt: boolean;
}

/** An entry that replaces the occurrence at `at`; with RANGE=THISANDFUTURE also all later ones. */
interface Replacement {
  readonly at: ClockTime;
  readonly isForAllAfter: boolean;
  readonly entry: Component;
}

/** The times that the entries of one UID take within the range. */
export function* timesOfSeries(entries: readonly Component[], options: SeriesOptions): Generator<EntryTime> {
  const counting = latest(entries, options.reader);
  const masters = counting.filter((entry) => firstValue(entry, 'RECURRENCE-ID') === undefined);
  const others = counting.filter((entry) => firstValue(entry, 'RECURRENCE-ID') !== undefined);
  // A replacement counts even if the occurrence that it replaces does not exist.
  for (const entry of others) yield* timesOfEntry(entry, [], options);
  for (const entry of masters) yield* timesOfEntry(entry, others, options);
}

function* timesOfEntry(entry: Component, others: readonly Component[], options: SeriesOptions): Generator<EntryTime> {
  if (!takesTime(entry, options.ownAddresses)) return;
  const { reader, range } = options;
  const start = reader.start(entry);
  const length = reader.length(entry, start);
  const isOnce = firstValue(entry, 'RRULE') === undefined && firstValue(entry, 'RDATE') === undefined;
  if (isOnce && others.length === 0) {
    yield* within(range, { start, length });
    return;
  }
  const replacements = others.flatMap((other) => replacementOf(other, start, reader));
  const changes = replacements
    .filter((each) => each.isForAllAfter)
    .map((each) => changeBy(each, start, options))
    .toSorted((one, other) => one.from - other.from);
  const isExcepted = exceptions(entry, replacements, start, reader);
  // How far after and before its original start an occurrence may take time.
  const reach = { after: 0, before: 0 };
  for (const { shift, length: each } of [{ shift: 0, length }, ...changes]) {
    reach.after = Math.max(reach.after, shift + Math.max(0, extent(each)));
    reach.before = Math.min(reach.before, shift + Math.min(0, extent(each)));
  }
  const window = { from: range.from - clockMarginMs - reach.after, until: range.until + clockMarginMs - reach.before };
  // If the date is in an unknown zone, its end is uncertain too.
  const lengthOf = ({ start: { clock } }: Occurrence) =>
    clock === start.clock ? length : { ...length, late: length.late + clock.doubt.late };
  for (const occurrence of occurrencesOf(entry, start, { reader, range: window })) {
    const instant = instantOf(occurrence.start);
    if (canCompare(occurrence.start, start) && isExcepted(instant)) continue;
    const change = changes.findLast(({ from }) => from <= instant);
    if (!change?.isKnown) yield* within(range, { length: lengthOf(occurrence), ...occurrence });
    if (!change?.takesTime) continue;
    const moved = { wall: occurrence.start.wall + change.shift, isDate: occurrence.start.isDate, isUtc: false };
    yield* within(range, { start: { ...moved, clock: change.clock }, length: change.length });
  }
}

/** Yields the part in the range. If an end is before its start, which is an error of the client, the time between counts. */
function* within({ from, until }: ReadRange, time: Occurrence & { readonly length: Length }): Generator<EntryTime> {
  const { start, length, isDoubt = false } = time;
  const { early } = start.clock.doubt;
  const late = time.end?.late ?? length.late;
  const bounds = [instantOf(start), time.end?.end ?? endOf(start, length)];
  const [first, last] = [Math.min(...bounds) - early, Math.max(...bounds) + late];
  if (first < last && first < until && last > from) {
    yield { start: first, end: last, isDoubt: isDoubt || early > 0 || late > 0 };
  }
}

function extent({ days, ms, late }: Length): number {
  return days * dayMs + ms + late;
}

function dayOf(wall: number): number {
  return Math.floor(wall / dayMs);
}

/** Returns nothing if RECURRENCE-ID is unreadable: then all occurrences stay. */
function replacementOf(entry: Component, start: ClockTime, reader: TimeReader): Replacement[] {
  const [property] = propertiesOf(entry, 'RECURRENCE-ID');
  const at = property && reader.time(property.value, property, start.clock);
  return at ? [{ at, entry, isForAllAfter: property.parameters.RANGE?.toUpperCase() === 'THISANDFUTURE' }] : [];
}

/**
 * How RANGE=THISANDFUTURE changes an occurrence: by a shift on its clock, and to a new length. If a zone is unknown, the
 * original occurrences stay as well, because it is unknown which of them are meant.
 */
function changeBy(change: Replacement, series: ClockTime, { reader, ownAddresses }: SeriesOptions) {
  const { entry } = change;
  // A date means the occurrence that starts on that day.
  const isDay = change.at.isDate && !series.isDate;
  const at = isDay ? startOn(change.at.wall, series) : change.at;
  const isTaking = takesTime(entry, ownAddresses);
  const start = isTaking ? reader.start(entry) : at;
  const isKnown = canCompare(at, series) && canCompare(start, series);
  const clock = isKnown ? series.clock : start.clock;
  const before = canCompare(at, series) ? series.clock.wallAt(instantOf(at)) : at.wall;
  const shift = (isKnown ? clock.wallAt(instantOf(start)) : start.wall) - before;
  return {
    from: instantOf(at) - at.clock.doubt.early,
    isKnown,
    clock,
    shift,
    takesTime: isTaking,
    length: isTaking ? reader.length(entry, start) : { days: 0, ms: 0, late: 0 },
  };
}

/**
 * The starts that EXDATE and replacements exclude. Programs also write a date for an entry with a time of day, and a time for a
 * whole-day entry: both mean that day.
 */
function exceptions(entry: Component, replacements: readonly Replacement[], start: ClockTime, reader: TimeReader) {
  const dates = reader.times(propertiesOf(entry, 'EXDATE'), start.clock).filter((time) => time !== undefined);
  const times = [...dates, ...replacements.map(({ at }) => at)];
  const isDay = (time: ClockTime) => time.isDate || start.isDate;
  const instants = new Set(times.filter((time) => !isDay(time) && canCompare(time, start)).map(instantOf));
  const days = new Set(times.filter(isDay).map((time) => dayOf(dayWallOf(time, start))));
  return (instant: number) => instants.has(instant) || days.has(dayOf(start.clock.wallAt(instant)));
}

/** Programs also write the day of a whole-day entry in UTC: as its start in their zone, or as midnight UTC. */
function dayWallOf({ wall, isUtc }: ClockTime, { isDate, clock }: ClockTime): number {
  const local = clock.wallAt(wall);
  return isUtc && isDate && local % dayMs === 0 ? local : wall;
}
