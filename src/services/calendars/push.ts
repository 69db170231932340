import type { StoredConnection } from '#src/db/reads/calendar-connections.ts';
import { readEndingChannels, storeChannel, wakeRead } from '#src/db/writes/calendar-channels.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type OpenedConnection, openAccess } from './open-access.ts';
import type { WatchRequest } from './providers/provider.ts';
import type { CalendarContext } from './store-connection.ts';

// A provider may report that a calendar has changed, which makes a read due. Nothing relies on it: each calendar is also read
// every few minutes.

/** A channel is renewed a day before it ends. */
const renewalMs = 24 * 3_600_000;
/** How long to wait after a provider has refused a channel. */
const retryMs = 6 * 3_600_000;

/**
 * Subscribes to changes of the calendars that are read. Call it after a successful read; most calls renew no channel. A
 * refused channel is no problem of the connection.
 */
export async function renewChannels(
  context: CalendarContext,
  connection: StoredConnection,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, calendars } = context;
  const { workspaceId, id, kind } = connection;
  const { pushUrl, pushTokens } = calendars;
  if (pushUrl === undefined || !calendars.provider(kind).watch) return;
  const now = clock.now();
  const ending = await readEndingChannels(db, [workspaceId, id], new Date(now.getTime() + renewalMs));
  if (ending.length === 0) return;
  const opened = await openAccess(context, connection, signal);
  const url = `${pushUrl}/${kind.toLowerCase()}`;
  const request = { url, token: pushTokens.sign(`${workspaceId}.${id}`), now };
  for (const calendar of ending) {
    const channel = await watched(opened, { ...request, calendar, channelId: calendar.channelId });
    await storeChannel(db, [workspaceId, calendar.id], channel);
  }
}

async function watched(
  { provider, access }: OpenedConnection,
  request: WatchRequest,
): Promise<{ readonly channelId: string | null; readonly until: Date }> {
  try {
    const channel = await provider.watch?.(access, request);
    if (channel) return { channelId: channel.id, until: channel.until };
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error;
  }
  return { channelId: null, until: new Date(request.now.getTime() + renewalMs + retryMs) };
}

/** Makes a read of the token's connection due. Returns false if the token has none. */
export async function wakeConnection({ db, clock, calendars }: CalendarContext, token: string): Promise<boolean> {
  const [workspaceId, id] = calendars.pushTokens.read(token)?.split('.').map(Number) ?? [];
  if (workspaceId === undefined || id === undefined) return false;
  return wakeRead(db, [workspaceId, id], clock.now());
}
