import { type Component, firstValue, propertiesOf } from '#src/lib/icalendar/components.ts';
import { instantOf, type TimeReader } from './entries.ts';

/**
 * Of the entries of one UID, those that no other replaces: a higher SEQUENCE replaces the entry itself, or the one for the same
 * occurrence (RFC 5545, section 3.8.7.4). Equal ones all count, and so does one whose number or occurrence cannot be read.
 */
export function latest(entries: readonly Component[], reader: TimeReader): readonly Component[] {
  if (entries.length === 1) return entries;
  const byOccurrence = Map.groupBy(entries, (entry) => occurrenceOf(entry, reader));
  return [...byOccurrence].flatMap(([occurrence, each]) => (occurrence === undefined ? each : ofHighest(each)));
}

/** Undefined where it cannot be read. */
function occurrenceOf(entry: Component, reader: TimeReader): string | number | undefined {
  const [property] = propertiesOf(entry, 'RECURRENCE-ID');
  if (!property) return 'all';
  const time = reader.time(property.value, property);
  return time && instantOf(time);
}

function ofHighest(entries: readonly Component[]): readonly Component[] {
  const numbers = entries.map(sequenceOf);
  const highest = Math.max(...numbers.map((number) => number ?? 0));
  return entries.filter((_, index) => (numbers[index] ?? highest) === highest);
}

function sequenceOf(entry: Component): number | undefined {
  const text = firstValue(entry, 'SEQUENCE') ?? '0';
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
