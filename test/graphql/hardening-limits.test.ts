import { buildSchema, getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Answer, bearer, useApp } from '../support/app.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';

/** A type that refers to itself in every way that a schema allows. Its fields return nothing. */
const endless = buildSchema(`
  type Query { node: Node found(page: Int, limit: Int): NodePage }
  interface Named { name: String next: Node }
  type Node implements Named {
    id: Int name: String next: Node parts: [Node] listed(limit: Int): [Node] page(limit: Int = 50): NodePage
  }
  type NodePage { nodes: [Node] count: Int }
`);

const [app, real] = await Promise.all([useApp({ schema: endless, limiter: roomyLimiter() }), useApp()]);
const key = await real.apiKey(await real.workspace());
const ofApp = await app.apiKey(await app.workspace());

const response = 'application/graphql-response+json';

function ask(query: string, variables = {}, accept = response): Promise<Answer> {
  const headers = { 'content-type': 'application/json', accept, ...bearer(ofApp) };
  return app.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
}

const codesOf = ({ body }: Answer) => (body.errors ?? []).map((error: Answer['body']) => error.extensions.code);

async function refuses(code: string, query: string, variables = {}) {
  const { status, ...answer } = await ask(query, variables);
  expect({ status, codes: codesOf(answer as Answer) }).toEqual({ status: 400, codes: [code] });
  expect(answer.body).not.toHaveProperty('data');
  expect((await ask(query, variables, 'application/json')).status).toBe(200);
  return answer.body.errors[0];
}

async function takes(query: string, variables = {}) {
  const { status, body } = await ask(query, variables);
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.extensions.cost;
}

const deep = (levels: number) => `${'{ next '.repeat(levels - 2)}{ id }${' }'.repeat(levels - 2)}`;
const times = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at));

describe('depth', () => {
  test('ten levels are allowed, eleven are refused', async () => {
    await takes(`{ node ${deep(10)} }`);
    const error = await refuses('QUERY_TOO_DEEP', `{ node ${deep(11)} }`);
    expect(error).toEqual({
      message: 'The query is 11 levels deep: at most 10 are allowed',
      extensions: { code: 'QUERY_TOO_DEEP', limit: 10, found: 11 },
    });
  });

  test.each([
    ['named fragments', `{ node { ...A } } fragment A on Node { next { ...B } } fragment B on Node ${deep(10)}`],
    ['inline fragments', `{ node { ... on Node { ... { next { ... on Named { next ${deep(9)} } } } } } }`],
    ['an alias', `{ one: node ${deep(11)} }`],
    ['a directive', `query ($no: Boolean = false) { node @include(if: $no) ${deep(11)} }`],
  ])('%s count as well', (_, query) => refuses('QUERY_TOO_DEEP', query).then(() => undefined));

  test('of several operations only the executed operation counts', async () => {
    const query = `query Deep { node ${deep(11)} } query Flat { node { id } }`;
    const body = (operationName: string) => JSON.stringify({ query, operationName });
    const send = (operationName: string) =>
      app.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body(operationName),
      });
    expect(codesOf(await send('Deep'))).toEqual(['QUERY_TOO_DEEP']);
    expect(codesOf(await send('Flat'))).toEqual([]);
  });
});

describe('aliases', () => {
  const aliased = (count: number) => `{ node { ${times(count, (at) => `a${at}: id`).join(' ')} } }`;

  test('fifteen are allowed, sixteen are refused', async () => {
    await takes(aliased(15));
    const error = await refuses('TOO_MANY_ALIASES', aliased(16));
    expect(error.extensions).toEqual({ code: 'TOO_MANY_ALIASES', limit: 15, found: 16 });
  });

  test('those of a fragment count wherever it is used', () =>
    refuses(
      'TOO_MANY_ALIASES',
      `{ node { next { ...F } parts { ...F } } } fragment F on Node { ${times(8, (at) => `a${at}: id`).join(' ')} }`,
    ));

  test('those within introspection count as well', async () => {
    const answer = await ask(`{ __schema { ${times(16, (at) => `a${at}: types { name }`).join(' ')} } }`);
    expect(codesOf(answer)).toEqual(['TOO_MANY_ALIASES', 'QUERY_TOO_COSTLY']);
  });
});

describe('length', () => {
  test('a thousand tokens are allowed, one more is refused', async () => {
    // `{ node { … } }` is five of them. So many of one name are too many, but not too long.
    const thousand = await ask(`{ node { ${times(995, () => 'id').join(' ')} } }`);
    expect(codesOf(thousand)).toEqual(['QUERY_TOO_WIDE']);
    const error = await refuses('QUERY_TOO_LONG', `{ node { ${times(996, () => 'id').join(' ')} } }`);
    expect(error.extensions).toEqual({ code: 'QUERY_TOO_LONG', limit: 1000 });
  });

  test('a document of few tokens and many characters is refused as well', async () => {
    await takes(`{ node { id } } #${'x'.repeat(49_000)}`);
    await refuses('QUERY_TOO_LONG', `{ node { id } } #${'x'.repeat(50_000)}`);
    await refuses('QUERY_TOO_LONG', `{ node { id } }${' '.repeat(900_000)}`);
  });
});

