import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { answeredHosts } from '#src/http/answered-hosts.ts';
import { useApp } from '../support/app.ts';

const app = await useApp({ otherHosts: [], baseUrl: 'https://api.example.com', appUrl: 'http://localhost:3000' });

/** The status and the body of a request with this `Host`. */
function ask(host: string, path = '/v1/me', headers: Record<string, string> = {}): Promise<[number, string]> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { ...headers, host } }, async (response) => {
      resolve([response.statusCode ?? 0, Buffer.concat(await response.toArray()).toString()]);
    });
    sent.on('error', reject).end();
  });
}

const misdirected: [number, string] = [
  421,
  '{"message":"This server only answers requests for the hosts of its BASE_URL and APP_URL"}',
];

describe('the host of a request', () => {
  test.each([
    'api.example.com',
    'API.Example.com',
    'api.example.com:443',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
  ])('%s is one of the server', async (host) => {
    expect((await ask(host))[0]).toBe(401);
  });

  test.each([
    ...['evil.example', 'api.example.com:80', 'api.example.com.', 'localhost', 'localhost:3001', '127.0.0.2:3000'],
    ...['api.example.com@evil.example', 'evil.example#api.example.com', '[::1]', '0.0.0.0:3000'],
  ])('%s is none of it, at no path', async (host) => {
    const key = await app.apiKey(await app.workspace());
    const paths = [
      '/v1/me',
      '/',
      '/graphql',
      '/demo',
      '/docs',
      '/openapi.json',
      '/settings',
      '/oauth/authorize',
      '/nope',
    ];
    for (const path of [
      ...paths,
      '/v1/oauth/token',
      '/.well-known/oauth-authorization-server',
      '/healthz/',
      '//healthz',
    ]) {
      expect(await ask(host, path, { authorization: `Bearer ${key}` }), path).toEqual(misdirected);
    }
  });

  test.each(['/healthz', '/readyz', '/metrics', '/healthz?x=1'])('does not matter at %s', async (path) => {
    expect((await ask('10.0.0.7:8080', path))[0]).toBe(200);
  });

  test('that the target names counts as well', async () => {
    expect(await ask('api.example.com', 'http://evil.example/v1/me')).toEqual(misdirected);
    expect(await ask('evil.example', 'https://api.example.com/v1/me')).toEqual(misdirected);
    expect((await ask('api.example.com', 'https://api.example.com/v1/me'))[0]).toBe(401);
  });
});

test('a server on localhost answers by each name of this machine, and by no other port', () => {
  const address = 'http://localhost:3000';
  expect([...answeredHosts({ baseUrl: address, appUrl: address })].sort()).toEqual([
    ...['127.0.0.1:3000', '[::1]:3000', 'localhost:3000'],
  ]);
});
