import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';

/** The requests of each workspace on the day. */
export const perWorkspace = { calls: 10, contact: 5, relations: 2, openTimes: 2, booking: 1 } as const;

/** A request of the day, and when it is due, in milliseconds after its beginning. */
export interface DueRequest {
  readonly atMs: number;
  readonly kind: string;
  readonly request: string;
  readonly status: number;
}

const lanes = 16;

/** Sends the requests when they are due, to the nodes in turn. Resolves to how many of each kind were answered. */
export async function replay(due: readonly DueRequest[], ports: readonly number[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const start = performance.now();
  let next = 0;
  const lane = async (connection: Connection) => {
    for (let each = due[next++]; each; each = due[next++]) {
      const wait = start + each.atMs - performance.now();
      if (wait > 0) await pause(wait);
      const status = await connection.request(each.request);
      if (status !== each.status)
        throw new Error(`${each.kind} was answered with ${status} instead of ${each.status}.`);
      counts.set(each.kind, (counts.get(each.kind) ?? 0) + 1);
    }
  };
  const connections = Array.from({ length: lanes }, (_, index) => new Connection(ports[index % ports.length] ?? 0));
  try {
    await Promise.all(connections.map(lane));
  } finally {
    for (const connection of connections) connection.close();
  }
  return counts;
}
