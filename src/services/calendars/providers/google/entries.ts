import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, CallEntry, EntryPlace, OAuthSecret } from '../provider.ts';

/** The private property by which our entries are known, since Google chooses the UID of an event that has an id. */
export const uidProperty = 'slotlineUid';

const written = z.object({ id: z.string() });
const nothing = z.unknown();

/**
 * The id of our entry, the same for each attempt, so that one whose answer was lost is not written twice. Google takes the letters
 * and digits of base32hex (RFC 4648), of which hexadecimal digits are some.
 */
export function googleEventId(uid: string): string {
  return createHash('sha256').update(uid).digest('hex');
}

/** Changes the entry, or creates it where there is none. One that the host deleted keeps its id, and comes back. */
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
  throw new CalendarProblem('Google neither writes nor changes the entry of this call.');
}

/** One that is gone already is no problem. */
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

/** What the host changed beside these, such as the colour, stays. */
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
