import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes that were signed. */
  readonly body: Buffer;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** The status of the answer, or a function that answers by itself, or never. */
export type Answer = number | ((response: ServerResponse, received: Received) => void);

export interface Receiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: Received[];
  /** The JSON of each request. */
  bodies(): { type: string; id: string; sequence: number; data: { n: number } }[];
  /** How many requests wait for an answer now, and how many did at most. */
  readonly open: { now: number; most: number };
  /** How the next requests are answered. */
  answer(answer: Answer): void;
  close(): Promise<void>;
}

/** Its URL with another name of this machine: all ports of one name are one host. */
export function atOtherHost({ url }: Receiver): string {
  return url.replace('127.0.0.1', 'localhost');
}

/**
 * Answers 204 after a moment, from when so many requests are open; so many before them at once. However slow the machine is,
 * the requests are open together that may be.
 */
export function whenOpen(count: number, { ms = 20, before = 0 } = {}): Answer {
  const waiting: ServerResponse[] = [];
  let answered = 0;
  const end = (response: ServerResponse) => void setTimeout(() => response.writeHead(204).end(), ms);
  return (response) => {
    if (answered++ < before || waiting.length >= count) return end(response);
    waiting.push(response);
    if (waiting.length === count) for (const each of waiting) end(each);
  };
}

/** An HTTP server that keeps all it receives. By default it answers 204. */
export async function webhookReceiver(first: Answer = 204): Promise<Receiver> {
  const received: Received[] = [];
  const open = { now: 0, most: 0 };
  let answer = first;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.on('close', () => {
      open.now -= 1;
    });
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        ...{ path: request.url ?? '', headers: request.headers },
        ...{ body: Buffer.concat(chunks), at: performance.now() },
      };
      received.push(entry);
      if (typeof answer === 'number') response.writeHead(answer).end();
      else answer(response, entry);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    bodies: () => received.map(({ body }) => JSON.parse(body.toString())),
    open,
    answer: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
