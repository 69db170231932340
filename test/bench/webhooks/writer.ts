import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { writeEvents } from './workspace.ts';

export interface EventWriter {
  /** Resolves to the number of events a second. */
  stop(): Promise<number>;
}

interface Rhythm {
  readonly transactionsPerSecond: number;
  readonly eventsEach: number;
}

/** Writes events in an even rhythm, in turn for each workspace, over a connection of its own. */
export async function startEventWriter(
  databaseUrl: string,
  workspaceIds: readonly number[],
  { transactionsPerSecond, eventsEach }: Rhythm,
): Promise<EventWriter> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'slotline bench writer' });
  await client.connect();
  let isStopped = false;
  const start = performance.now();
  const write = async () => {
    let turn = 0;
    for (; !isStopped; turn++) {
      await writeEvents(client, workspaceIds[turn % workspaceIds.length] ?? 0, eventsEach);
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
      await client.end();
      return (transactions * eventsEach * 1000) / (performance.now() - start);
    },
  };
}
