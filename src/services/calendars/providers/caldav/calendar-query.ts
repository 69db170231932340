import { xmlText } from '#src/lib/webdav/xml.ts';
import type { ReadRange } from '../provider.ts';
import { addressKey } from './addresses.ts';
import { type DavClient, type DavEntries, elements } from './dav-client.ts';
import { type DavEntry, incomplete } from './entries-of-answer.ts';
import { StatusProblem } from './problems.ts';

interface Query {
  readonly filter: string;
  readonly withText: boolean;
  /** Set if the caller needs only the address of the entry with this UID. */
  readonly uid?: string;
}

/** A calendar-query REPORT (RFC 4791, section 7.8). */
export async function queryCalendar(
  client: DavClient,
  collection: string,
  { filter, withText, uid }: Query,
): Promise<DavEntries> {
  const properties = elements(['D:getetag', ...(withText ? ['C:calendar-data'] : [])]);
  const content =
    `<D:prop>${properties}</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">` +
    `${filter}</C:comp-filter></C:comp-filter></C:filter>`;
  try {
    return await client.report({ collection, name: 'C:calendar-query', content, uid });
  } catch (error) {
    if (error instanceof StatusProblem && error.body.includes('number-of-matches-within-limits'))
      return { entries: [], gone: [], isTruncated: true, hasAttendees: false };
    throw error;
  }
}

/** A calendar-multiget REPORT (RFC 4791, section 7.9). Omits entries deleted meanwhile; rejects if one cannot be read. */
export async function readTexts(
  client: DavClient,
  collection: string,
  entries: readonly DavEntry[],
): Promise<Pick<DavEntries, 'entries' | 'hasAttendees'>> {
  const hrefs = entries.map(({ href }) => `<D:href>${xmlText(href)}</D:href>`).join('');
  const content = `<D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs}`;
  const answer = await client.report({ collection, name: 'C:calendar-multiget', content });
  const requested = new Set(entries.map(({ address }) => addressKey(address)));
  // Rejects a response with many more entries than requested.
  if (answer.entries.length + answer.gone.length > 2 * entries.length) throw incomplete();
  const found = new Map<string, DavEntry | undefined>(answer.gone.map((address) => [addressKey(address), undefined]));
  for (const entry of answer.entries) {
    if (entry.text === undefined) throw incomplete();
    found.set(addressKey(entry.address), entry);
  }
  for (const key of requested) if (!found.has(key)) throw incomplete();
  const texts = [...found.values()].filter((entry) => entry !== undefined);
  return { entries: texts, hasAttendees: answer.hasAttendees };
}

export function overlapping({ from, until }: ReadRange): string {
  return `<C:time-range start="${utc(from)}" end="${utc(until)}"/>`;
}

export function withUid(uid: string): string {
  return `<C:prop-filter name="UID"><C:text-match collation="i;octet">${xmlText(uid)}</C:text-match></C:prop-filter>`;
}

/** Filters entries that have the property (RFC 4791, section 9.7.2). */
export function having(property: string): string {
  return `<C:prop-filter name="${property}"/>`;
}

/** Formats an instant such as `20261201T110000Z`. */
function utc(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
}
