import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { isSuccess, type ResourceStatus, readMultistatus } from '#src/lib/webdav/multistatus.ts';
import { TooMuchXml, textOf } from '#src/lib/webdav/xml.ts';
import { addressKey, resolved } from './addresses.ts';
import { asProblem, textOfAnswer } from './resources-of-answer.ts';

// Large responses are parsed in a thread. The result is small, because the main thread unpacks it.

/** An entry of a calendar: one resource with all components of a UID. */
export interface DavEntry {
  /** The address as the server wrote it, to be sent back unchanged. */
  readonly href: string;
  readonly address: string;
  /** The iCalendar text, if it was requested and the server returned it. */
  readonly text: Uint8Array<ArrayBuffer> | undefined;
}

export interface EntriesQuestion {
  /** The URL that responded. Addresses in the response are relative to it. */
  readonly url: string;
  readonly collection: string;
  /** Set if the caller needs only the address of the entry with this UID. */
  readonly uid?: string | undefined;
}

/** Entries as a thread returns them. Their texts share one buffer, which is transferred. */
export interface PackedEntries {
  readonly hrefs: readonly string[];
  readonly addresses: readonly string[];
  readonly texts: Uint8Array<ArrayBuffer>;
  /** The byte length of each text; -1 for an entry without one. */
  readonly lengths: readonly number[];
  /** The addresses of resources that no longer exist according to the response. */
  readonly gone: readonly string[];
  /** True if the server has more matching entries. */
  readonly isTruncated: boolean;
  /** True if some entry may be an invitation. */
  readonly hasAttendees: boolean;
}

/** The maximum number of entries that one response may list. */
const maxEntries = 50_000;

/** Unknown is never free: an unreadable entry may be busy. */
export function incomplete(): CalendarProblem {
  return new CalendarProblem('The calendar server does not return all entries of the calendar.');
}

export function entriesIn(bytes: Uint8Array<ArrayBuffer>, { url, collection, uid }: EntriesQuestion): PackedEntries {
  const ownKeys = new Set([url, collection].map(addressKey));
  const entries: { href: string; address: string; text: Buffer | undefined }[] = [];
  const gone: string[] = [];
  let isTruncated = false;
  let hasAttendees = false;
  const onResource = (resource: ResourceStatus) => {
    const { href, status } = resource;
    const address = resolved(href, url);
    const isCollection = address !== undefined && ownKeys.has(addressKey(address));
    if (isCollection && status === 507) isTruncated = true;
    if (isCollection) return;
    if (status !== 404 && (address === undefined || (status !== undefined && !isSuccess(status)))) throw incomplete();
    const data = resource.properties.get('calendar-data');
    if (address === undefined || status === 404 || (data === undefined && resource.failures.get('getetag') === 404)) {
      if (address !== undefined) gone.push(address);
    } else {
      const text = data === undefined ? undefined : textOf(data);
      if (uid === undefined) assertCalendar(text);
      else if (text === undefined || !hasUid(text, uid)) return;
      hasAttendees ||= text !== undefined && /^ATTENDEE[;:]/im.test(text);
      entries.push({ href, address, text: text === undefined ? undefined : Buffer.from(text) });
    }
    if (entries.length + gone.length > maxEntries) throw new TooMuchXml('has more than 50,000 entries');
  };
  asProblem(() => readMultistatus(textOfAnswer(bytes), ['getetag', 'calendar-data'], onResource));
  return {
    hrefs: entries.map(({ href }) => href),
    addresses: entries.map(({ address }) => address),
    ...packed(entries.map(({ text }) => (uid === undefined ? text : undefined))),
    gone,
    isTruncated,
    hasAttendees,
  };
}

function assertCalendar(text: string | undefined): void {
  if (text !== undefined && !/^\s{0,1000}BEGIN:VCALENDAR\s/i.test(text)) throw incomplete();
}

function hasUid(text: string, uid: string): boolean {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  return lines.some((line) => /^UID[;:]/i.test(line) && line.slice(line.indexOf(':') + 1).trim() === uid);
}

function packed(texts: readonly (Buffer | undefined)[]): Pick<PackedEntries, 'texts' | 'lengths'> {
  const lengths = texts.map((text) => text?.length ?? -1);
  const whole = new Uint8Array(lengths.reduce((sum, length) => sum + Math.max(0, length), 0));
  let at = 0;
  for (const text of texts) {
    if (text === undefined) continue;
    whole.set(text, at);
    at += text.length;
  }
  return { texts: whole, lengths };
}

export function unpacked({ hrefs, addresses, texts, lengths }: PackedEntries): DavEntry[] {
  let at = 0;
  return hrefs.map((href, index) => {
    const length = lengths[index] ?? -1;
    const text = length < 0 ? undefined : texts.subarray(at, at + length);
    at += Math.max(0, length);
    return { href, address: addresses[index] ?? '', text };
  });
}
