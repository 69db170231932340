import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parsePersistedDocuments } from '#src/graphql/persisted-documents.ts';
import { type Answer, bearer, useApp } from '../support/app.ts';

const persisted = 'query Calls($limit: Int) { eventCalls(limit: $limit) { count } }';
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const app = await useApp({ documents: [persisted] });
const key = await app.apiKey(await app.workspace());

const graphqlResponse = 'application/graphql-response+json';

function post(body: unknown, accept = graphqlResponse): Promise<Answer> {
  const headers = { ...bearer(key), 'content-type': 'application/json', accept };
  return app.request('/graphql', { method: 'POST', headers, body: JSON.stringify(body) });
}

function get(params: Record<string, string>, accept = graphqlResponse): Promise<Answer> {
  return app.request(`/graphql?${new URLSearchParams(params)}`, { headers: { ...bearer(key), accept } });
}

const outcome = ({ status, body }: Answer) => [
  status,
  ...body.errors.map((error: Answer['body']) => error.extensions.code),
];
const query = '{ viewer { role } }';

describe('an invalid request', () => {
  test.each<[string, unknown, number, string]>([
    ['a batch', [{ query }, { query }], 400, 'BAD_REQUEST'],
    ['an empty batch', [], 400, 'BAD_REQUEST'],
    ['null', null, 400, 'BAD_REQUEST'],
    ['a text', 'query', 400, 'BAD_REQUEST'],
    ['no query', {}, 400, 'BAD_REQUEST'],
    ['a query that is no text', { query: 1 }, 400, 'BAD_REQUEST'],
    ['an unknown parameter', { query, batch: true }, 400, 'BAD_REQUEST'],
    ['variables that are no object', { query, variables: 'x' }, 400, 'BAD_REQUEST'],
    ['variables that are a list', { query, variables: [] }, 400, 'BAD_REQUEST'],
    ['extensions that are no object', { query, extensions: 5 }, 400, 'BAD_REQUEST'],
    [
      'an unknown operation name',
      { query: `query A ${query}`, operationName: 'B' },
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'an operation name that is no text',
      { query: `query A ${query}`, operationName: {} },
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'no operation name among two',
      { query: `query A ${query} query B ${query}` },
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['no operation at all', { query: 'fragment A on Query { viewer { role } }' }, 400, 'OPERATION_RESOLUTION_FAILURE'],
    ['a subscription', { query: 'subscription { calls { id } }' }, 400, 'SUBSCRIPTIONS_NOT_SUPPORTED'],
  ])('%s', async (_, body, status, code) => {
    const answer = await post(body);
    expect(outcome(answer)).toEqual([status, code]);
    expect(answer.body).not.toHaveProperty('data');
    expect(app.unexpected).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['variables that are no JSON', { query, variables: '{' }],
    ['extensions that are no JSON', { query, extensions: 'x' }],
    ['variables that are a text', { query, variables: '"x"' }],
    ['variables that are a list', { query, variables: '[1]' }],
    ['no query', { variables: '{}' }],
  ])('a GET with %s is a 400', async (_, params) => {
    expect(outcome(await get(params))).toEqual([400, 'BAD_REQUEST']);
    expect(app.unexpected).toEqual([]);
  });

  test('a mutation by GET is a 405 that allows POST', async () => {
    expect((await get({ query })).status).toBe(200);
    const answer = await get({ query: 'mutation { signOut }' });
    expect([...outcome(answer), answer.headers.get('allow')]).toEqual([405, 'BAD_REQUEST', 'POST']);
    const second = { query: `query A ${query} mutation B { signOut }`, operationName: 'B' };
    expect((await get(second)).status).toBe(405);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('%s is a 405', async (method) => {
    const answer = await app.request('/graphql', { method, headers: bearer(key) });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  test('invalid JSON is a 400, and a body beyond 1 MiB a 413', async () => {
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    for (const body of ['{', '', '{"query":']) {
      expect((await app.request('/graphql', { method: 'POST', headers, body })).status).toBe(400);
    }
    const body = JSON.stringify({ query, variables: { x: 'y'.repeat(1024 * 1024) } });
    expect((await app.request('/graphql', { method: 'POST', headers, body })).status).toBe(413);
  });
});

describe('a variable of the wrong type', () => {
  const wrong = { query: persisted, variables: { limit: 'many' } };

  test('is a 400', async () => expect(outcome(await post(wrong))).toEqual([400, 'BAD_USER_INPUT']));

  test('is a 200 to a client that takes only application/json, as the specification requires', async () => {
    expect(outcome(await post(wrong, 'application/json'))).toEqual([200, 'BAD_USER_INPUT']);
  });

  test('is a 400 in a document that is not compiled, too', async () => {
    const mutation = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
    expect(outcome(await post({ query: mutation, variables: { input: 5 } }))).toEqual([400, 'BAD_USER_INPUT']);
  });
});

describe('persisted documents', () => {
  const named = (sha256Hash: string, more = {}) => ({
    extensions: { persistedQuery: { version: 1, sha256Hash } },
    ...more,
  });

  test('a request names one by its hash', async () => {
    const answer = await post(named(hash(persisted), { variables: { limit: 1 } }));
    expect([answer.status, answer.body.data]).toEqual([200, { eventCalls: { count: 0 } }]);
    const { extensions } = named(hash(persisted));
    const got = await get({ extensions: JSON.stringify(extensions), variables: '{"limit":1}' });
    expect([got.status, got.body.data]).toEqual([answer.status, answer.body.data]);
  });

  test('an unknown hash is PERSISTED_QUERY_NOT_FOUND', async () => {
    expect(outcome(await post(named(hash('{ other }'))))).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
    expect(outcome(await post(named('__proto__')))).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
  });

  test.each<[string, unknown]>([
    ['another version', { version: 2, sha256Hash: hash(persisted) }],
    ['no hash', { version: 1 }],
    ['a hash that is no text', { version: 1, sha256Hash: 5 }],
    ['no object', 'x'],
    ['null', null],
  ])('%s is a request without a query', async (_, persistedQuery) => {
    expect(outcome(await post({ extensions: { persistedQuery } }))).toEqual([400, 'BAD_REQUEST']);
  });

  test('a document in the request is executed, and never registered under its hash', async () => {
    const answer = await post(named(hash(query), { query }));
    expect([answer.status, answer.body.data]).toEqual([200, { viewer: { role: 'OWNER' } }]);
    expect(outcome(await post(named(hash(query))))).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
  });

  test('a file with a wrong hash is refused at start', () => {
    expect(() => parsePersistedDocuments(`{"${hash('a')}":"b"}`)).toThrow(`The persisted document ${hash('a')}`);
  });
});
