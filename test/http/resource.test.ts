import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forever, resourceEndpoint } from '#src/http/resource.ts';

const text = 'Everybody reads this. '.repeat(100);
const koa = new Koa();
const [revalidated, lasting] = [
  resourceEndpoint({ type: 'text/markdown', content: () => text, policy: "default-src 'none'" }),
  resourceEndpoint({ type: 'text/css', content: () => text, caching: forever }),
];
koa.use((context, next) => (context.path === '/lasting' ? lasting : revalidated)(context, next));
const server = createServer(koa.callback());
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

test('a text for everybody says by what it differs, how long it is kept, and that nothing else may use it', async () => {
  const response = await ask('/');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-security-policy': "default-src 'none'",
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    'referrer-policy': 'no-referrer',
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(await response.text()).toBe(text);
  expect((await ask('/lasting')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('whoever has it is told so, with the same headers', async () => {
  const etag = (await ask('/')).headers.get('etag') ?? '';
  const again = await ask('/', { 'if-none-match': etag, 'cache-control': 'max-age=0' });
  expect([again.status, await again.text(), again.headers.get('vary'), again.headers.get('etag')]).toEqual([
    ...[304, '', 'Accept, Accept-Encoding', etag],
  ]);
});

test.each([
  ['text/html', 'text/plain; charset=utf-8'],
  ['text/markdown', 'text/markdown; charset=utf-8'],
  ['*/*', 'text/markdown; charset=utf-8'],
])('who accepts %s gets Markdown as %s', async (accept, type) => {
  expect((await ask('/', { accept })).headers.get('content-type')).toBe(type);
});

test.each([
  ['gzip', 'gzip'],
  ['gzip;q=0', null],
  ['identity', null],
])('who accepts the encoding %s gets %s', async (accepted, encoding) => {
  const response = await ask('/', { 'accept-encoding': accepted });
  expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, text]);
});
