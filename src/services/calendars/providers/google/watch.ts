import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, Channel, OAuthSecret, WatchRequest } from '../provider.ts';

const channel = z.object({ id: z.string().max(255), expiration: z.coerce.number().max(8e15).optional() });

/** One day, if Google names no end. */
const defaultLifetimeMs = 24 * 3_600_000;

/** Google cannot renew a channel. The new one starts before the old one ends, so both send for a while. */
export async function watchGoogleCalendar(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { calendar, url, token, now }: WatchRequest,
): Promise<Channel> {
  const { id, expiration = now.getTime() + defaultLifetimeMs } = await api.call(access, {
    method: 'POST',
    path: `/calendars/${encodeURIComponent(calendar.externalId)}/events/watch`,
    answer: channel,
    body: { id: randomUUID(), type: 'web_hook', address: url, token },
  });
  return { id, until: new Date(expiration) };
}
