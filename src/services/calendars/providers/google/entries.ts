import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, CallEntry, EntryPlace, OAuthSecret } from '../provider.ts';

/** The private property that identifies our entries, because Google chooses the UID of an event that has an id. */
export const uidProperty = 'slotlineUid';

const written = z.object({ id: z.string() });
const nothing = z.unknown();

/**
 * The id of our entry. It is the same for each attempt, so that a retry after a lost response does not create a second entry.
 * Google allows base32hex characters (RFC 4648), which include the hexadecimal digits.
 */
export function googleEventId(uid: string): string {
  return createHash('sha256').update(uid).digest('hex');
}

/** Updates the entry, or creates it if it does not exist. A deleted entry keeps its id and is restored. */
export async function putGoogleEntry(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { calendar, uid, externalId }: EntryPlace,
  entry: CallEntry,
): Promise<string> {
  const path = `/calendars/${encodeURIComponent(calendar.externalId)}/events`;
  const query = { sendUpdates: 'none', fields: 'id' };
  const body = bodyOf(entry);
  const change = (eventId: string) =>
    api.attempt(access, {
      method: 'PATCH',
      path: `${path}/${encodeURIComponent(eventId)}`,
      query,
      body,
      answer: written,
      passes: [404, 410],
    });
  const changed = externalId === null ? undefined : await change(externalId);
  if (changed) return changed.id;
  const id = googleEventId(uid);
  const insertion = { method: 'POST', path, query, body: { ...body, id }, answer: written } as const;
  const created = await api.attempt(access, { ...insertion, passes: [409] });
  const { id: writtenId } = created ?? (await change(id)) ?? {};
  if (writtenId !== undefined) return writtenId;
  throw new CalendarProblem('Google neither created nor changed the entry of this call.');
}

/** Deletes the entry. A missing entry is no problem. */
export async function removeGoogleEntry(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { calendar, uid, externalId }: EntryPlace,
): Promise<void> {
  const id = externalId ?? googleEventId(uid);
  const path = `/calendars/${encodeURIComponent(calendar.externalId)}/events/${encodeURIComponent(id)}`;
  await api.attempt(access, {
    method: 'DELETE',
    path,
    query: { sendUpdates: 'none' },
    answer: nothing,
    passes: [404, 410],
  });
}

/** Other fields that the host changed, such as the colour, stay as they are. */
function bodyOf({ uid, start, end, timeZone, summary, description, location }: CallEntry) {
  return {
    summary,
    description,
    location: location ?? '',
    status: 'confirmed',
    transparency: 'opaque',
    start: { dateTime: start.toISOString(), timeZone },
    end: { dateTime: end.toISOString(), timeZone },
    extendedProperties: { private: { [uidProperty]: uid } },
  };
}
