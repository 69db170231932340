import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresWindows, redisWindows } from '#src/access/rate-limit/library-windows.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { openSharedWindows } from '#src/access/rate-limit/shared-windows.ts';
import type { WindowStore } from '#src/access/rate-limit/window-store.ts';
import { redisClient, redisIsReached, unlessRedis, withinOneWindow } from '../access/rate-limit.support.ts';
import { type Answer, bearer, type TestApp, testApp } from '../support/app.ts';
import { twoNodes } from '../support/nodes.ts';

/** Costs 2,101. */
const nested = '{ contacts(limit: 100) { contacts { eventCalls { id } deals { id } } } }';
/** Costs 1. */
const small = '{ eventCalls { count } }';

function ask(app: TestApp, query: string, key: string): Promise<Answer> {
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  return app.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
}

const remainingOf = ({ body }: Answer) => body.extensions.cost.remaining;

describe('the GraphQL cost of a workspace', () => {
  /** The time of the limiter: it moves only where a test says so. */
  let now = 0;
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ limiter: memoryWindows(() => now) });
  });
  afterAll(() => app.close());

  const newKey = async (workspace = {}) => app.apiKey(await app.workspace({ graphqlCost: 10_000, ...workspace }));

  test('is stated with every document', async () => {
    const { status, headers, body } = await ask(app, nested, await newKey());
    const resetAt = new Date(now + 1000).toISOString();
    expect(status).toBe(200);
    expect(body.extensions).toEqual({
      cost: { requested: 2101, maximum: 5000, limit: 10_000, remaining: 7899, resetAt },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-graphql-cost': '2101;maximum=5000',
      'x-graphql-cost-limit': '10000',
      'x-graphql-cost-remaining': '7899',
      'x-graphql-cost-reset': resetAt,
      'ratelimit-limit': '1000000',
    });
  });

  test('is spent by four of sixty documents at once, and by a cheaper one after them', async () => {
    const key = await newKey();
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(app, nested, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(56);
    expect(remainingOf(await ask(app, small, key))).toBe(10_000 - 4 * 2101 - 1);
    now += 1000;
    expect(remainingOf(await ask(app, nested, key))).toBe(7899);
  });

  test('is not spent by a document whose fields all wait for their own limits', async () => {
    const key = await newKey({ rateLimitPoints: 2 });
    for (let time = 0; time < 2; time++) await ask(app, nested, key);
    for (let time = 0; time < 5; time++) {
      const { status, body } = await ask(app, nested, key);
      expect([status, body.extensions.cost.remaining]).toEqual([429, 10_000 - 2 * 2101]);
    }
    const half = `{ eventCalls { count } ${nested.slice(1)}`;
    expect(remainingOf(await ask(app, half, key))).toBe(10_000 - 3 * 2101 - 1);
    expect(remainingOf(await ask(app, half, key))).toBeLessThan(10_000 - 4 * 2101);
    expect((await ask(app, half, key)).status).toBe(429);
  });

  test('refuses a document without work, and without a point of its fields', async () => {
    const key = await newKey({ rateLimitPoints: 6 });
    for (let time = 0; time < 4; time++) await ask(app, nested, key);
    const before = app.statements.length;
    const { status, headers, body } = await ask(app, nested, key);
    const resetAt = new Date(now + 1000).toISOString();
    expect(app.statements.slice(before)).toEqual(['credentials.apiKey']);
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        errors: [
          {
            message: 'Too many requests, please try again later.',
            extensions: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1, limit: { points: 10_000, windowSec: 1 } },
          },
        ],
        extensions: { cost: { requested: 2101, maximum: 5000, limit: 10_000, remaining: 1596, resetAt } },
      },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-limit': '10000',
      'ratelimit-remaining': '1596',
      'ratelimit-reset': resetAt,
      'retry-after': '1',
      'x-graphql-cost-remaining': '1596',
    });
    for (let time = 0; time < 30; time++) expect((await ask(app, nested, key)).status).toBe(429);
    const { headers: next } = await ask(app, '{ contacts(limit: 1) { count } }', key);
    expect(next.get('ratelimit-remaining')).toBe('1');
  });

  test('is that of all credentials of the workspace, and of no other', async () => {
    const member = await app.workspace({ graphqlCost: 10_000 });
    await ask(app, nested, await app.apiKey(member));
    expect(remainingOf(await ask(app, nested, await app.session(member)))).toBe(5798);
    expect(remainingOf(await ask(app, nested, await newKey()))).toBe(7899);
  });

  test('can be raised, from the next document on', async () => {
    const member = await app.workspace({ graphqlCost: 5000 });
    const key = await app.apiKey(member);
    await ask(app, nested, key);
    await app.sql('UPDATE "Workspace" SET "graphqlCost" = 20000 WHERE "id" = $1', [member.workspaceId]);
    expect(remainingOf(await ask(app, nested, key))).toBe(20_000 - 2 * 2101);
  });

  test('is not spent by REST, by a refused document, or without a credential', async () => {
    const key = await newKey();
    await ask(app, '{ contacts(limit: 100) { contacts { eventCalls(limit: 100) { id } } } }', key);
    for (let time = 0; time < 5; time++) await app.get('/v1/eventCalls?limit=100', key);
    expect(remainingOf(await ask(app, small, key))).toBe(9999);
    const headers = { 'content-type': 'application/json' };
    const anonymous = await app.request('/graphql', { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
    expect(anonymous.body.extensions).toEqual({ cost: { requested: 0, maximum: 5000 } });
    expect(anonymous.headers.get('x-graphql-cost-limit')).toBeNull();
  });
});

const redis = redisIsReached ? await redisClient() : undefined;
afterAll(() => redis?.destroy());

/** A node that hears nothing from its store in time counts alone; the test then counts for nothing. */
let countedAlone = false;
const log = () => {
  countedAlone = true;
};

const stores: [string, boolean, (pool: pg.Pool) => WindowStore][] = [
  ['PostgreSQL', true, (pool) => openSharedWindows(postgresWindows(pool), { log })('requests', 1)],
  [
    `Redis${unlessRedis}`,
    redisIsReached,
    () => openSharedWindows(redisWindows(redis as NonNullable<typeof redis>, 'test'), { log })('requests', 1),
  ],
];

describe.each(stores)('two nodes with the cost counted in %s', (_, reached, limiter) => {
  let nodes: TestApp[] = [];
  beforeAll(async () => {
    if (reached) nodes = await twoNodes(limiter);
  });
  afterAll(async () => {
    for (const node of nodes.reverse()) await node.close();
  });

  test.skipIf(!reached)(
    'let exactly four of 20 documents at once pass, and what is left goes to cheaper ones',
    async () => {
      const answers = await withinOneWindow(async () => {
        const [first, second] = nodes;
        if (!first || !second) throw new Error('There is no node.');
        const key = await first.apiKey(await first.workspace({ graphqlCost: 10_000 }));
        countedAlone = false;
        const costly = await Promise.all(
          Array.from({ length: 10 }, () => nodes.map((node) => ask(node, nested, key))).flat(),
        );
        const cheap = [await ask(first, small, key), await ask(second, small, key)];
        return { costly, cheap, countedAlone };
      });
      expect(answers.countedAlone).toBe(false);
      expect(answers.costly.filter(({ status }) => status === 200)).toHaveLength(4);
      expect(answers.costly.filter(({ status }) => status === 429)).toHaveLength(16);
      expect(answers.cheap.map(remainingOf)).toEqual([1595, 1594]);
    },
  );
});
