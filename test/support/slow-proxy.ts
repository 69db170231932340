import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { later } from './waiting.ts';

export interface SlowProxy {
  readonly url: string;
  /** Requests that the server behind has answered. */
  readonly answered: () => number;
  close(): Promise<void>;
}

/**
 * Passes requests to a server and keeps each answer back for a while, so that whoever is killed meanwhile has changed the server
 * and does not know it.
 */
export async function slowProxy(target: string, maxDelayMs: number): Promise<SlowProxy> {
  const { hostname, port } = new URL(target);
  let answered = 0;
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const onAnswer = (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        answered += 1;
        const reply = () => response.writeHead(answer.statusCode ?? 500, answer.headers).end(Buffer.concat(chunks));
        later(randomInt(maxDelayMs), reply);
      });
    };
    const passed = send({ hostname, port, method, path: url, headers }, onAnswer);
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answered: () => answered,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
