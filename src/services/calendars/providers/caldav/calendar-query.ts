import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { isSuccess, type ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import { textOf, xmlText } from '#src/lib/webdav/xml.ts';
import type { ReadRange } from '../provider.ts';
import { addressKey, resolved } from './addresses.ts';
import { type DavClient, elements } from './dav-client.ts';
import { StatusProblem } from './problems.ts';

/** An entry of a calendar: one resource with all that has its UID. */
export interface DavEntry {
  /** As the server wrote it: so it is given back. */
  readonly href: string;
  readonly address: string;
  /** Its iCalendar text, where it was requested and the server gives it. */
  readonly text: string | undefined;
}

export interface QueryResult {
  readonly entries: readonly DavEntry[];
  /** The server has more that match. */
  readonly isTruncated: boolean;
}

/** RFC 4791, 7.8. */
export async function queryCalendar(
  client: DavClient,
  collection: string,
  { filter, withText }: { readonly filter: string; readonly withText: boolean },
): Promise<QueryResult> {
  const properties = elements(['D:getetag', ...(withText ? ['C:calendar-data'] : [])]);
  const content =
    `<D:prop>${properties}</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">` +
    `${filter}</C:comp-filter></C:comp-filter></C:filter>`;
  try {
    const { resources, url } = await client.report(collection, 'C:calendar-query', content);
    const isTruncated = resources.some(({ href, status }) => status === 507 && isSame(href, url, collection));
    return { entries: resources.flatMap((resource) => entryOf(resource, url, collection)), isTruncated };
  } catch (error) {
    if (error instanceof StatusProblem && error.body.includes('number-of-matches-within-limits'))
      return { entries: [], isTruncated: true };
    throw error;
  }
}

/** RFC 4791, 7.9. Entries that were deleted in the meantime are left out; rejects where one cannot be had. */
export async function readTexts(
  client: DavClient,
  collection: string,
  entries: readonly DavEntry[],
): Promise<string[]> {
  const hrefs = entries.map(({ href }) => `<D:href>${xmlText(href)}</D:href>`).join('');
  const content = `<D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs}`;
  const { resources, url } = await client.report(collection, 'C:calendar-multiget', content);
  const found = new Map<string, string | undefined>();
  for (const resource of resources) {
    const address = resolved(resource.href, url);
    const [entry] = entryOf(resource, url, collection);
    if (address !== undefined) found.set(addressKey(address), entry?.text);
    if (entry && entry.text === undefined) throw incomplete();
  }
  if (!entries.every(({ address }) => found.has(addressKey(address)))) throw incomplete();
  return [...found.values()].filter((text) => text !== undefined);
}

/** Unknown is never free: what cannot be read may be busy. */
export function incomplete(): CalendarProblem {
  return new CalendarProblem('The calendar server does not give all entries of the calendar.');
}

function entryOf(resource: ResourceStatus, base: string, collection: string): DavEntry[] {
  const { href, status } = resource;
  if (status === 404 || isSame(href, base, collection)) return [];
  const address = resolved(href, base);
  if (address === undefined || (status !== undefined && !isSuccess(status))) throw incomplete();
  const data = resource.property('calendar-data');
  if (data === undefined && resource.failure('getetag') === 404) return [];
  return [{ href, address, text: data === undefined ? undefined : textOf(data) }];
}

function isSame(href: string, base: string, collection: string): boolean {
  const address = resolved(href, base);
  return address !== undefined && [base, collection].map(addressKey).includes(addressKey(address));
}

export function overlapping({ from, until }: ReadRange): string {
  return `<C:time-range start="${utc(from)}" end="${utc(until)}"/>`;
}

export function withUid(uid: string): string {
  return `<C:prop-filter name="UID"><C:text-match collation="i;octet">${xmlText(uid)}</C:text-match></C:prop-filter>`;
}

/** Entries that have a property at all (RFC 4791, 9.7.2). */
export function having(property: string): string {
  return `<C:prop-filter name="${property}"/>`;
}

/** `20261201T110000Z`. */
function utc(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
}
