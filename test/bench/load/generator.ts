import { Connection } from './connection.ts';
import { type Latencies, latenciesOf } from './latencies.ts';

/** What the load process is to send. */
export interface LoadOrder {
  readonly port: number;
  /** Sent in this order, each on the connection that is free first. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** How long the requests are sent over and over; undefined sends each once. */
  readonly seconds?: number;
  /** The status that each response must have; 200 without it. */
  readonly status?: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Responses with another status. */
  readonly failures: number;
  /** From the first request to the last response. */
  readonly seconds: number;
  readonly latencies: Latencies;
}

/** Keeps every connection busy until the time or the requests are over, then waits for the pending responses. */
export async function load({ port, requests, connections, seconds, status = 200 }: LoadOrder): Promise<LoadResult> {
  const milliseconds: number[] = [];
  let failures = 0;
  let next = 0;
  const start = performance.now();
  const deadline = seconds === undefined ? undefined : start + seconds * 1000;
  const nextRequest = (now: number) => {
    if (deadline === undefined) return requests[next++];
    return now < deadline ? requests[next++ % requests.length] : undefined;
  };
  const busy = (connection: Connection) =>
    new Promise<void>((resolve, reject) => {
      let sent = 0;
      const sendNext = (now: number) => {
        const request = nextRequest(now);
        sent = now;
        if (request === undefined) resolve();
        else connection.send(request, onResponse, reject);
      };
      const onResponse = (received: number) => {
        const now = performance.now();
        milliseconds.push(now - sent);
        if (received !== status) failures++;
        sendNext(now);
      };
      sendNext(start);
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
