import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compression, minCompressedBytes } from '#src/http/compression.ts';
import { beginHeaders, completeHeaders } from '#src/http/default-headers.ts';

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

let given: Given = {};
const koa = new Koa();
koa.use(async (context, next) => {
  beginHeaders(context);
  await next();
  completeHeaders(context);
});
koa.use(compression);
koa.use((context) => {
  const { status = 200, headers = {}, body = '{}' } = given;
  context.status = status;
  context.set({ 'Content-Type': 'application/json; charset=utf-8', ...headers });
  context.body = body;
});
const server = createServer(koa.callback());
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The headers of this response, as they are sent. */
async function headersOf(response: Given): Promise<IncomingMessage['headers']> {
  given = response;
  const { port } = server.address() as AddressInfo;
  const [answer] = await once(get({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'gzip' } }), 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.headers;
}

const long = (text = '') => JSON.stringify({ text: text.padEnd(2 * minCompressedBytes) });

describe('a response is compressed', () => {
  test.each<[string, Given, boolean]>([
    ['of the least length', { body: 'x'.repeat(minCompressedBytes) }, true],
    ['one byte shorter', { body: 'x'.repeat(minCompressedBytes - 1) }, false],
    ['with data of people', { body: long(), headers: { 'Cache-Control': 'private, no-store' } }, true],
    ['with a credential by its headers', { body: long(), headers: { 'Cache-Control': 'no-store' } }, false],
    ['with a key in it', { body: long('service_live_x') }, false],
    ['with the secret of a webhook in it', { body: long('whsec_x') }, false],
    ['of GraphQL', { body: long(), headers: { 'Content-Type': 'application/graphql-response+json' } }, true],
    ['of another type', { body: long(), headers: { 'Content-Type': 'text/plain' } }, false],
    ['that is compressed', { body: long(), headers: { 'Content-Encoding': 'br' } }, false],
  ])('%s or is not', async (_name, response, isCompressed) => {
    expect((await headersOf(response))['content-encoding'] === 'gzip').toBe(isCompressed);
  });
});

describe('a response is kept by caches', () => {
  const isPublic = { 'Cache-Control': 'public, max-age=60' };

  test.each<[string, Given, string]>([
    ['as its endpoint says', { headers: isPublic }, 'public, max-age=60'],
    ['by none where its endpoint says nothing', {}, 'no-store'],
    ['by none in the place of a public file', { status: 400, headers: isPublic }, 'no-store'],
    ['by none where the server failed', { status: 503, headers: isPublic }, 'no-store'],
    ['as a redirect says', { status: 399, headers: isPublic }, 'public, max-age=60'],
    ['as an error of one person says', { status: 404, headers: { 'Cache-Control': 'private' } }, 'private'],
  ])('%s', async (_name, response, caching) => {
    expect((await headersOf(response))['cache-control']).toBe(caching);
  });
});

test('a response has its type alone, and a page no sensor of the device', async () => {
  const page = await headersOf({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<p>' });
  expect([page['x-content-type-options'], page['permissions-policy']]).toEqual([
    'nosniff',
    expect.stringContaining('camera=()'),
  ]);
  const json = await headersOf({});
  expect([json['x-content-type-options'], json['permissions-policy']]).toEqual(['nosniff', undefined]);
});
