import { type Component, type Property, propertiesOf } from '#src/lib/icalendar/components.ts';
import { occurrences, parseRule, type RecurrenceRule, ruleOfDates } from '#src/lib/icalendar/recurrence-rules.ts';
import { anyDayRule, widerRule } from '#src/lib/icalendar/wider-rules.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import type { ReadRange } from '../providers/provider.ts';
import { type ClockTime, canCompare, instantOf, type Period, startOn, type TimeReader, unreadable } from './entries.ts';

export interface Occurrence extends Pick<Period, 'start'> {
  /** Present if the occurrence has its own end. */
  readonly end?: Omit<Period, 'start'>;
  /** True if the occurrence may not exist, because the rule is not understood. */
  readonly isDoubt?: boolean;
}

/** A longer range in which an entry may be busy every day is treated as a mistake and reported. */
const maxDoubtMs = 3_660 * dayMs;

interface Options {
  readonly reader: TimeReader;
  readonly range: ReadRange;
}

/** The occurrences from DTSTART, RDATE and the rules in the range, each start once. */
export function occurrencesOf(entry: Component, start: ClockTime, { reader, range }: Options): Iterable<Occurrence> {
  const found = new Map<number | string, Occurrence>();
  const add = (occurrence: Occurrence) => {
    const instant = instantOf(occurrence.start);
    const key = canCompare(occurrence.start, start) ? instant : `in another zone ${instant}`;
    if (!occurrence.isDoubt || !found.has(key)) found.set(key, occurrence);
  };
  add({ start });
  for (const { value } of propertiesOf(entry, 'RRULE')) byRule(value, start, range).forEach(add);
  const dates = propertiesOf(entry, 'RDATE').flatMap((property) =>
    property.value.split(',').map((text) => onDate(text, property, start, reader)),
  );
  for (const occurrence of dates) if (occurrence) add(occurrence);
  // An unreadable date may be any day.
  if (dates.includes(undefined)) byRule('FREQ=UNKNOWN', start, range).forEach(add);
  return found.values();
}

function onDate(text: string, property: Property, series: ClockTime, reader: TimeReader): Occurrence | undefined {
  if (text.includes('/')) {
    const period = reader.period(text, property, series.clock);
    return period && { start: period.start, end: period };
  }
  const start = reader.time(text, property, series.clock);
  // Programs also write a plain date for an entry with a time of day: the occurrence has that time on that day.
  if (start?.isDate && !series.isDate) return { start: startOn(start.wall, series) };
  return start && { start };
}

/** The occurrences of a rule, or all possible ones if the rule is not understood. An empty rule repeats nothing. */
function byRule(written: string, start: ClockTime, range: ReadRange): Occurrence[] {
  const text = start.isDate ? ruleOfDates(written) : written;
  if (text === '') return [];
  const exact = parseRule(text);
  const walls = exact && wallsOf(exact, start, range);
  if (walls) return walls.map((wall) => ({ start: { ...start, wall } }));
  const wider = exact ? [anyDayRule(text)] : [widerRule(text), anyDayRule(text)];
  const isShort = range.until - Math.max(range.from, start.wall) < maxDoubtMs;
  for (const { rule } of isShort ? wider : []) {
    const possible = rule && wallsOf(rule, start, range);
    if (possible) return possible.map((wall) => ({ start: { ...start, wall }, isDoubt: true }));
  }
  const end = wider.map(({ until }) => endOfRule(until, start))[0] ?? Infinity;
  if (start.wall > range.until || end < Math.max(start.wall, range.from)) return [];
  throw unreadable(start, `repeats by a rule that ${exact ? 'takes too long to evaluate' : 'this server cannot read'}`);
}

/** Returns undefined if the rule takes too long to evaluate. */
function wallsOf(rule: RecurrenceRule, start: ClockTime, { from, until }: ReadRange): number[] | undefined {
  return occurrences(rule, { start: start.wall, end: endOfRule(rule.until, start), from, until });
}

/** Converts UNTIL to the clock of the entry. A date lasts to its end. */
function endOfRule(until: RecurrenceRule['until'], start: ClockTime): number | undefined {
  if (!until) return undefined;
  if (until.isDate) return start.isDate ? until.wall : until.wall + dayMs - 1;
  if (!until.isUtc) return until.wall;
  // The clock of an unknown zone may already show the next day.
  const wall = start.clock.wallAt(until.wall) + start.clock.doubt.early;
  // Programs write the last day of a whole-day entry as UTC, or as its start in their own zone: the later one is meant.
  return start.isDate ? Math.max(wall, until.wall) : wall;
}
