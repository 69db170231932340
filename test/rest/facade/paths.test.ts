import { describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

const endpoints = ['/v1/me', '/v1/eventCalls/detail'];
const withKey = () => ({ authorization: `Bearer ${key}` });
const json = 'application/json; charset=utf-8';

function summary({ status, body, headers }: Answer) {
  return { status, body, type: headers.get('content-type'), allow: headers.get('allow') };
}

describe('an unknown path', () => {
  const notFound = {
    status: 404,
    body: { message: 'Resource not found!', code: 'NOT_FOUND' },
    type: json,
    allow: null,
  };
  const paths = [
    ...['/v1', '/v1/', '/v1/unknown', '/v1/eventCalls/', '/v1/eventcalls', '/v1/eventCalls/1', '/v1//eventCalls'],
    ...['/v1/%65ventCalls', '/v1/webhook', '/v1/webhook/1', '/v1/..%2feventCalls', '/v1/viewer', '/v1/signIn'],
    ...['/v2/eventCalls', '/eventCalls', '/graphql/', '/healthz/', '/v1eventCalls', '/favicon.png', '/%ff'],
  ];
  test.each(paths)('%s is not found, and requires no credential', async (path) => {
    expect(summary(await app.request(path))).toEqual(notFound);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s too', async (method) => {
    expect(summary(await app.request('/v1/unknown', { method }))).toEqual(notFound);
    expect(summary(await app.request('/unknown', { method }))).toEqual(notFound);
  });

  test('HEAD too, without the body', async () => {
    for (const path of ['/v1/unknown', '/unknown']) {
      expect(summary(await app.request(path, { method: 'HEAD' }))).toEqual({ ...notFound, body: '' });
    }
  });
});

describe.each(endpoints)('%s', (path) => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])('refuses %s and says what is allowed', async (method) => {
    for (const headers of [{}, withKey()]) {
      expect(summary(await app.request(path, { method, headers }))).toEqual({
        status: 405,
        body: { message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' },
        type: json,
        allow: 'GET, HEAD, OPTIONS',
      });
    }
  });

  test('OPTIONS says what is allowed, without a body or a credential', async () => {
    const answer = await app.request(path, { method: 'OPTIONS' });
    expect(summary(answer)).toEqual({ status: 204, body: '', type: null, allow: 'GET, HEAD, OPTIONS' });
  });

  test.each([
    ['a page', '', true],
    ['a 400', '?page=x&userId=x', true],
    ['a 401', '', false],
  ])('HEAD has the status and the headers of GET, and no body: %s', async (_, query, authorized) => {
    const headers = { 'x-request-id': 'same', ...(authorized ? withKey() : {}) };
    const [get, head] = [
      await app.request(path + query, { headers }),
      await app.request(path + query, { method: 'HEAD', headers }),
    ];
    const changing = ['date', 'ratelimit-remaining', 'ratelimit-reset', 'connection', 'keep-alive'];
    const lasting = ({ headers: all }: Answer) => [...all].filter(([name]) => !changing.includes(name));
    expect([head.status, head.body]).toEqual([get.status, '']);
    expect(lasting(head)).toEqual(lasting(get));
    expect(head.headers.has('ratelimit-remaining')).toBe(authorized);
  });

  test('answers no foreign page: there are no CORS headers', async () => {
    const headers = { ...withKey(), origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await app.request(path, { method, headers });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('X-Request-Id', () => {
  const requests: [string, string, RequestInit][] = [
    ['200', '/v1/eventCalls', {}],
    ['400', '/v1/eventCalls?page=x', {}],
    ['401', '/v1/eventCalls', { headers: { authorization: '' } }],
    ['404 under /v1', '/v1/unknown', {}],
    ['404 elsewhere', '/unknown', {}],
    ['405', '/v1/eventCalls', { method: 'POST' }],
    ['204', '/v1/eventCalls', { method: 'OPTIONS' }],
    ['health', '/healthz', {}],
    ['GraphQL', '/graphql?query={__typename}', {}],
    ['GraphQL of the wrong type', '/graphql', { method: 'POST', body: 'x' }],
    ['the page', '/graphql', { headers: { accept: 'text/html' } }],
  ];
  test.each(requests)('is on every answer, taken from the request or made: %s', async (_, path, init) => {
    const headers = { ...withKey(), ...(init.headers as Record<string, string>) };
    const response = await app.request(path, { ...init, headers: { ...headers, 'x-request-id': 'req-1.a:B_2' } });
    expect(response.headers.get('x-request-id')).toBe('req-1.a:B_2');
    const made = await app.request(path, { ...init, headers });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test.each(['', ' ', 'a b', 'a,b', 'a;b', 'é', '<script>', 'x'.repeat(129)])('is made anew for %j', async (id) => {
    const { headers } = await app.request('/v1/eventCalls', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('of 128 characters is taken; two answers never share one that was made', async () => {
    const long = 'x'.repeat(128);
    const { headers } = await app.request('/healthz', { headers: { 'x-request-id': long } });
    expect(headers.get('x-request-id')).toBe(long);
    const ids = await Promise.all(Array.from({ length: 20 }, () => app.request('/healthz')));
    expect(new Set(ids.map((answer) => answer.headers.get('x-request-id'))).size).toBe(20);
  });
});
