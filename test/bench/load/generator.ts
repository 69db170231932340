import { Connection } from './connection.ts';
import { type Latencies, latenciesOf } from './latencies.ts';

/** What a process of load is asked to do. */
export interface LoadOrder {
  readonly port: number;
  readonly request: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Answers of another status than 200. */
  readonly failures: number;
  /** Until the last answer. */
  readonly seconds: number;
  readonly latencies: Latencies;
}

/** Keeps every connection busy for so long, and waits for the answers that are still due. */
export async function load({ port, request, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const milliseconds: number[] = [];
  let failures = 0;
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const busy = (connection: Connection) =>
    new Promise<void>((resolve, reject) => {
      let sent = performance.now();
      const answered = (status: number) => {
        const now = performance.now();
        milliseconds.push(now - sent);
        if (status !== 200) failures++;
        sent = now;
        if (now < deadline) connection.send(request, answered, reject);
        else resolve();
      };
      connection.send(request, answered, reject);
    });
  const all = Array.from({ length: connections }, () => new Connection(port));
  try {
    await Promise.all(all.map(busy));
  } finally {
    for (const connection of all) connection.close();
  }
  return {
    requests: milliseconds.length,
    failures,
    seconds: (performance.now() - start) / 1000,
    latencies: latenciesOf(milliseconds),
  };
}
