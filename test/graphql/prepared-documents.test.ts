import { execute, graphql, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createRateGate } from '#src/access/rate-limit/gate.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { PreparedOperation, preparedDocuments } from '#src/graphql/prepared-documents.ts';
import { schema } from '#src/graphql/schema.ts';
import { createMetrics } from '#src/lib/metrics.ts';
import { type Answer, bearer, testApp, useApp } from '../support/app.ts';
import { leafSchema, wrongLeaves } from '../support/leaf-schema.ts';
import { transaction } from '../support/sales-factories.ts';
import { tinySchema } from '../support/tiny-schema.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

const accept = 'application/graphql-response+json';
const post = (body: object): Promise<Answer> => {
  const headers = { ...bearer(key), 'content-type': 'application/json', accept };
  return app.request('/graphql', { method: 'POST', headers, body: JSON.stringify(body) });
};
const get = (params: Record<string, string>): Promise<Answer> =>
  app.request(`/graphql?${new URLSearchParams(params)}`, { headers: { ...bearer(key), accept } });
const outcome = ({ status, body }: Answer) => [status, body.errors?.[0].extensions.code];

describe('a document that was executed before', () => {
  test('has each of its operations, and no other', async () => {
    const query = 'query A { a: __typename } query B { b: __typename } mutation C { c: __typename }';
    for (const _ of [1, 2]) {
      expect((await post({ query, operationName: 'A' })).body.data).toEqual({ a: 'Query' });
      expect((await post({ query, operationName: 'B' })).body.data).toEqual({ b: 'Query' });
      expect((await post({ query, operationName: 'C' })).body.data).toEqual({ c: 'Mutation' });
      expect(outcome(await post({ query }))).toEqual([400, 'OPERATION_RESOLUTION_FAILURE']);
      expect(outcome(await post({ query, operationName: '' }))).toEqual([400, 'OPERATION_RESOLUTION_FAILURE']);
      expect(outcome(await post({ query, operationName: {} }))).toEqual([400, 'OPERATION_RESOLUTION_FAILURE']);
      expect(outcome(await get({ query, operationName: 'C' }))).toEqual([405, 'BAD_REQUEST']);
    }
  });

  test('is still refused for wrong parameters, and costs as much as its variables say', async () => {
    const query = 'query ($limit: Int) { eventCalls(limit: $limit) { eventCalls { id } } }';
    const costs: number[] = [];
    for (const limit of [10, 10, 20, null, undefined]) {
      costs.push((await post({ query, variables: { limit } })).body.extensions.cost.requested);
    }
    expect(costs).toEqual([11, 11, 21, 21, 21]);
    expect(outcome(await post({ query, variables: [] }))).toEqual([400, 'BAD_REQUEST']);
    expect(outcome(await post({ query, batch: true }))).toEqual([400, 'BAD_REQUEST']);
    expect(outcome(await post({ query, variables: { limit: 'x' } }))).toEqual([400, 'BAD_USER_INPUT']);
  });
});

test('documents are kept up to 500, and to two million characters of their texts', () => {
  const document = { ...parse('{ a }'), operations: new Map() };
  const kept = (texts: readonly string[]) => {
    const documents = preparedDocuments();
    for (const text of texts) documents.set(text, document);
    return texts.filter((text) => documents.has(text)).length;
  };
  expect(kept(Array.from({ length: 501 }, (_, number) => `{ a${number} }`))).toBe(500);
  expect(kept(Array.from({ length: 5 }, (_, number) => `${number}`.repeat(1_000_000)))).toBe(2);
});

