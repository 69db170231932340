import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { useApp } from '../../support/app.ts';
import { variantA, variantAForm } from '../../support/errors.ts';
import { chunked, jsonOf, mebibyte } from '../../support/request-bodies.ts';
import { tinySchema } from '../../support/tiny-schema.ts';

let key: string;
const app = await useApp({ schema: tinySchema });
key = await app.apiKey(await app.workspace());

type Sent = string | Uint8Array | ReadableStream | undefined;

async function send(method: string, path: string, body?: Sent, headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  const init = { method, headers: all, body, ...(body instanceof ReadableStream && { duplex: 'half' }) };
  const response = await app.request(path, init as RequestInit);
  return { status: response.status, body: response.body };
}
const post = (body?: Sent, headers?: Record<string, string>) => send('POST', '/v1/things', body, headers);
const thing = (more: object) => ({ data: { id: 7, name: null, tags: null, ...more } });

describe('a success', () => {
  test.each([
    ['POST', 201, { name: 'Ünï', tags: ['a', 'b'] }],
    ['PUT', 200, { id: 3, name: 'b' }],
  ])('of %s is a %s with the record under data', async (method, status, body) => {
    expect(await send(method, '/v1/things', JSON.stringify(body))).toEqual({ status, body: thing(body) });
  });

  test('of DELETE reads its input from the query', async () => {
    expect(await send('DELETE', '/v1/things?id=5')).toEqual({ status: 200, body: thing({ id: 5 }) });
    expect(await send('DELETE', '/v1/things?id=x')).toEqual({
      status: 400,
      body: variantA({ id: ['Must be an integer'] }, '/v1/things', 'DELETE'),
    });
  });

  test('ignores the query where there is a body, and unknown keys of the body', async () => {
    const body = '{"name":"a","__proto__":{"tags":["x"]},"constructor":1,"id":9}';
    expect(await send('POST', '/v1/things?name=b&tags=c', body)).toEqual({ status: 201, body: thing({ name: 'a' }) });
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'may come as %s',
    async (type) => {
      expect((await post('{"name":"a"}', { 'content-type': type })).status).toBe(201);
    },
  );

  test('may come in chunks, cut within a character', async () => {
    expect(await post(chunked('{"name":"日本"}', 10))).toEqual({ status: 201, body: thing({ name: '日本' }) });
  });

  test('is allowed by every method that the path has', async () => {
    const { headers } = await app.request('/v1/things', { method: 'OPTIONS' });
    expect(headers.get('allow')).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS');
  });
});

describe('a body that cannot be read', () => {
  test.each<[string, Sent, string]>([
    ['no body', undefined, 'Request body must be valid JSON'],
    ['an empty body', '', 'Request body must be valid JSON'],
    ['half an object', '{"name":', 'Request body must be valid JSON'],
    ['something after the object', '{"name":"a"} x', 'Request body must be valid JSON'],
    ['single quotes', "{'name':'a'}", 'Request body must be valid JSON'],
    ['a form', 'name=a', 'Request body must be valid JSON'],
    ['ten thousand brackets', '['.repeat(10_000), 'Request body must have at most 5000 names, lists and objects'],
    ['a list', '[{"name":"a"}]', 'Request body must be a JSON object'],
    ['null', 'null', 'Request body must be a JSON object'],
    ['a number', '1', 'Request body must be a JSON object'],
    ['a text', '"name"', 'Request body must be a JSON object'],
    ['no UTF-8', Buffer.from('{"name":"\xff"}', 'latin1'), 'Request body must be UTF-8'],
    ['half a character', Buffer.from([0x22, 0xe2, 0x82]), 'Request body must be UTF-8'],
  ])('%s: a 400 about the whole of it', async (_, body, message) => {
    expect(await post(body)).toEqual({ status: 400, body: variantAForm([message], '/v1/things', 'POST') });
  });

  test('wrong fields are reported by name', async () => {
    expect(await post('{"name":5,"tags":"x"}')).toEqual({
      status: 400,
      body: variantA({ name: ['Must be a string'], tags: ['Must be a list'] }, '/v1/things', 'POST'),
    });
    expect(await post('{"name":"a","tags":["x",1,2]}')).toEqual({
      status: 400,
      body: variantA({ tags: ['Must be a string'] }, '/v1/things', 'POST'),
    });
  });

  const tooLarge = { status: 413, body: { message: 'Request body is too large', code: 'PAYLOAD_TOO_LARGE' } };
  const wrongType = {
    status: 415,
    body: { message: 'Content-Type must be application/json', code: 'UNSUPPORTED_MEDIA_TYPE' },
  };

  test('5,000 names, lists and objects are read, and one more is refused; those in a text do not count', async () => {
    const named = (count: number) =>
      JSON.stringify({ name: 'a', ...Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1])) });
    // The object itself is one of them, and the name.
    expect((await post(named(4_998))).status).toBe(201);
    const tooMany = variantAForm(
      ['Request body must have at most 5000 names, lists and objects'],
      '/v1/things',
      'POST',
    );
    expect(await post(named(4_999))).toEqual({ status: 400, body: tooMany });
    expect(await post(`{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).toEqual({ status: 400, body: tooMany });
    const text = ':[{\\"'.repeat(5_000);
    expect(await post(JSON.stringify({ name: text }))).toEqual({ status: 201, body: thing({ name: text }) });
  });

  test('1 MiB is read, and a byte more is refused: by its length', async () => {
    expect((await post(jsonOf(mebibyte))).status).toBe(201);
    expect(await post(jsonOf(mebibyte + 1))).toEqual(tooLarge);
  });

  test('1 MiB is read, and a byte more is refused: in chunks', async () => {
    expect((await post(chunked(jsonOf(mebibyte)))).status).toBe(201);
    expect(await post(chunked(jsonOf(mebibyte + 1)))).toEqual(tooLarge);
    expect(await post(chunked(jsonOf(4 * mebibyte)))).toEqual(tooLarge);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('the type %s is refused', async (type) => {
    expect(await post('{"name":"a"}', { 'content-type': type })).toEqual(wrongType);
  });

  test.each(['', 'application/json; charset=latin1', 'application/json; charset=utf-16'])(
    'the type %j is refused',
    async (type) => {
      expect(await post(Buffer.from('{"name":"a"}'), { 'content-type': type })).toEqual(wrongType);
    },
  );

  test.each(['gzip', 'br', 'deflate', 'gzip, identity'])('a body in %s is refused, not unpacked', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    const body = { message: 'Content-Encoding is not supported', code: 'UNSUPPORTED_MEDIA_TYPE' };
    expect(await post(gzipSync('{"name":"a"}'), headers)).toEqual({ status: 415, body });
    expect(await post('{"name":"a"}', headers)).toEqual({ status: 415, body });
    expect((await post('{"name":"a"}', { 'content-encoding': 'Identity' })).status).toBe(201);
  });

  test('the credential and the scope are checked before the body is looked at', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await post('x', { ...headers, authorization: 'Bearer x' })).status).toBe(401);
    key = await app.apiKey(await app.workspace(), { scopes: allScopes.filter((scope) => scope !== 'fields:write') });
    expect((await post('x', headers)).status).toBe(403);
    key = await app.apiKey(await app.workspace());
  });
});

describe('what goes wrong in the work', () => {
  test('a domain error is returned unchanged, in the form of the endpoint', async () => {
    expect(await send('POST', '/v1/lost', '{}')).toEqual({
      status: 404,
      body: { message: 'Record not found!', code: 'RECORD_NOT_FOUND' },
    });
  });

  test('any other error is the generic 500', async () => {
    expect(await send('POST', '/v1/broken', '{}')).toEqual({ status: 500, body: { message: 'Something went wrong' } });
    expect(app.unexpected.splice(0)).toEqual([new TypeError('relation "Thing" does not exist')]);
  });
});
