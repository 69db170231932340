import { describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { type Answer, useApp } from '../support/app.ts';

// The window stands still, so that a slow machine cannot begin another one.
const windowStart = Date.parse('2026-03-04T12:00:00.000Z');
const app = await useApp({ limiter: memoryWindows(() => windowStart) });

const calls = '/v1/eventCalls';
const schedules = '/v1/userAvailabilities';
const times = <Result>(count: number, act: () => Promise<Result>) => Promise.all(Array.from({ length: count }, act));
const byStatus = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status);
const workspace = () => app.workspace({ rateLimitPoints: 20 });
const rateHeaders = ({ headers }: Answer) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name));
const resetAt = '2026-03-04T12:00:01.000Z';
const list = '{ eventCalls { count } }';

const tooMany = {
  code: 'RATE_LIMIT_EXCEEDED',
  message: 'Too many requests, please try again later.',
  retryAfter: 1,
  limit: { points: 20, windowSec: 1 },
};

describe('200 requests at once', () => {
  test('over REST: exactly 20 pass, and the others get the exact 429', async () => {
    const key = await app.apiKey(await workspace());
    const answers = await times(200, () => app.get(calls, key));
    const refused = byStatus(answers, 429);
    expect([byStatus(answers, 200).length, refused.length]).toEqual([20, 180]);
    for (const answer of refused) {
      expect(JSON.stringify(answer.body)).toBe(JSON.stringify(tooMany));
      expect(rateHeaders(answer)).toEqual(['20', '0', resetAt, '1']);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    const remaining = byStatus(answers, 200).map((answer) => Number(answer.headers.get('ratelimit-remaining')));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, place) => place));
  });

  test('over GraphQL: exactly 20 pass', async () => {
    const key = await app.apiKey(await workspace());
    const answers = await times(200, () => app.graphql(list, key));
    const [refused] = byStatus(answers, 429);
    expect([byStatus(answers, 200).length, byStatus(answers, 429).length]).toEqual([20, 180]);
    expect(refused && rateHeaders(refused)).toEqual(['20', '0', resetAt, '1']);
    const { message: _, ...extensions } = { ...tooMany, limit: { ...tooMany.limit, remaining: 0, resetAt } };
    const message = `Too many requests for eventCalls: 20 per second are allowed, 0 are left. The limit resets at ${resetAt}.`;
    expect(refused?.body.errors).toEqual([
      { message, extensions, locations: [{ line: 1, column: 3 }], path: ['eventCalls'] },
    ]);
  });

  test('over REST and GraphQL, with a key and a session: exactly 20 pass in all', async () => {
    const owner = await workspace();
    const credentials = [await app.apiKey(owner), await app.session(owner)];
    const answers = await times(50, async () => {
      const one = credentials.flatMap((each) => [app.get(calls, each), app.graphql(list, each)]);
      return Promise.all(one);
    });
    expect(byStatus(answers.flat(), 200)).toHaveLength(20);
  });

  test('of two members of a workspace: exactly 20 pass in all', async () => {
    const owner = await workspace();
    const keys = [await app.apiKey(owner), await app.apiKey(await app.member(owner.workspaceId, 'CLOSER'))];
    const answers = await times(100, () => Promise.all(keys.map((key) => app.get(calls, key))));
    expect(byStatus(answers.flat(), 200)).toHaveLength(20);
  });

  test('of two workspaces and for two actions: each has 20', async () => {
    const keys = [await app.apiKey(await workspace()), await app.apiKey(await workspace())];
    for (const key of keys) {
      for (const path of [calls, schedules]) {
        const answers = await times(30, () => app.get(path, key));
        expect(byStatus(answers, 200)).toHaveLength(20);
      }
    }
  });
});

describe('every request to an endpoint consumes one point', () => {
  test.each([
    ['a wrong parameter', 400, `${calls}?page=x`],
    ['a missing scope', 403, schedules],
    ['a page', 200, calls],
  ])('one with %s too: the response has the limit, and the 21st is refused', async (_, status, path) => {
    const key = await app.apiKey(await workspace(), { scopes: ['eventCalls:read'] });
    const answers = await times(25, () => app.get(path, key));
    expect([byStatus(answers, status).length, byStatus(answers, 429).length]).toEqual([20, 5]);
    const limits = byStatus(answers, status).map((answer) => rateHeaders(answer));
    expect(limits).toContainEqual(['20', '0', resetAt, null]);
    expect(limits).toContainEqual(['20', '19', resetAt, null]);
  });

  test('a HEAD consumes a point, as a GET does', async () => {
    const key = await app.apiKey(await workspace());
    const headers = { authorization: `Bearer ${key}` };
    const answers = await times(21, () => app.request(calls, { method: 'HEAD', headers }));
    expect(byStatus(answers, 429)).toHaveLength(1);
    expect((await app.get(calls, key)).status).toBe(429);
  });

  test('a request without an endpoint or a valid credential consumes nothing', async () => {
    const key = await app.apiKey(await workspace());
    const headers = { authorization: `Bearer ${key}` };
    await times(30, () => app.get('/v1/unknown', key));
    await times(30, () => app.request(calls, { method: 'POST', headers }));
    await times(30, () => app.request(calls, { method: 'OPTIONS', headers }));
    await times(30, () => app.get(calls, 'service_wrong'));
    expect((await app.get(calls, key)).headers.get('ratelimit-remaining')).toBe('19');
  });
});

describe('over GraphQL', () => {
  test('five aliases of a root field consume five points', async () => {
    const key = await app.apiKey(await workspace());
    const five = ['a', 'b', 'c', 'd', 'e'].map((alias) => `${alias}: eventCalls { count }`).join(' ');
    const first = await app.graphql(`{ ${five} }`, key);
    expect(rateHeaders(first)).toEqual(['20', '15', resetAt, null]);
    expect((await app.get(calls, key)).headers.get('ratelimit-remaining')).toBe('14');
  });

  test('two root fields consume one point each, and the headers are those of the emptier window', async () => {
    const key = await app.apiKey(await workspace());
    await times(3, () => app.get(schedules, key));
    const answer = await app.graphql('{ eventCalls { count } userAvailabilities { id } }', key);
    expect(rateHeaders(answer)).toEqual(['20', '16', resetAt, null]);
    expect((await app.get(calls, key)).headers.get('ratelimit-remaining')).toBe('18');
  });

  test('wrong arguments and a missing scope consume a point too', async () => {
    const key = await app.apiKey(await workspace(), { scopes: ['eventCalls:read'] });
    await app.graphql('{ eventCalls(limit: 0) { count } }', key);
    await app.graphql('{ userAvailabilities { id } }', key);
    expect((await app.get(calls, key)).headers.get('ratelimit-remaining')).toBe('18');
    expect((await app.get(schedules, key)).headers.get('ratelimit-remaining')).toBe('18');
  });
});
