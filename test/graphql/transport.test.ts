import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Answer, bearer, useApp, withoutCost } from '../support/app.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

const json = { 'content-type': 'application/json' };
const query = '{ eventCalls { count } }';
const none = { data: { eventCalls: { count: 0 } } };
const ask = async (path: string, init: RequestInit) => withoutCost(await app.request(path, init));
const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(`/graphql?${new URLSearchParams(parameters)}`, { headers: { ...bearer(key), ...headers } });
const post = (body: string, headers: Record<string, string> = {}) =>
  ask('/graphql', { method: 'POST', body, headers: { ...bearer(key), ...json, ...headers } });
const errorOf = ({ status, body }: Answer) => ({ status, error: body.errors[0] });

describe('a document by POST', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
  ])('is accepted as %s', async (type) => {
    const { status, body } = await post(JSON.stringify({ query }), { 'content-type': type });
    expect({ status, body }).toEqual({ status: 200, body: none });
  });

  test.each([
    ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/graphql'],
    ...['', 'application/jsonx', 'text/json', 'application/json-seq'],
  ])('is refused as %j, so that no form of another site can run it', async (type) => {
    const body = new TextEncoder().encode('query={__typename}');
    const headers = { ...bearer(key), ...(type && { 'content-type': type }) };
    const answer = await app.request('/graphql', { method: 'POST', body, headers });
    expect(errorOf(answer)).toEqual({
      status: 415,
      error: { message: 'Content-Type must be application/json', extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    });
    expect(Object.keys(answer.body)).toEqual(['errors']);
  });

  test.each<Record<string, string>>([
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
  ])('with %j is refused, because it would be misread', async (headers) => {
    const answer = await post(JSON.stringify({ query }), headers);
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('of more than 1 MiB is refused', async () => {
    const fits = JSON.stringify({ query, variables: { x: 'x'.repeat(1024 * 1024 - 60) } });
    expect((await post(fits)).status).toBe(200);
    expect(errorOf(await post(JSON.stringify({ query, variables: { x: 'x'.repeat(1024 * 1024) } })))).toEqual({
      status: 413,
      error: { message: 'Request body is too large', extensions: { code: 'PAYLOAD_TOO_LARGE' } },
    });
  });

  test.each(['', '{', '"x"', 'null', '5', '[]', '[{"query":"{__typename}"}]', '{}', '{"query":5}', '{"query":""}'])(
    'that is %j is refused and runs nothing',
    async (body) => {
      const answer = await post(body);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body.errors).toHaveLength(1);
      expect(answer.body.data ?? null).toBeNull();
    },
  );

  test('runs the named operation', async () => {
    const two = 'query A { a: __typename } query B { b: __typename }';
    expect((await post(JSON.stringify({ query: two, operationName: 'B' }))).body).toEqual({ data: { b: 'Query' } });
    const [error] = (await post(JSON.stringify({ query: two }))).body.errors;
    expect(error.message).toMatch(/operation/i);
  });
});

describe('a document by GET', () => {
  test('runs a query, with its variables', async () => {
    const document = 'query ($limit: Int) { eventCalls(limit: $limit) { count } }';
    const { status, body, headers } = await get({ query: document, variables: '{"limit":1}' });
    expect({ status, body }).toEqual({ status: 200, body: none });
    expect(headers.get('ratelimit-limit')).toBe('1000000');
  });

  test('never runs a mutation, not even a named one among others', async () => {
    const session = await app.session(await app.workspace());
    const document = 'query A { __typename } mutation B { signOut }';
    const named: Record<string, string> = { query: document, operationName: 'B' };
    for (const parameters of [{ query: 'mutation { signOut }' }, named]) {
      const answer = await get(parameters, bearer(session));
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
      expect(answer.body.data ?? null).toBeNull();
    }
    expect((await app.get('/v1/eventCalls', session)).status).toBe(200);
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'HEAD'])('%s is not allowed', async (method) => {
    const answer = await app.request('/graphql', { method, headers: bearer(key) });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    if (method === 'HEAD') return;
    const error = { message: 'Method not allowed', extensions: { code: 'METHOD_NOT_ALLOWED' } };
    expect(answer.body).toEqual({ errors: [error] });
  });
});

describe('a response', () => {
  test('is kept by no shared cache', async () => {
    const { headers } = await app.request('/graphql?query={contacts{count}}', { headers: bearer(key) });
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  const refused = {
    message: 'Accept must allow application/json or application/graphql-response+json',
    extensions: { code: 'NOT_ACCEPTABLE' },
  };

  test.each(['text/event-stream', 'multipart/mixed', 'text/html', 'application/json;q=0'])(
    'to Accept: %s is a 406 in JSON',
    async (accept) => {
      const answer = await post(JSON.stringify({ query }), { accept });
      expect(errorOf(answer)).toEqual({ status: 406, error: refused });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      // A browser that opens a query sees it in GraphiQL.
      const isPage = accept === 'text/html';
      const got = await get({ query }, { accept });
      expect([got.status, got.headers.get('content-type')]).toEqual(
        isPage ? [200, 'text/html; charset=utf-8'] : [406, 'application/json; charset=utf-8'],
      );
    },
  );

  test('in an unacceptable type is refused before the operation runs', async () => {
    const session = await app.session(await app.workspace());
    const body = JSON.stringify({ query: 'mutation { signOut }' });
    const answer = await post(body, { ...bearer(session), accept: 'text/event-stream' });
    expect(answer.status).toBe(406);
    expect((await app.get('/v1/eventCalls', session)).status).toBe(200);
  });

  test.each([
    ['application/json', 'text/event-stream, multipart/mixed, application/json'],
    ['application/graphql-response+json', 'application/graphql-response+json, application/json, text/event-stream'],
    ['application/json', '*/*'],
  ])('is %s to Accept: %s', async (type, accept) => {
    const answer = await post(JSON.stringify({ query }), { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  });
});

describe('another origin', () => {
  test.each(['OPTIONS', 'POST', 'GET'])('gets no CORS headers on %s', async (method) => {
    const headers = {
      ...bearer(key),
      ...json,
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const body = method === 'POST' ? JSON.stringify({ query }) : undefined;
    const answer = await app.request('/graphql', { method, headers, body });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a request of an unusual form', () => {
  test('with an absolute request target, as proxies send it, gets the same response', async () => {
    const { hostname: host, port } = new URL(app.url);
    const path = 'http://api.test/graphql?query=%7B__typename%7D';
    const status = await new Promise((resolve, reject) => {
      const sent = request({ host, port, path, headers: bearer(key) }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
    expect(status).toBe(200);
  });

  test('with headers beyond ASCII gets the same response', async () => {
    const { status, body } = await post(JSON.stringify({ query }), { 'x-name': 'Zo\u00eb', cookie: 'a=\u00fc' });
    expect({ status, body }).toEqual({ status: 200, body: none });
  });
});