test.each([
  ['that does not parse', '{ viewer', 'GRAPHQL_PARSE_FAILED'],
  ['that is not valid', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
])('a document %s is refused each time in the same words', async (_, query, code) => {
  const [first, second] = [await post({ query }), await post({ query })];
  expect(outcome(first)).toEqual([400, code]);
  expect(second.body).toEqual(first.body);
});

test('a document is prepared for one schema', async () => {
  const other = await testApp({ schema: tinySchema });
  const query = '{ fine }';
  const headers = { ...bearer(await other.apiKey(await other.workspace())), 'content-type': 'application/json' };
  const toOther = () => other.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
  for (const _ of [1, 2]) {
    expect((await toOther()).status).toBe(200);
    expect(outcome(await post({ query }))).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  }
  await other.close();
});

test('a record with a value that this version does not know is read and counted once', async () => {
  // As during an update, when another node has a newer version.
  const own = await testApp();
  const owner = await own.workspace();
  await transaction(own, owner);
  await own.sql(`ALTER TYPE "TransactionSource" ADD VALUE 'NEWER'`);
  await own.sql(`UPDATE "Transaction" SET "source" = 'NEWER'`);
  const session = await own.session(owner);
  const query = '{ transactions { transactions { id source } } }';
  own.statements.length = 0;
  const answers = [await own.graphql(query, session), await own.graphql(query, session)];
  expect(own.statements.filter((name) => name === 'transactions.list')).toHaveLength(2);
  for (const { status, body } of answers) {
    expect([status, body.data]).toEqual([500, { transactions: null }]);
    expect(body.errors).toHaveLength(1);
  }
  const [first, second] = answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  expect([first, second].every(Number.isFinite) && (first ?? 0) - (second ?? 0)).toBe(1);
  await own.close();
});

const contextOf = (principal?: Principal) => {
  const gate = createRateGate(memoryWindows());
  return { principal, rate: undefined, gate, metrics: createMetrics() } as unknown as GraphQLContext;
};
/** The results of the requests, and how many of them graphql-js made. */
const executed = async (text: string, ...principals: (Principal | undefined)[]) => {
  const document = parse(text);
  let plain = 0;
  const counted: typeof execute = (args: Parameters<typeof execute>[0]) => {
    plain++;
    return execute(args);
  };
  const operation = document.definitions[0] as OperationDefinitionNode;
  const prepared = new PreparedOperation({ schema, document, operation, fragments: {} }, counted);
  const results = [];
  for (const principal of principals) results.push(await prepared.execute(contextOf(principal), {}));
  return { results, plain };
};
const plainExecutions = async (...principals: (Principal | undefined)[]) =>
  (await executed('{ eventCalls { count } }', ...principals)).plain;
const member = { scopes: new Set(), role: 'closer', credential: 'session' } as unknown as Principal;

describe('introspection', () => {
  test.each(['{ __schema { types { name fields { name } } } }', '{ __type(name: "Query") { name } }'])(
    'is made once, and the same for all callers: %s',
    async (text) => {
      const { results, plain } = await executed(text, undefined, member, undefined);
      expect(plain).toBe(1);
      const expected = (await graphql({ schema, source: text })).data;
      for (const { data } of results) expect(JSON.stringify(data)).toBe(JSON.stringify(expected));
    },
  );

  test.each([
    ['with another field', '{ __type(name: "Query") { name } viewer { role } }'],
    ['in a fragment', '{ ...all } fragment all on Query { __type(name: "Query") { name } }'],
    ['with a variable', 'query ($name: String = "Query") { __type(name: $name) { name } }'],
  ])('%s is made each time', async (_, text) => {
    expect((await executed(text, undefined, member, member)).plain).toBe(3);
  });

  test('is kept for a few documents alone', async () => {
    const texts = Array.from({ length: 5 }, (_, index) => `{ t${index}: __type(name: "Query") { name } }`);
    const operations = texts.map((text) => {
      const document = parse(text);
      const operation = document.definitions[0] as OperationDefinitionNode;
      return new PreparedOperation({ schema, document, operation, fragments: {} }, counted);
    });
    let made = 0;
    function counted(args: Parameters<typeof execute>[0]) {
      made++;
      return execute(args);
    }
    for (const operation of operations) await operation.execute(contextOf(), {});
    for (const operation of [...operations].reverse()) await operation.execute(contextOf(), {});
    expect(made).toBe(6);
  });
});

describe('an operation is compiled', () => {
  test('and its result has an outage with several causes as one error', async () => {
    const document = parse('{ eventCalls { count } }');
    const operation = document.definitions[0] as OperationDefinitionNode;
    const prepared = new PreparedOperation({ schema, document, operation, fragments: {} }, execute);
    const outage = new AggregateError([new Error('one'), new Error('other')]);
    const gate = { reserveCost: () => Promise.reject(outage) };
    const result = await prepared.execute({ gate, rate: {} } as unknown as GraphQLContext, {});
    expect(result).toEqual({ errors: [outage] });
  });

  test('at its first request from a caller with a credential', async () => {
    expect(await plainExecutions(member, member)).toBe(0);
  });

  test('at its second request from callers without one', async () => {
    expect(await plainExecutions(undefined)).toBe(1);
    expect(await plainExecutions(undefined, undefined, undefined)).toBe(1);
  });
});

describe('a compiled query', () => {
  const leaves = {
    string: 's',
    int: -(2 ** 31),
    float: 1.5,
    boolean: false,
    id: '7',
    kind: 'TWO',
    renamed: 'one',
    table: [[1], null],
  };
  const everyLeaf =
    '{ leaves { string int float boolean id kind required strings table inner { int } inners { int } } }';
  const compiledOf = async (source: string, rootValue: unknown, plain: typeof execute = execute) => {
    const document = parse(source);
    const context = { principal: {}, rootValue } as unknown as GraphQLContext;
    const operation = document.definitions[0] as OperationDefinitionNode;
    return new PreparedOperation({ schema: leafSchema, document, operation, fragments: {} }, plain).execute(
      context,
      {},
    );
  };

  test.each(wrongLeaves)('reports a value that its type does not allow like graphql-js: %s', async (field, value) => {
    const source = `{ leaves { ok: string other: ${field} } }`;
    const { extensions: _, ...compiled } = await compiledOf(source, { [field]: value });
    const plain = await graphql({ schema: leafSchema, source, contextValue: { rootValue: { [field]: value } } });
    expect(plain.errors?.length).toBeGreaterThan(0);
    expect(compiled.data).toEqual(plain.data);
    expect(JSON.stringify(compiled.errors)).toBe(JSON.stringify(plain.errors));
  });

  test.each([
    ['null everywhere', {}],
    ['a value of each type', { ...leaves, inner: { int: 1 }, inners: [{ int: 2 }, null], strings: ['a', 'b'] }],
  ])('has %s without a second execution', async (_, values) => {
    const { data, errors } = await compiledOf(everyLeaf, { required: 'r', ...values }, () => expect.unreachable());
    expect(errors).toBeUndefined();
    const plain = await graphql({
      schema: leafSchema,
      source: everyLeaf,
      contextValue: { rootValue: { required: 'r', ...values } },
    });
    expect(JSON.stringify(data)).toBe(JSON.stringify(plain.data));
  });

  test('serializes an enum whose values are not its names', async () => {
    const { data } = await compiledOf('{ leaves { renamed } }', { renamed: 'one' }, () => expect.unreachable());
    expect(data).toEqual({ leaves: { renamed: 'ONE' } });
  });
});
