import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { tinySchema } from '../../support/tiny-schema.ts';

const app = await useApp({ schema: tinySchema });
const key = await app.apiKey(await app.workspace());

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** One request on the agent's only connection. */
function send(agent: Agent, { method = 'POST', path = '/v1/things', headers = {}, body }: Sent): Promise<number> {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(app.url + path, { agent, method, headers: all, timeout: 60_000 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer in 60 seconds.')));
    sent.on('error', reject);
    sent.end(body);
  });
}

const mebibytes = (count: number) => Buffer.alloc(count * 1024 * 1024, ' ');
const chunks = { 'transfer-encoding': 'chunked' };

test.each<[string, number, Sent]>([
  ['a body that is too long by its length', 413, { body: mebibytes(2) }],
  ['a body that is too long in chunks', 413, { body: mebibytes(2), headers: chunks }],
  ['a body that is far too long in chunks', 413, { body: mebibytes(16), headers: chunks }],
  ['a body of the wrong type', 415, { body: mebibytes(1), headers: { 'content-type': 'text/plain' } }],
  ['a body without a credential', 401, { body: mebibytes(1), headers: { authorization: 'none' } }],
  ['a body to an unknown path', 404, { body: mebibytes(1), path: '/v1/unknown' }],
  ['a body with a method that is not allowed', 405, { body: mebibytes(1), method: 'PATCH' }],
  ['a body that is no JSON', 400, { body: mebibytes(1) }],
  ['a body of a GET', 200, { body: Buffer.from('{}'), method: 'GET', headers: { 'content-length': '2' } }],
  ['GraphQL that is too long', 413, { path: '/graphql', body: mebibytes(2) }],
  ['GraphQL that is too long in chunks', 413, { path: '/graphql', body: mebibytes(2), headers: chunks }],
])('a connection serves the next request after %s', async (_, status, refused) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    expect(await send(agent, refused)).toBe(status);
    expect(await send(agent, { body: Buffer.from('{"name":"a"}') })).toBe(201);
  } finally {
    agent.destroy();
  }
});

test('GraphQL may come in chunks', async () => {
  const agent = new Agent();
  const body = Buffer.from(JSON.stringify({ query: '{ fine }' }));
  expect(await send(agent, { path: '/graphql', body, headers: chunks })).toBe(200);
});
