import { readCalls } from '#src/db/writes/event-calls.ts';
import { markStartingCalls, type StartRange, workspacesOfStartingCalls } from '#src/db/writes/starting-calls.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { ServiceContext } from '../context.ts';
import { tryEach } from '../try-each.ts';

/** How long before its start a call is announced. */
const announcedMs = 15 * minuteMs;
const batchSize = 500;

/**
 * Records the event of each call that begins soon, once per start time, in workspaces with an endpoint for it. Several nodes
 * may run this at once. A signal stops it after the current batch.
 */
export async function announceStartingCalls({ db, clock }: ServiceContext, signal?: AbortSignal): Promise<void> {
  const now = clock.now();
  const range = { from: now, until: new Date(now.getTime() + announcedMs) };
  const workspaceIds = await workspacesOfStartingCalls(db, range);
  await tryEach(workspaceIds, (workspaceId) => announceIn({ db, clock }, workspaceId, range, signal));
}

async function announceIn(
  { db, clock }: ServiceContext,
  workspaceId: number,
  range: StartRange,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let isDone = false; !isDone && !signal?.aborted; ) {
    const seen = await db.write(async (client) => {
      const marked = await markStartingCalls(client, workspaceId, { ...range, limit: batchSize });
      const calls = await readCalls(client, workspaceId, { ids: marked.ids, now: clock.now() });
      const events = calls.map((call) => ({ kind: 'call.starting' as const, data: call }));
      await recordEvents(client, workspaceId, events);
      return marked.seen;
    });
    isDone = seen < batchSize;
  }
}
