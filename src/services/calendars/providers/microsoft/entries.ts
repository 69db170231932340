import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, CallEntry, EntryPlace, OAuthSecret } from '../provider.ts';

/** A property of our own, by which an entry is found whose id is not known. Microsoft names it by a namespace and a name. */
const uidProperty = 'String {6f0f2b5e-3c0d-4c55-9a43-51f0f0a1d27c} Name SlotlineUid';

const written = z.object({ id: z.string() });
const foundPage = z.object({ value: z.array(written) });
const nothing = z.unknown();

/** Keeps the id of an entry that is moved to another calendar. */
const headers = { prefer: 'IdType="ImmutableId"' };

/** Changes the entry, or creates it where there is none. The entry of an attempt whose answer was lost is looked for first. */
export async function putMicrosoftEntry(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { calendar, uid, externalId }: EntryPlace,
  entry: CallEntry,
): Promise<string> {
  const body = bodyOf(entry);
  const change = (id: string) =>
    api.attempt(access, { method: 'PATCH', path: eventPath(id), headers, body, answer: written, passes: [404, 410] });
  const changeFound = async () => {
    const found = await findEntry(api, access, calendar.externalId, uid);
    return found === undefined ? undefined : change(found);
  };
  const changed = (externalId === null ? undefined : await change(externalId)) ?? (await changeFound());
  if (changed) return changed.id;
  const properties = [{ id: uidProperty, value: uid }];
  const created = await api.attempt(access, {
    method: 'POST',
    path: eventsPath(calendar.externalId),
    headers,
    answer: written,
    passes: [409],
    // Microsoft creates no second event of the same transaction.
    body: { ...body, transactionId: uid, singleValueExtendedProperties: properties },
  });
  const { id } = created ?? (await changeFound()) ?? {};
  if (id !== undefined) return id;
  throw new CalendarProblem('Microsoft neither writes nor changes the entry of this call.');
}

/** One that is gone already is no problem. */
export async function removeMicrosoftEntry(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { calendar, uid, externalId }: EntryPlace,
): Promise<void> {
  const id = externalId ?? (await findEntry(api, access, calendar.externalId, uid));
  if (id === undefined) return;
  await api.attempt(access, { method: 'DELETE', path: eventPath(id), headers, answer: nothing, passes: [404, 410] });
}

async function findEntry(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  calendarId: string,
  uid: string,
): Promise<string | undefined> {
  // A UID has no quotes, which would end the text.
  const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${uidProperty}' and ep/value eq '${uid}')`;
  const query = { $filter: filter, $select: 'id', $top: '1' };
  const { value } = await api.call(access, { path: eventsPath(calendarId), query, headers, answer: foundPage });
  return value[0]?.id;
}

function eventsPath(calendarId: string): string {
  return `/me/calendars/${encodeURIComponent(calendarId)}/events`;
}

function eventPath(id: string): string {
  return `/me/events/${encodeURIComponent(id)}`;
}

/** What the host changed beside these, such as the category, stays. */
function bodyOf({ start, end, summary, description, location }: CallEntry) {
  return {
    subject: summary,
    body: { contentType: 'text', content: description },
    start: utc(start),
    end: utc(end),
    location: { displayName: location ?? '' },
    showAs: 'busy',
  };
}

function utc(instant: Date) {
  return { dateTime: instant.toISOString().slice(0, -1), timeZone: 'UTC' };
}
