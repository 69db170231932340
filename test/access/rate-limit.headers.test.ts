import { expect, test } from 'vitest';
import { allow, rateLimitBody, rateLimitHeaders, refuse } from '#src/access/rate-limit/decision.ts';

const resetAt = Date.UTC(2026, 6, 30, 12, 0, 1, 250);

test('an allowed request receives the limit, the remaining points and the end of the window', () => {
  expect(rateLimitHeaders(allow(20, 7, resetAt))).toEqual({
    'RateLimit-Limit': '20',
    'RateLimit-Remaining': '7',
    'RateLimit-Reset': '2026-07-30T12:00:01.250Z',
  });
});

test('the headers stay when the last point is consumed', () => {
  expect(rateLimitHeaders(allow(20, 0, resetAt))).toMatchObject({ 'RateLimit-Remaining': '0' });
});

test('a refused request also receives when to retry', () => {
  expect(rateLimitHeaders(refuse(20, resetAt, resetAt - 250))).toEqual({
    'RateLimit-Limit': '20',
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': '2026-07-30T12:00:01.250Z',
    'Retry-After': '1',
  });
});

test('the body of a 429 is the contract to the letter', () => {
  expect(JSON.stringify(rateLimitBody(refuse(20, resetAt, resetAt - 1000)))).toBe(
    '{"code":"RATE_LIMIT_EXCEEDED","message":"Too many requests, please try again later.",' +
      '"retryAfter":1,"limit":{"points":20,"windowSec":1}}',
  );
});

test('the wait is never zero, also when the window is just over', () => {
  expect(rateLimitBody(refuse(20, resetAt, resetAt)).retryAfter).toBe(1);
});

test('a window of another length has its own length in the headers', () => {
  const decision = { ...refuse(10, resetAt, resetAt - 60_000), windowSeconds: 900 };
  expect(rateLimitBody(decision)).toMatchObject({ retryAfter: 60, limit: { points: 10, windowSec: 900 } });
});
