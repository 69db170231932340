import { Connection } from './connection.ts';
import { type Latencies, latenciesOf } from './latencies.ts';

/** What the load process is to send. */
export interface LoadOrder {
  readonly port: number;
  /** Sent in this order, each on the connection that is free first. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** How many are sent a second, of all connections together; without it as many as are answered. */
  readonly perSecond?: number;
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

/**
 * Keeps every connection busy until the time or the requests are over, then waits for the pending responses. Where so many
 * are sent a second, a request also waits from when it is due for a free connection.
 */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const { port, connections, status = 200 } = order;
  const milliseconds: number[] = [];
  let failures = 0;
  const start = performance.now();
  const nextRequest = requestsOf(order, start);
  const busy = (connection: Connection) =>
    new Promise<void>((resolve, reject) => {
      let sent = 0;
      const sendNext = (now: number) => {
        const next = nextRequest(now);
        if (next === undefined) return resolve();
        sent = next.due;
        const send = () => connection.send(next.request, onResponse, reject);
        if (next.due > now) setTimeout(send, next.due - now);
        else send();
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

/** What a free connection sends next, and when; undefined where the time or the requests are over. */
function requestsOf({ requests, seconds, perSecond }: LoadOrder, start: number) {
  const end = seconds === undefined ? Infinity : start + seconds * 1000;
  let count = 0;
  return (now: number): { readonly request: string; readonly due: number } | undefined => {
    const due = perSecond === undefined ? now : start + (count * 1000) / perSecond;
    const request = requests[seconds === undefined ? count : count % requests.length];
    if (due >= end || request === undefined) return undefined;
    count++;
    return { request, due };
  };
}
