import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../../../src/db/open.ts';
import { recordEvents } from '../../../src/db/writes/webhook-events.ts';
import { dataDir } from '../environment/database.ts';
import { eventsOf } from './workspace.ts';

export interface EventWriter {
  /** Resolves to the number of events a second. */
  stop(): Promise<number>;
}

interface Rhythm {
  readonly transactionsPerSecond: number;
  readonly eventsEach: number;
}

/** Writes events in an even rhythm, in turn for each workspace, over connections of its own, as a process without a worker. */
export async function startEventWriter(
  databaseUrl: string,
  workspaceIds: readonly number[],
  { transactionsPerSecond, eventsEach }: Rhythm,
): Promise<EventWriter> {
  const { database, close } = await connectDatabase({ databaseUrl, dataDir, role: 'command', migrates: false });
  let isStopped = false;
  const start = performance.now();
  const write = async () => {
    let turn = 0;
    for (; !isStopped; turn++) {
      const workspaceId = workspaceIds[turn % workspaceIds.length] ?? 0;
      await database.write((client) => recordEvents(client, workspaceId, eventsOf(eventsEach)));
      const wait = start + (1000 / transactionsPerSecond) * (turn + 1) - performance.now();
      if (wait > 0) await pause(wait);
    }
    return turn;
  };
  const writing = write();
  return {
    async stop() {
      isStopped = true;
      const transactions = await writing;
      await close();
      return (transactions * eventsEach * 1000) / (performance.now() - start);
    },
  };
}
