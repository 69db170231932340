import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, CallEntry, EntryPlace, OAuthSecret } from '../provider.ts';

/** A custom property that finds an entry whose id is unknown. Microsoft identifies it by a namespace and a name. */
const uidProperty = 'String {6f0f2b5e-3c0d-4c55-9a43-51f0f0a1d27c} Name SlotlineUid';

const written = z.object({ id: z.string() });
const foundPage = z.object({ value: z.array(written) });
const nothing = z.unknown();

/** Makes the id survive a move of the entry to another calendar. */
const headers = { prefer: 'IdType="ImmutableId"' };

/** Updates the entry, or creates it. First looks for the entry of an attempt whose response was lost. */
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
    // Microsoft creates no second event with the same transactionId.
    body: { ...body, transactionId: uid, singleValueExtendedProperties: properties },
  });
  const { id } = created ?? (await changeFound()) ?? {};
  if (id !== undefined) return id;
  throw new CalendarProblem('Microsoft neither created nor changed the entry of this call.');
}

/** Deletes the entry. A missing entry is no problem. */
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
  // A UID contains no quotes, so it cannot end the string.
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

/** Other fields that the host changed, such as the category, stay as they are. */
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
