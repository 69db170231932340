import { eventCalendar } from '#src/domain/calendars/event-calendar.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { OutgoingResponse } from '#src/lib/network/outgoing-client.ts';
import { isSuccess } from '#src/lib/webdav/multistatus.ts';
import type { CallEntry, EntryPlace } from '../provider.ts';
import { resolved } from './addresses.ts';
import { queryCalendar, withUid } from './calendar-query.ts';
import { type CaldavAccess, DavClient } from './dav-client.ts';
import { StatusProblem } from './problems.ts';

/** Returns the address of the entry. */
export async function putEntry(access: CaldavAccess, place: EntryPlace, entry: CallEntry): Promise<string> {
  const client = new DavClient(access);
  const body = entryText(entry);
  const address = place.externalId ?? addressOf(place);
  // The first write must not replace an entry, unless it retries a write whose response was lost.
  const first = place.externalId === null ? await put(client, address, body, { 'if-none-match': '*' }) : undefined;
  const answer = first && first.status !== 412 ? first : await put(client, address, body);
  if (isDone(answer)) return answer.url;
  // The UID is stored under another address (RFC 4791, section 5.3.2.1): some clients of hosts move entries that they change.
  const [other] = mayBeElsewhere(answer) ? await addressesOfUid(client, place) : [];
  if (other === undefined) throw new StatusProblem(answer);
  const replaced = await put(client, other, body);
  if (!isDone(replaced)) throw new StatusProblem(replaced);
  return replaced.url;
}

export async function removeEntry(access: CaldavAccess, place: EntryPlace): Promise<void> {
  const client = new DavClient(access);
  if (await isDeleted(client, place.externalId ?? addressOf(place))) return;
  for (const address of await addressesOfUid(client, place)) await isDeleted(client, address);
}

/** Deletes the entry. Returns true if it existed. */
async function isDeleted(client: DavClient, address: string): Promise<boolean> {
  const answer = await client.send({ method: 'DELETE', url: address });
  const isMissing = answer.status === 404 || answer.status === 410;
  if (!isMissing && !isDone(answer)) throw new StatusProblem(answer);
  return !isMissing;
}

function put(client: DavClient, url: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  return client.send({
    method: 'PUT',
    url,
    body,
    headers: { 'content-type': 'text/calendar; charset=utf-8; component=VEVENT', ...headers },
  });
}

/** A 207 means that a part failed: Xandikos answers so if the UID is taken. */
function isDone({ status }: OutgoingResponse): boolean {
  return isSuccess(status) && status !== 207;
}

/** The statuses with which servers report that the UID is taken. */
function mayBeElsewhere({ status }: OutgoingResponse): boolean {
  return [207, 403, 409, 412].includes(status);
}

/** The addresses of entries with the UID. Servers that cannot filter by UID return others too. */
async function addressesOfUid(client: DavClient, { calendar, uid }: EntryPlace): Promise<string[]> {
  try {
    const query = { filter: withUid(uid), withText: true, uid };
    const { entries } = await queryCalendar(client, calendar.externalId, query);
    return entries.map(({ address }) => address);
  } catch (error) {
    // If the collection is missing, so is the entry.
    if (error instanceof StatusProblem && error.isMissing) return [];
    throw error;
  }
}

/** Stable for the life of the call, so that a retry does not create a second entry. */
function addressOf({ calendar, uid }: EntryPlace): string {
  const collection = calendar.externalId.replace(/\/*$/, '/');
  const address = resolved(`${encodeURIComponent(uid)}.ics`, collection);
  if (address === undefined) throw new CalendarProblem('The address of the calendar is not a web address.');
  return address;
}

/** The entry has no attendees, so that a server with scheduling (RFC 6638) sends no e-mail for it. */
function entryText({ start, end, ...entry }: CallEntry): string {
  return eventCalendar({ ...entry, stamp: new Date(), start: start.toISOString(), end: end.toISOString() });
}