describe('cost', () => {
  const maximum = 2_000;

  test.each<[string, number, string, object?]>([
    ['an object', 1, '{ node { id name } }'],
    ['an object within another', 2, '{ node { next { id } } }'],
    ['a list without a limit counts five', 6, '{ node { parts { id } } }'],
    ['a list with a limit', 31, '{ node { listed(limit: 30) { id } } }'],
    ['the default limit', 21, '{ node { listed { id } } }'],
    ['the default of the argument', 52, '{ node { page { nodes { id } count } } }'],
    ['a page counts its items by its limit', 8, '{ found(limit: 7) { nodes { id } count } }'],
    ['and nothing for a count alone', 1, '{ found(limit: 100) { count } }'],
    [
      'what is within an item counts for each',
      1 + 10 * (1 + 1 + 5),
      '{ found(limit: 10) { nodes { next { id } parts { id } } } }',
    ],
    ['a limit from a variable', 41, 'query ($n: Int) { found(limit: $n) { nodes { id } } }', { n: 40 }],
    ['a variable without a value', 21, 'query ($n: Int) { found(limit: $n) { nodes { id } } }'],
    ['the default of a variable', 61, 'query ($n: Int = 60) { found(limit: $n) { nodes { id } } }'],
    [
      'a fragment wherever it is used',
      5,
      '{ node { next { ...F } } two: node { ...F } } fragment F on Node { next { id } }',
    ],
    ['__typename', 0, '{ __typename }'],
  ])('%s', async (_, requested, query, variables) => {
    expect(await takes(query, variables)).toMatchObject({ requested, maximum });
  });

  test('is sent in a header as well', async () => {
    const { headers } = await ask('{ node { id } }');
    expect(headers.get('x-graphql-cost')).toBe('1;actual=1;maximum=2000');
  });

  const square = 'query ($n: Int, $m: Int) { found(limit: $n) { nodes { listed(limit: $m) { id } } } }';

  test('a document beyond the maximum is refused with its cost', async () => {
    expect(await takes(square, { n: 27, m: 73 })).toMatchObject({ requested: 1_999, maximum });
    const error = await refuses('QUERY_TOO_COSTLY', square, { n: 28, m: 71 });
    expect(error.extensions).toEqual({ code: 'QUERY_TOO_COSTLY', limit: maximum, found: 2_017 });
    expect((await ask(square, { n: 28, m: 71 })).body.extensions).toEqual({ cost: { requested: 2_017, maximum } });
  });

  test('a cheap first request does not lower the cost of the next', async () => {
    await takes(square, { n: 1, m: 1 });
    await refuses('QUERY_TOO_COSTLY', square, { n: 100, m: 100 });
    await takes(square, { n: 1, m: 1 });
  });

  test.each([0, -5, 1e9, 0.5, 'many', [1], {}, true])('a limit of %j is counted without harm', async (n) => {
    const { body } = await ask(square, { n, m: 1 });
    expect(body.extensions.cost.requested).toBeLessThanOrEqual(201);
  });
});

test('fifty fields of one name are allowed, one more is refused, wherever they are', async () => {
  const fragment = '{ node { ...A ...B } } fragment A on Node { ID } fragment B on Node { ID }';
  const wheres = ['{ node { ID ID } }', '{ node { ID ... on Node { ID } } }', fragment];
  for (const where of wheres) {
    const ofEach = (count: number) => {
      const [one, other] = [count - 25, 25].map((each) => 'id '.repeat(each)) as [string, string];
      return where.replace('ID', one).replace('ID', other);
    };
    expect(codesOf(await ask(ofEach(50)))).not.toContain('QUERY_TOO_WIDE');
    const { body } = await ask(ofEach(51));
    expect(body.errors[0]).toEqual({
      message: 'The query has id more than 50 times',
      extensions: { code: 'QUERY_TOO_WIDE', limit: 50 },
    });
  }
});

