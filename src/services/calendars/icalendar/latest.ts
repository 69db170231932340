import { type Component, firstValue, propertiesOf } from '#src/lib/icalendar/components.ts';
import type { WallClock } from '#src/lib/icalendar/wall-clock.ts';
import { instantOf, isSure, type TimeReader } from './entries.ts';

/**
 * The entries of one UID that no other one replaces. A higher SEQUENCE replaces the entry itself or the entry of the same
 * occurrence (RFC 5545, section 3.8.7.4). Entries with equal numbers all count, and so do those with an unreadable number or
 * occurrence.
 */
export function latest(entries: readonly Component[], reader: TimeReader): readonly Component[] {
  if (entries.length === 1) return entries;
  const masters = ofHighest(entries.filter((entry) => !propertiesOf(entry, 'RECURRENCE-ID')[0]));
  const [start] = masters.flatMap((entry) => propertiesOf(entry, 'DTSTART'));
  const clock = start && reader.time(start.value, start)?.clock;
  const others = entries.filter((entry) => propertiesOf(entry, 'RECURRENCE-ID')[0]);
  const byOccurrence = Map.groupBy(others, (entry) => occurrenceOf(entry, reader, clock));
  const counting = [...byOccurrence].flatMap(([at, each]) => (at === undefined ? each : ofHighest(each)));
  return [...masters, ...counting];
}

/** Returns undefined if RECURRENCE-ID is unreadable or in an unknown zone. A floating time is on the clock of the series. */
function occurrenceOf(entry: Component, reader: TimeReader, clock: WallClock | undefined): string | undefined {
  const [property] = propertiesOf(entry, 'RECURRENCE-ID');
  const time = property && reader.time(property.value, property, clock);
  if (!time || !isSure(time)) return undefined;
  return `${property.parameters.RANGE?.toUpperCase() ?? ''} ${time.isDate} ${instantOf(time)}`;
}

function ofHighest(entries: readonly Component[]): readonly Component[] {
  const numbers = entries.map(sequenceOf);
  const highest = numbers.reduce<number>((most, number) => Math.max(most, number ?? 0), 0);
  return entries.filter((_, index) => (numbers[index] ?? highest) === highest);
}

function sequenceOf(entry: Component): number | undefined {
  const text = firstValue(entry, 'SEQUENCE') ?? '0';
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
