import { Connection } from './connection.ts';
import { type Latencies, latenciesOf } from './latencies.ts';

/** What the load process is to send. */
export interface LoadOrder {
  readonly port: number;
  readonly request: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Responses with another status than 200. */
  readonly failures: number;
  /** From the first request to the last response. */
  readonly seconds: number;
  readonly latencies: Latencies;
}

/** Keeps every connection busy for this time, then waits for the pending responses. */
export async function load({ port, request, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const milliseconds: number[] = [];
  let failures = 0;
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const busy = (connection: Connection) =>
    new Promise<void>((resolve, reject) => {
      let sent = performance.now();
      const onResponse = (status: number) => {
        const now = performance.now();
        milliseconds.push(now - sent);
        if (status !== 200) failures++;
        sent = now;
        if (now < deadline) connection.send(request, onResponse, reject);
        else resolve();
      };
      connection.send(request, onResponse, reject);
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
