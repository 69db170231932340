import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutgoingClient } from '#src/lib/network/outgoing-client.ts';
import { pause } from '../../support/waiting.ts';

const client = new OutgoingClient({ allowsLoopback: true });
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, kind, size] = (request.url ?? '').split('/');
    if (kind === 'here') return void response.end('here');
    const [status, headers] =
      kind === 'moved' ? [301, { location: '/here' }] : [200, { 'content-encoding': 'unknown' }];
    response.writeHead(status, headers as Record<string, string>);
    if (size === 'endless') response.write('x'.repeat(100_000));
    else response.end('x'.repeat(Number(size)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const limits = { timeoutMs: 60_000, maxBytes: 10_000 };

/** What Node would end the process for. */
async function uncaughtDuring(action: () => Promise<void>): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => uncaught.push(error));
  await action();
  await pause(50);
  process.removeAllListeners('uncaughtException');
  for (const listener of others) process.on('uncaughtException', listener);
  return uncaught;
}

// A stream that is destroyed has an error, which ends the process where nobody listens for it.
describe.each(['0', '100', 'endless'])('a body of size %s that nobody reads', (size) => {
  it('is left where the answer is a redirect', async () => {
    const uncaught = await uncaughtDuring(async () => {
      const answer = await client.request({ url: `${url}/moved/${size}`, method: 'PROPFIND', ...limits });
      expect([answer.status, answer.body.toString(), answer.url]).toEqual([200, 'here', `${url}/here`]);
    });
    expect(uncaught).toEqual([]);
  });

  it('is left where its compression is unknown', async () => {
    const uncaught = await uncaughtDuring(async () => {
      await expect(client.request({ url: `${url}/unknown/${size}`, ...limits })).rejects.toThrow(
        'The response is compressed in a way that this server does not support.',
      );
    });
    expect(uncaught).toEqual([]);
  });
});
