import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

async function unknown(query: string, path = '/v1/eventCalls', credential = key): Promise<string | null> {
  return (await app.get(`${path}?${query}`, credential)).headers.get('unknown-parameters');
}

test('names what the endpoint does not know, in the order of the query, each once', async () => {
  expect(await unknown('Limit=5&limit=5&user_ids=1&Limit=6&page=0')).toBe('Limit, user_ids');
});

test.each(['', 'limit=5', '&&', '=1', 'ids=1'])('is absent where the query is %s', async (query) => {
  expect(await unknown(query)).toBeNull();
});

test('is percent-encoded, whatever the name holds', async () => {
  expect(await unknown('a+b=1&%0d%0aSet-Cookie%3Ax=1&%ff=1&\u00fc=1&ids%5B%5D=1&a,b=1')).toBe(
    'a%20b, %0D%0ASet-Cookie%3Ax, %25ff, %C3%BC, ids%5B%5D, a%2Cb',
  );
  expect(await unknown('__proto__=1&constructor=2&toString=3')).toBe('__proto__, constructor, toString');
});

test('has at most 20 names and 1,000 characters', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `name${index}`);
  expect(await unknown(names.join('&'))).toBe(names.slice(0, 20).join(', '));
  const long = Array.from({ length: 12 }, (_, index) => `${index % 10}`.repeat(98));
  expect(await unknown([...long, 'ab', 'z'.repeat(18)].join('&'))).toBe(long.slice(0, 10).join(', '));
});

test('cuts a name of more than 100 characters, whatever it holds', async () => {
  expect(await unknown(`${'x'.repeat(100)}&${'y'.repeat(101)}&ab`)).toBe(
    `${'x'.repeat(100)}, ${'y'.repeat(100)}%E2%80%A6, ab`,
  );
  expect(await unknown('x'.repeat(8_000))).toBe(`${'x'.repeat(100)}%E2%80%A6`);
  expect(await unknown('%E2%82%AC'.repeat(101))).toBe(`${'%E2%82%AC'.repeat(100)}%E2%80%A6`);
  expect(await unknown(`a${'%F0%9F%99%82'.repeat(60)}`)).toBe(`a${'%F0%9F%99%82'.repeat(49)}%E2%80%A6`);
});

test('is on refusals as well', async () => {
  expect(await unknown('limit=0&offset=1')).toBe('offset');
  expect(await unknown('offset=1', '/v1/contacts/detail')).toBe('offset');
  expect(await unknown('offset=1', '/v1/contacts', 'nonsense')).toBe('offset');
});

test('an endpoint with a body knows no parameter of the query', async () => {
  const { status, headers } = await sendJson(
    app,
    ['POST', '/v1/contacts?email=x'],
    { email: 'a@example.com' },
    { key },
  );
  expect([status, headers.get('unknown-parameters')]).toEqual([201, 'email']);
});
