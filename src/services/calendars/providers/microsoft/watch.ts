import { z } from 'zod';
import type { BearerApi } from '../bearer-api.ts';
import type { CalendarAccess, Channel, OAuthSecret, WatchRequest } from '../provider.ts';

const subscription = z.object({
  id: z.string().max(255),
  expirationDateTime: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});

/** Microsoft accepts at most 10,080 minutes and may grant less: its response counts. */
const lifetimeMs = 10_000 * 60_000;

/** Renews the subscription, or creates a new one if it has ended. */
export async function watchMicrosoftCalendar(
  api: BearerApi,
  access: CalendarAccess<OAuthSecret>,
  { calendar, channelId, url, token, now }: WatchRequest,
): Promise<Channel> {
  const expirationDateTime = new Date(now.getTime() + lifetimeMs).toISOString();
  const renewed =
    channelId === null
      ? undefined
      : await api.attempt(access, {
          method: 'PATCH',
          path: `/subscriptions/${encodeURIComponent(channelId)}`,
          body: { expirationDateTime },
          answer: subscription,
          passes: [400, 404, 410],
        });
  const resource = `/me/calendars/${calendar.externalId}/events`;
  const created = { changeType: 'created,updated,deleted', notificationUrl: url, resource, clientState: token };
  const { id, expirationDateTime: until } =
    renewed ??
    (await api.call(access, {
      method: 'POST',
      path: '/subscriptions',
      body: { ...created, expirationDateTime },
      answer: subscription,
    }));
  return { id, until };
}
