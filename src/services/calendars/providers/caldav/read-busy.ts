import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { textOf } from '#src/lib/webdav/xml.ts';
import { readICalendar } from '../../icalendar/read-icalendar.ts';
import type { BusyRead, ReadRange } from '../provider.ts';
import { type DavEntry, having, incomplete, overlapping, queryCalendar, readTexts } from './calendar-query.ts';
import { type CaldavAccess, DavClient } from './dav-client.ts';
import { findAddresses } from './discovery.ts';
import { StatusProblem } from './problems.ts';

/** Short ranges, such as that of a call about to be booked, are read with one request; others in parts of bounded size. */
const maxInlineMs = 7 * dayMs;
const entriesOfRequest = 100;
/** 10,000 entries take 1.4 s of a core. Their thread gives way to others, so that a busy machine takes several times as long. */
const expansionTimeoutMs = 10_000;
const maxLength = 50 * 1024 * 1024;

interface CalendarRead {
  readonly externalId: string;
  readonly timeZone: string | null;
  readonly syncState: string | null;
}

export async function readBusy(
  access: CaldavAccess,
  calendar: CalendarRead,
  range: ReadRange,
): Promise<BusyRead | 'unchanged'> {
  const client = new DavClient(access);
  const { externalId: collection } = calendar;
  const timeZone = calendar.timeZone ?? access.timeZone;
  // Before the entries: what changes while they are read is then read once more, not missed.
  const syncState = await tagOf(client, collection);
  if (syncState !== null && syncState === calendar.syncState) return 'unchanged';
  const texts = await findTexts(client, collection, range);
  if (texts.length === 0) return { busy: [], own: [], ownUids: [], syncState };
  const options = {
    ...{ range, timeZone, host: access.host },
    ownAddresses: await ownAddresses(client, access, { collection, texts }),
  };
  const { signal, workspaceId, isCheck } = access;
  const turn = { signal, workspaceId, isCheck, timeoutMs: expansionTimeoutMs };
  const { busy, own, ownUids } = await readICalendar(texts.join('\r\n'), options, turn);
  return { busy, own, ownUids, syncState };
}

/** The tag that changes with the collection, null where the server has none. */
async function tagOf(client: DavClient, collection: string): Promise<string | null> {
  const { resources } = await client.propfind(collection, 0, ['S:getctag', 'D:sync-token']);
  const [resource] = resources;
  const tags = [resource?.property('sync-token'), resource?.property('getctag')].map((tag) => textOf(tag).trim());
  return tags.find((tag) => tag !== '') ?? null;
}

/** The iCalendar texts of all entries that overlap the range. */
async function findTexts(client: DavClient, collection: string, { from, until }: ReadRange): Promise<string[]> {
  // The server may place all-day and floating times in another zone than we do, up to 14 hours away.
  const range = { from: from - dayMs, until: until + dayMs };
  const withText = until - from <= maxInlineMs;
  const [inRange, repeated] = await Promise.all([
    findEntries(client, collection, { range, withText }),
    findRepeated(client, collection, withText),
  ]);
  const entries = [...new Map([...repeated, ...inRange]).values()];
  const texts = entries.flatMap(({ text }) => text ?? []);
  const others = entries.filter(({ text }) => text === undefined);
  for (let start = 0; start < others.length; start += entriesOfRequest) {
    texts.push(...(await readTexts(client, collection, others.slice(start, start + entriesOfRequest))));
    assertBounded(texts);
  }
  if (!texts.every((text) => /^\s*BEGIN:VCALENDAR\s/i.test(text))) throw incomplete();
  return texts;
}

function assertBounded(texts: readonly string[]): void {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > maxLength) throw new CalendarProblem('The entries of the calendar are larger than 50 MiB.');
}

interface EntriesQuery {
  readonly range: ReadRange;
  readonly withText: boolean;
}

/** By their addresses, each once. A server that does not list all of a range is asked for its halves. */
async function findEntries(
  client: DavClient,
  collection: string,
  { range, withText }: EntriesQuery,
): Promise<Map<string, DavEntry>> {
  const { entries, isTruncated } = await queryCalendar(client, collection, { filter: overlapping(range), withText });
  if (!isTruncated) return new Map(entries.map((entry) => [entry.address, entry]));
  const { from, until } = range;
  if (until - from <= dayMs) throw incomplete();
  const middle = from + Math.floor((until - from) / 2);
  const first = await findEntries(client, collection, { range: { from, until: middle }, withText });
  const second = await findEntries(client, collection, { range: { from: middle, until }, withText });
  return new Map([...first, ...second]);
}

/** A server that answers so may know the query, and be away for now. */
const unavailable: readonly number[] = [429, 502, 503, 504];

/**
 * Some servers, such as Xandikos, look at the first time of a series alone, so that an old series overlaps nothing. Every series
 * is read therefore. Not every server can look for them: that one's word has to do.
 */
async function findRepeated(client: DavClient, collection: string, withText: boolean): Promise<Map<string, DavEntry>> {
  const found = new Map<string, DavEntry>();
  for (const property of ['RRULE', 'RDATE']) {
    try {
      const { entries } = await queryCalendar(client, collection, { filter: having(property), withText });
      for (const entry of entries) found.set(entry.address, entry);
    } catch (error) {
      const isAnswer = error instanceof StatusProblem && !error.isRefused && !unavailable.includes(error.status);
      if (!isAnswer) throw error;
    }
  }
  return found;
}

/** To know which invitations the host declined. Most calendars have none, so that the server is not asked. */
async function ownAddresses(
  client: DavClient,
  { secret: { username } }: CaldavAccess,
  { collection, texts }: { readonly collection: string; readonly texts: readonly string[] },
): Promise<readonly string[]> {
  if (!texts.some((text) => /^ATTENDEE[;:]/im.test(text))) return [];
  const named = await findAddresses(client, collection);
  return username.includes('@') ? [username, ...named] : named;
}
