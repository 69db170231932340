import type { PageQuery } from '#src/db/reads/list.ts';
import type { Principal } from '#src/domain/access/policy.ts';
import { isCalendarDay, startOfDay, startOfNextDay } from '#src/lib/time-zones.ts';

/** The page of the caller's workspace that the input requests. */
export function pageQuery(
  { workspaceId }: Pick<Principal, 'workspaceId'>,
  { page, limit, search }: { page: number; limit: number; search?: string },
): PageQuery {
  return { workspaceId, offset: page * limit, limit, searchWords: searchWords(search) };
}

/** An empty list is no filter. */
export function nonEmpty<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  return items?.length ? items : undefined;
}

/** The words of a free-text search. The database lowers their case in the same way as that of the stored text. */
export function searchWords(search: string | undefined): readonly string[] | undefined {
  return nonEmpty(search?.split(/\s+/).filter(Boolean));
}

/** The start of a range in epoch milliseconds. A whole day is a day of the workspace's time zone. */
export function rangeStart(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  return isCalendarDay(text) ? startOfDay(text, timeZone) : Date.parse(text) + (isFinerThanMs(text) ? 1 : 0);
}

/** The first millisecond after the range, because the end belongs to the range. */
export function rangeEnd(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return undefined;
  return isCalendarDay(text) ? startOfNextDay(text, timeZone) : Date.parse(text) + 1;
}

/** Stored instants have milliseconds, so a bound between two of them starts at the later one. */
function isFinerThanMs(instant: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(instant);
}
