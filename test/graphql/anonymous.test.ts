import { getIntrospectionQuery } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { type Answer, bearer, useApp } from '../support/app.ts';
import { nextSerial } from '../support/serial.ts';

const persisted = '{ persisted: __typename }';
let now = 0;
const limiter = memoryWindows(() => now);
const app = await useApp({ limiter, documents: [persisted], trustedProxies: parseNetworks('loopback') ?? [] });
const key = await app.apiKey(await app.workspace());
/** Each test has a new window. */
beforeEach(() => {
  now += 10_000;
});

function ask(query: string, headers: Record<string, string> = {}): Promise<Answer> {
  const all = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1', ...headers };
  return app.request('/graphql', { method: 'POST', headers: all, body: JSON.stringify({ query }) });
}

/** A document that the server has never seen. */
const unseen = () => `{ name${nextSerial()}: __typename }`;
const statuses = async (times: number, query: () => string, headers?: Record<string, string>) => {
  const found: number[] = [];
  for (let time = 0; time < times; time++) found.push((await ask(query(), headers)).status);
  return found;
};
const twenty = Array<number>(20).fill(200);

describe('without a credential', () => {
  test('one address may send twenty new documents a second, and the next is a 429', async () => {
    expect(await statuses(20, unseen)).toEqual(twenty);
    const { status, headers, body } = await ask(unseen());
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('1');
    const resetAt = new Date(now + 1000).toISOString();
    expect(body.errors[0]).toEqual({
      message: `Too many requests: 20 per second are allowed, 0 are left. The limit resets at ${resetAt}.`,
      extensions: {
        ...{ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 },
        limit: { points: 20, windowSec: 1, remaining: 0, resetAt },
      },
    });
    now += 1000;
    expect((await ask(unseen())).status).toBe(200);
  });

  test('texts that do not parse count as well', async () => {
    const headers = { accept: 'application/graphql-response+json' };
    const found = await statuses(21, () => `{ name${nextSerial()}`, headers);
    expect(found).toEqual([...Array<number>(20).fill(400), 429]);
  });

  test('each introspection counts, repeated ones as well', async () => {
    const query = getIntrospectionQuery();
    expect(await statuses(21, () => query)).toEqual([...twenty, 429]);
  });

  test('a refusal comes after a tenth of a second, so that whoever waits for it sends less', async () => {
    await statuses(20, () => getIntrospectionQuery());
    const startedAt = performance.now();
    expect((await ask(getIntrospectionQuery())).status).toBe(429);
    expect(performance.now() - startedAt).toBeGreaterThan(95);
  });

  test('an address may have the whole schema executed four times a minute, however it asks', async () => {
    const whole = (name: string) => getIntrospectionQuery().replace('IntrospectionQuery', name);
    const withOther = (name: string) => whole(name).replace('__schema {', '__typename __schema {');
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const answers: Answer[] = [];
    for (const query of [whole('A'), whole('B'), withOther('C'), withOther('C'), withOther('C'), whole('D')])
      answers.push(await ask(query, from));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    const [error] = answers[5]?.body.errors ?? [];
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^Introspection without a credential is limited by its cost: 4000 in 60 seconds are allowed, 0 are left\./,
      ),
      extensions: { code: 'RATE_LIMIT_EXCEEDED', limit: { points: 4_000, windowSec: 60 } },
    });
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(1);
    now += 1000;
    // What is kept is executed no more, and small questions of the schema have a budget that lasts.
    expect(await statuses(20, () => whole('A'), from)).toEqual(twenty);
    now += 1000;
    const small = () => `{ name${nextSerial()}: __type(name: "Query") { name } }`;
    const other = { 'x-forwarded-for': '203.0.113.8' };
    expect(await statuses(20, small, other)).toEqual(twenty);
    // A caller with a credential pays it from the budget of the workspace.
    expect((await ask(whole('E'), { ...from, ...bearer(key) })).status).toBe(200);
  });

  test('a document that the server has seen does not count', async () => {
    const query = unseen();
    expect(await statuses(40, () => query)).toEqual(Array(40).fill(200));
  });

  test('each address has a limit of its own, and the addresses of one IPv6 customer have one', async () => {
    await statuses(20, unseen);
    expect((await ask(unseen())).status).toBe(429);
    expect((await ask(unseen(), { 'x-forwarded-for': '203.0.113.2' })).status).toBe(200);
    expect(await statuses(20, unseen, { 'x-forwarded-for': '2001:db8::1' })).toEqual(twenty);
    expect((await ask(unseen(), { 'x-forwarded-for': '2001:db8::2' })).status).toBe(429);
  });

  test.each([
    ['/56', 40, (index: number) => `2001:db8:2:${index.toString(16)}::1`],
    ['/48', 80, (index: number) => `2001:db8:3:${(index * 256).toString(16)}::1`],
  ])('the addresses of a %s have a limit together: %i', async (_block, expected, addressOf) => {
    const found: number[] = [];
    for (let index = 0; index < 100; index++) {
      found.push((await ask(unseen(), { 'x-forwarded-for': addressOf(index) })).status);
    }
    expect(found).toEqual([...Array<number>(expected).fill(200), ...Array<number>(100 - expected).fill(429)]);
  });

  test('the limit of an address is not that of a credential', async () => {
    expect(await statuses(25, unseen, bearer(key))).toEqual(Array(25).fill(200));
  });
});
