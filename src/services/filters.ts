import { isCalendarDay, startOfDay, startOfNextDay } from '#src/lib/time/time-zones.ts';

/** The words of a free-text search. The database lowers their case in the same way as that of the stored text. */
export function searchWords(search: string | undefined): readonly string[] | undefined {
  const words = search?.split(/\s+/).filter(Boolean) ?? [];
  return words.length > 0 ? words : undefined;
}

/** The start of a range in epoch milliseconds. A date is a day in the workspace's time zone. */
export function rangeStart(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  return isCalendarDay(text) ? startOfDay(text, timeZone) : Date.parse(text) + (isFinerThanMs(text) ? 1 : 0);
}

interface RecordTimes {
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedTo?: string | undefined;
}

/** The time ranges that every record has. */
export function recordTimes({ createdFrom, createdTo, updatedFrom, updatedTo }: RecordTimes, timeZone: string) {
  return {
    createdFromMs: rangeStart(createdFrom, timeZone),
    createdUntilMs: rangeEnd(createdTo, timeZone),
    updatedFromMs: rangeStart(updatedFrom, timeZone),
    updatedUntilMs: rangeEnd(updatedTo, timeZone),
  };
}

/** The first millisecond after the range, because the range includes its end. */
export function rangeEnd(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  return isCalendarDay(text) ? startOfNextDay(text, timeZone) : Date.parse(text) + 1;
}

/** Stored instants have milliseconds, so a bound between two milliseconds becomes the later one. */
function isFinerThanMs(instant: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(instant);
}
