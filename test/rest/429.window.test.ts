import { expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { useApp } from '../support/app.ts';

const time = { now: 0 };
const app = await useApp({ limiter: memoryWindows(() => time.now) });

const path = '/v1/eventCalls';

/** How many of `count` requests pass at an instant. */
async function passed(key: string, count: number, at: string): Promise<number> {
  time.now = Date.parse(at);
  const answers = await Promise.all(Array.from({ length: count }, () => app.get(path, key)));
  return answers.filter(({ status }) => status === 200).length;
}

test('a window opens with its first request and ends a second later; refused requests neither cost nor prolong', async () => {
  const key = await app.apiKey(await app.workspace({ rateLimitPoints: 5 }));
  expect(await passed(key, 3, '2026-03-04T12:00:00.300Z')).toBe(3);
  expect(await passed(key, 50, '2026-03-04T12:00:00.900Z')).toBe(2);
  expect(await passed(key, 50, '2026-03-04T12:00:01.299Z')).toBe(0);
  expect(await passed(key, 50, '2026-03-04T12:00:01.300Z')).toBe(5);
});

test('the points are those that the operator gave the workspace', async () => {
  const [few, many] = [await app.workspace({ rateLimitPoints: 1 }), await app.workspace({ rateLimitPoints: 40 })];
  expect(await passed(await app.apiKey(few), 10, '2026-03-04T13:00:00.000Z')).toBe(1);
  expect(await passed(await app.apiKey(many), 50, '2026-03-04T13:00:00.000Z')).toBe(40);
});

test('a refusal has the instant and the seconds after which the next request passes', async () => {
  const key = await app.apiKey(await app.workspace({ rateLimitPoints: 1 }));
  await passed(key, 1, '2026-03-04T14:00:00.250Z');
  time.now += 900;
  const { status, headers, body } = await app.get(path, key);
  expect([status, headers.get('ratelimit-reset'), headers.get('retry-after')]).toEqual([
    429,
    '2026-03-04T14:00:01.250Z',
    '1',
  ]);
  expect(body.limit).toEqual({ points: 1, windowSec: 1 });
});
