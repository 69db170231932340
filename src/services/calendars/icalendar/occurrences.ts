import { type Component, type Property, propertiesOf } from '#src/lib/icalendar/components.ts';
import { occurrences, parseRule, type RecurrenceRule, ruleOfDates } from '#src/lib/icalendar/recurrence-rules.ts';
import { anyDayRule, widerRule } from '#src/lib/icalendar/wider-rules.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import type { ReadRange } from '../providers/provider.ts';
import { type ClockTime, canCompare, instantOf, type Period, startOn, type TimeReader, unreadable } from './entries.ts';

export interface Occurrence extends Pick<Period, 'start'> {
  /** Where it is not as long as the entry. */
  readonly end?: Omit<Period, 'start'>;
  /** True where it may be none, because the rule is not understood. */
  readonly isDoubt?: boolean;
}

/** An entry that would be busy each day for longer than this is a mistake, which is reported. */
const maxDoubtMs = 3_660 * dayMs;

interface Options {
  readonly reader: TimeReader;
  readonly range: ReadRange;
}

/** DTSTART itself, RDATE, and what the rules give within the range; each start once. */
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
  // A date that cannot be read may be any day.
  if (dates.includes(undefined)) byRule('FREQ=UNKNOWN', start, range).forEach(add);
  return found.values();
}

function onDate(text: string, property: Property, series: ClockTime, reader: TimeReader): Occurrence | undefined {
  if (text.includes('/')) {
    const period = reader.period(text, property, series.clock);
    return period && { start: period.start, end: period };
  }
  const start = reader.time(text, property, series.clock);
  // A date is written also for an entry that begins at a time of day, which it has on that day too.
  if (start?.isDate && !series.isDate) return { start: startOn(start.wall, series) };
  return start && { start };
}

/** Those of a rule, or where it is not understood those that it may have. An empty one repeats nothing. */
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
  throw unreadable(start, `repeats by a rule that ${exact ? 'takes too long to follow' : 'this server cannot read'}`);
}

/** Undefined where the rule takes too long to follow. */
function wallsOf(rule: RecurrenceRule, start: ClockTime, { from, until }: ReadRange): number[] | undefined {
  return occurrences(rule, { start: start.wall, end: endOfRule(rule.until, start), from, until });
}

/** UNTIL on the clock of the entry. A date counts to its end. */
function endOfRule(until: RecurrenceRule['until'], start: ClockTime): number | undefined {
  if (!until) return undefined;
  if (until.isDate) return start.isDate ? until.wall : until.wall + dayMs - 1;
  if (!until.isUtc) return until.wall;
  // That of an unknown zone may show the time of the day after.
  const wall = start.clock.wallAt(until.wall) + start.clock.doubt.early;
  // Programs write the last day of a whole-day entry as UTC, or as its start in their zone: the later of both is meant.
  return start.isDate ? Math.max(wall, until.wall) : wall;
}