describe('fragments', () => {
  const chain = (uses: number, levels: number, type: string, last: string) =>
    `${times(levels, (at) => `fragment F${at} on ${type} { ${`...F${at + 1} `.repeat(uses)} }`).join('\n')}
    fragment F${levels} on ${type} { ${last} }`;

  test('that use each other many times are counted without delay', { retry: retryWhenSlow }, async () => {
    const started = performance.now();
    const codes = async (last: string) => codesOf(await ask(`{ node { ...F0 } } ${chain(4, 60, 'Node', last)}`));
    expect(await codes('id')).toEqual(['QUERY_TOO_WIDE']);
    expect(await codes('next { id }')).toEqual(['QUERY_TOO_WIDE', 'QUERY_TOO_COSTLY']);
    expect(await codes('a: id')).toEqual(['QUERY_TOO_WIDE', 'TOO_MANY_ALIASES']);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('that use each other in a circle are refused', async () => {
    const { status, ...answer } = await ask(
      '{ node { ...A } } fragment A on Node { ...B } fragment B on Node { next { ...A } }',
    );
    expect([status, codesOf({ status, ...answer })]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
  });

  test('do not delay compiled execution either', { retry: retryWhenSlow }, async () => {
    const started = performance.now();
    const fields = (levels: number) => chain(4, levels, 'Contact', 'id email');
    const { body } = await real.graphql(`{ contacts { contacts { ...F0 } } } ${fields(60)}`, key);
    expect(body.errors[0].extensions).toMatchObject({ code: 'QUERY_TOO_WIDE', limit: 1000 });
    const taken = await real.graphql(`{ contacts { contacts { ...F0 } } } ${fields(3)}`, key);
    expect(taken.body).toEqual({ data: { contacts: { contacts: [] } } });
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('introspection', () => {
  const full = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  });

  test('with every option is allowed, with a credential and without', async () => {
    for (const credential of [undefined, key]) {
      const { status, body } = await real.graphql(full, credential);
      expect([status, body.errors]).toEqual([200, undefined]);
      expect(body.data.__schema.types.length).toBeGreaterThan(20);
    }
  });

  test('has a cost, so that no document repeats it many times', async () => {
    const one = '__schema { types { name fields { name } } }';
    expect(await takes(`{ ${one} }`)).toMatchObject({ requested: 200, actual: 200, maximum: 2_000 });
    await refuses('QUERY_TOO_COSTLY', `{ ${times(11, (at) => `a${at}: ${one}`).join(' ')} }`);
    await refuses('QUERY_TOO_COSTLY', `{ __schema { ${times(10, (at) => `a${at}: types { name }`).join(' ')} } }`);
    await takes('{ one: __type(name: "Node") { name } two: __type(name: "Query") { name } }');
  });

  test('costs five times as much with each list within two others, also by way of a fragment', async () => {
    expect(await takes('{ __schema { types { fields { args { name } } } } }')).toMatchObject({ requested: 1000 });
    expect(
      await takes('{ __schema { types { ...F } } } fragment F on __Type { fields { args { name } } }'),
    ).toMatchObject({
      requested: 1000,
    });
    expect(await takes('{ __type(name: "Query") { fields { args { type { enumValues { name } } } } } }')).toMatchObject(
      {
        requested: 200,
      },
    );
    const deeper = 'types { fields { args { type { inputFields { name } } } } }';
    await refuses('QUERY_TOO_COSTLY', `{ __schema { ${deeper} } }`);
    expect((await real.graphql(full.replaceAll('description', ''), key)).body.errors).toBeUndefined();
  });
});

test('the limits hold for the real schema, and not for REST', async () => {
  const body = JSON.stringify({
    query: '{ eventCalls(limit: 100) { eventCalls { closer { id } questions { type } } } }',
  });
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  const answer = await real.request('/graphql', { method: 'POST', headers, body });
  expect(answer.body.extensions.cost).toMatchObject({ requested: 701, maximum: 2_000 });
  expect((await real.get('/v1/eventCalls?limit=100', key)).headers.get('x-graphql-cost')).toBeNull();
});

describe('nested lists of records', () => {
  test.each<[string, number, string, object?]>([
    [
      'cost five beside their items',
      1 + 10 * (1 + 5 + 3),
      '{ contacts(limit: 10) { contacts { eventCalls(limit: 3) { id } } } }',
    ],
    ['return five items by default', 1 + 10 * (1 + 5 + 5), '{ contacts(limit: 10) { contacts { deals { id } } } }'],
    [
      'cost also the items of the pages before theirs',
      1 + 2 * (1 + 5 + 10 + 30),
      '{ contacts(limit: 2) { contacts { eventCalls(limit: 10, page: 3) { id } } } }',
    ],
    [
      'do so with a page from the default of a variable',
      1 + 2 * (1 + 5 + 10 + 990),
      'query ($page: Int = 99) { contacts(limit: 2) { contacts { eventCalls(limit: 10, page: $page) { id } } } }',
      {},
    ],
    [
      'do so with a page from a variable',
      1 + 2 * (1 + 5 + 10 + 990),
      'query ($page: Int) { contacts(limit: 2) { contacts { eventCalls(limit: 10, page: $page) { id } } } }',
      { page: 99 },
    ],
    [
      'and without a value for it',
      1 + 2 * (1 + 5 + 10),
      'query ($page: Int) { contacts(limit: 2) { contacts { eventCalls(limit: 10, page: $page) { id } } } }',
    ],
  ])('%s', async (_, requested, query, variables) => {
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    const answer = await real.request('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    expect(answer.body.extensions.cost.requested).toBe(requested);
  });
});
