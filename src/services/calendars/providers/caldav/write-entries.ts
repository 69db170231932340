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
  // A first write replaces nothing, unless it is the second one of the same call, whose first answer was lost.
  const first = place.externalId === null ? await put(client, address, body, { 'if-none-match': '*' }) : undefined;
  const answer = first && first.status !== 412 ? first : await put(client, address, body);
  if (isDone(answer)) return answer.url;
  // The entry is in the calendar under another address (RFC 4791, 5.3.2.1): some programs of hosts move what they change.
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

/** Whether there was an entry, which is deleted now. */
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

/** A 207 names a part that failed: so Xandikos answers where the UID is taken. */
function isDone({ status }: OutgoingResponse): boolean {
  return isSuccess(status) && status !== 207;
}

/** The statuses with which servers answer that the UID is taken. */
function mayBeElsewhere({ status }: OutgoingResponse): boolean {
  return [207, 403, 409, 412].includes(status);
}

/** Where entries with the UID are. Servers that do not filter by UIDs answer with others too. */
async function addressesOfUid(client: DavClient, { calendar, uid }: EntryPlace): Promise<string[]> {
  try {
    const query = { filter: withUid(uid), withText: true, uid };
    const { entries } = await queryCalendar(client, calendar.externalId, query);
    return entries.map(({ address }) => address);
  } catch (error) {
    // Without the collection there is no entry either.
    if (error instanceof StatusProblem && error.isMissing) return [];
    throw error;
  }
}

/** The same for the life of the call, so that no write makes a second entry. */
function addressOf({ calendar, uid }: EntryPlace): string {
  const collection = calendar.externalId.replace(/\/*$/, '/');
  const address = resolved(`${encodeURIComponent(uid)}.ics`, collection);
  if (address === undefined) throw new CalendarProblem('The address of the calendar is no web address.');
  return address;
}

/** The entry names no people: to a server that knows scheduling (RFC 6638) it is nobody's invitation, and it mails nobody. */
function entryText({ start, end, ...entry }: CallEntry): string {
  return eventCalendar({ ...entry, stamp: new Date(), start: start.toISOString(), end: end.toISOString() });
}
