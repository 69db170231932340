import { isCalendarDay, startOfDay, startOfNextDay } from '#src/lib/time-zones.ts';

/** An empty list filters nothing. */
export function filled<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  return items?.length ? items : undefined;
}

/** The words of a free-text search, each of which must occur. The database lowers their case as it does the stored text's. */
export function searchWords(search: string | undefined): readonly string[] | undefined {
  return filled(search?.split(/\s+/).filter(Boolean));
}

/** Epoch milliseconds at which a range begins: a whole day is one of the workspace's zone. */
export function rangeStart(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  return isCalendarDay(text) ? startOfDay(text, timeZone) : Date.parse(text) + (isFinerThanMs(text) ? 1 : 0);
}

/** The end is part of the range: the first instant after it, at the precision of what is stored. */
export function rangeEnd(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  return isCalendarDay(text) ? startOfNextDay(text, timeZone) : Date.parse(text) + 1;
}

/** What is stored has milliseconds: a bound between two of them begins with the later one. */
function isFinerThanMs(instant: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(instant);
}
