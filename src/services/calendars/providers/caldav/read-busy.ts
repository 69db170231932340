import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { textOf } from '#src/lib/webdav/xml.ts';
import { readICalendar } from '../../icalendar/read-icalendar.ts';
import type { BusyRead, ReadRange } from '../provider.ts';
import { having, overlapping, queryCalendar, readTexts } from './calendar-query.ts';
import { type CaldavAccess, DavClient } from './dav-client.ts';
import { findAddresses } from './discovery.ts';
import { type DavEntry, incomplete } from './entries-of-answer.ts';
import { StatusProblem } from './problems.ts';

/** A short range, such as that of a new booking, is read with one request. Longer ranges are read in parts of limited size. */
const maxInlineMs = 7 * dayMs;
const entriesOfRequest = 100;
/** 10,000 entries take 1.4 s of a core. The thread has a low priority, so a busy machine takes several times as long. */
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
  // Read before the entries, so that a change during the read causes another read and is not missed.
  const syncState = await tagOf(client, collection);
  if (syncState !== null && syncState === calendar.syncState) return 'unchanged';
  const { texts, hasAttendees } = await findTexts(client, collection, range);
  if (texts.length === 0) return { busy: [], own: [], ownUids: [], syncState };
  const options = {
    range,
    timeZone,
    host: access.host,
    // Most calendars have no invitations: then the host's addresses are not needed.
    ownAddresses: hasAttendees ? await ownAddresses(client, access, collection) : [],
  };
  const { signal, workspaceId, isCheck } = access;
  const turn = { signal, workspaceId, isCheck, timeoutMs: expansionTimeoutMs };
  const { busy, own, ownUids } = await readICalendar(texts, options, turn);
  return { busy, own, ownUids, syncState };
}

/** The tag that changes with the collection; null if the server has none. */
async function tagOf(client: DavClient, collection: string): Promise<string | null> {
  const { resources } = await client.propfind(collection, 0, ['S:getctag', 'D:sync-token']);
  const [resource] = resources;
  const tags = [resource?.properties.get('sync-token'), resource?.properties.get('getctag')].map((tag) =>
    textOf(tag).trim(),
  );
  return tags.find((tag) => tag !== '') ?? null;
}

interface FoundEntries {
  /** The entries by address. */
  readonly entries: ReadonlyMap<string, DavEntry>;
  readonly hasAttendees: boolean;
}

/** The iCalendar texts of all entries that overlap the range. */
async function findTexts(client: DavClient, collection: string, { from, until }: ReadRange) {
  // The server may place all-day and floating times in another zone than ours, up to 14 hours away.
  const range = { from: from - dayMs, until: until + dayMs };
  const withText = until - from <= maxInlineMs;
  const [inRange, repeated] = await Promise.all([
    findEntries(client, collection, { range, withText }),
    findRepeated(client, collection, withText),
  ]);
  const found = [...new Map([...repeated.entries, ...inRange.entries]).values()];
  const texts = found.flatMap(({ text }) => text ?? []);
  let hasAttendees = repeated.hasAttendees || inRange.hasAttendees;
  const others = found.filter(({ text }) => text === undefined);
  for (let start = 0; start < others.length; start += entriesOfRequest) {
    const read = await readTexts(client, collection, others.slice(start, start + entriesOfRequest));
    texts.push(...read.entries.flatMap(({ text }) => text ?? []));
    hasAttendees ||= read.hasAttendees;
    assertBounded(texts);
  }
  return { texts, hasAttendees };
}

function assertBounded(texts: readonly Uint8Array[]): void {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > maxLength) throw new CalendarProblem('The entries of the calendar are larger than 50 MiB.');
}

interface EntriesQuery {
  readonly range: ReadRange;
  readonly withText: boolean;
}

/** The entries by address. If the server truncates the list of a range, each half is queried. */
async function findEntries(
  client: DavClient,
  collection: string,
  { range, withText }: EntriesQuery,
): Promise<FoundEntries> {
  const answer = await queryCalendar(client, collection, { filter: overlapping(range), withText });
  const { isTruncated, hasAttendees } = answer;
  if (!isTruncated) return { entries: byAddress(answer.entries), hasAttendees };
  const { from, until } = range;
  if (until - from <= dayMs) throw incomplete();
  const middle = from + Math.floor((until - from) / 2);
  const first = await findEntries(client, collection, { range: { from, until: middle }, withText });
  const second = await findEntries(client, collection, { range: { from: middle, until }, withText });
  const entries = new Map([...first.entries, ...second.entries]);
  return { entries, hasAttendees: first.hasAttendees || second.hasAttendees };
}

function byAddress(entries: readonly DavEntry[]): Map<string, DavEntry> {
  return new Map(entries.map((entry) => [entry.address, entry]));
}

/** With these statuses, a server that supports the query may be temporarily unavailable. */
const unavailable: readonly number[] = [429, 502, 503, 504];

/**
 * Some servers, such as Xandikos, match only the first occurrence of a series, so that an old series overlaps nothing.
 * Therefore every series is read. A server that cannot filter for them is trusted with the range query alone.
 */
async function findRepeated(client: DavClient, collection: string, withText: boolean): Promise<FoundEntries> {
  const found = new Map<string, DavEntry>();
  let hasAttendees = false;
  for (const property of ['RRULE', 'RDATE']) {
    try {
      const answer = await queryCalendar(client, collection, { filter: having(property), withText });
      for (const entry of answer.entries) found.set(entry.address, entry);
      hasAttendees ||= answer.hasAttendees;
    } catch (error) {
      const isAnswer = error instanceof StatusProblem && !error.isRefused && !unavailable.includes(error.status);
      if (!isAnswer) throw error;
    }
  }
  return { entries: found, hasAttendees };
}

/** The host's addresses, which show the invitations that the host declined. */
async function ownAddresses(
  client: DavClient,
  { secret: { username } }: CaldavAccess,
  collection: string,
): Promise<readonly string[]> {
  const named = await findAddresses(client, collection);
  return username.includes('@') ? [username, ...named] : named;
}
