import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { later } from './waiting.ts';

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

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: Received[];
  /** The JSON of each request. */
  bodies(): { type: string; id: string; sequence: number; data: { n: number } }[];
  /** How many requests wait for an answer now, and how many did at most. */
  readonly open: { readonly now: number; most: number };
  /** How the next requests are answered. */
  answer(answer: Answer): void;
  /** Lets the next requests wait. Each adds a function to what this returns, which answers it. */
  hold(status?: number): (() => void)[];
  /** Ends the requests that wait, and every later one, without an answer. */
  hangUp(): void;
  /** Forgets all that it received, and answers as it did at first. */
  reset(): void;
  close(): Promise<void>;
}

/** A receiver for a test file: it forgets before each test what came before, and lets no request wait after a test. */
export async function useWebhookReceiver(first?: Answer): Promise<Receiver> {
  const receiver = await webhookReceiver(first);
  beforeEach(() => receiver.reset());
  afterEach(() => receiver.hangUp());
  afterAll(() => receiver.close());
  return receiver;
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
  const end = (response: ServerResponse) => void later(ms, () => response.writeHead(204).end());
  return (response) => {
    if (answered++ < before || waiting.length >= count) return end(response);
    waiting.push(response);
    if (waiting.length === count) for (const each of waiting) end(each);
  };
}

/** Answers with the status after this time. */
export function after(ms: number, status = 204): Answer {
  return (response) => void later(ms, () => response.writeHead(status).end());
}

/** An HTTP server that keeps all it receives. By default it answers 204. */
export async function webhookReceiver(first: Answer = 204): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<ServerResponse>();
  const open = {
    get now() {
      return waiting.size;
    },
    most: 0,
  };
  let answer = first;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    waiting.add(response);
    open.most = Math.max(open.most, open.now);
    response.on('close', () => waiting.delete(response));
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
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    bodies: () => received.map(({ body }) => JSON.parse(body.toString())),
    open,
    answer: (next) => {
      answer = next;
    },
    hold(status = 204) {
      const answers: (() => void)[] = [];
      answer = (response) => answers.push(() => response.writeHead(status).end());
      return answers;
    },
    hangUp() {
      answer = (response) => response.destroy();
      for (const response of waiting) response.destroy();
    },
    reset() {
      received.length = 0;
      waiting.clear();
      open.most = 0;
      answer = first;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
