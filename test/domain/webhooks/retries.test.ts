import { describe, expect, test } from 'vitest';
import {
  consequenceOf,
  type EndpointHealth,
  isAcknowledged,
  type Response,
  retryDelayMs,
} from '#src/domain/webhooks/retries.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const now = new Date('2026-03-04T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('retryDelayMs()', () => {
  const schedule = (random: number) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => retryDelayMs({ attempts, isManual: false }, () => random));

  test('tries again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then no more', () => {
    const delays = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs, undefined];
    expect(schedule(0.5)).toEqual(delays);
    expect(schedule(0)).toEqual(delays.map((delay) => delay && delay * 0.9));
    expect(schedule(1)).toEqual(delays.map((delay) => delay && Math.round(delay * 1.1)));
  });

  test('spreads the delays', () => {
    const delays = Array.from({ length: 1000 }, () => retryDelayMs({ attempts: 1, isManual: false }) ?? 0);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(4500);
    expect(Math.max(...delays)).toBeLessThanOrEqual(5500);
    expect(new Set(delays).size).toBeGreaterThan(100);
  });

  test('does not try again what was sent by hand', () => {
    expect(retryDelayMs({ attempts: 1, isManual: true })).toBeUndefined();
  });
});

test.each([
  [200, null, true],
  [204, null, true],
  [299, null, true],
  [199, null, false],
  [301, null, false],
  [404, null, false],
  [500, null, false],
  [null, 'No complete response within 15 seconds.', false],
  [200, 'The response is larger than 64 KiB.', false],
])('the status %s with the error %s acknowledges: %s', (status, error, expected) => {
  expect(isAcknowledged({ status, error })).toBe(expected);
});

describe('consequenceOf()', () => {
  const ok: Response = { status: 204, error: null };
  const failed: Response = { status: 500, error: null };
  const gone: Response = { status: 410, error: null };
  const healthy: EndpointHealth = { failingSince: null, warnedAt: null };
  const since = (ms: number, warnedAt: Date | null = null): EndpointHealth => ({ failingSince: ago(ms), warnedAt });
  const none = { pause: undefined, warns: false };

  test.each<[string, EndpointHealth, Response[], object]>([
    ['a success changes nothing', healthy, [ok], { health: healthy, ...none }],
    ['the first failure begins the time', healthy, [failed, failed], { health: since(0), ...none }],
    ['a later failure leaves its beginning', since(hourMs), [failed], { health: since(hourMs), ...none }],
    [
      'one success among failures ends it',
      since(6 * dayMs, ago(5 * dayMs)),
      [failed, ok],
      { health: healthy, ...none },
    ],
    ['just before a day there is no warning', since(dayMs - 1), [failed], { health: since(dayMs - 1), ...none }],
    [
      'after a day its owner is warned',
      since(dayMs),
      [failed],
      { health: since(dayMs, now), pause: undefined, warns: true },
    ],
    ['there is one warning', since(2 * dayMs, ago(dayMs)), [failed], { health: since(2 * dayMs, ago(dayMs)), ...none }],
    [
      'just before five days it goes on',
      since(5 * dayMs - 1, ago(4 * dayMs)),
      [failed],
      { health: since(5 * dayMs - 1, ago(4 * dayMs)), ...none },
    ],
    [
      'after five days it is paused',
      since(5 * dayMs, ago(4 * dayMs)),
      [failed],
      { health: since(5 * dayMs, ago(4 * dayMs)), pause: 'FAILING', warns: false },
    ],
    ['410 pauses at once', healthy, [gone], { health: since(0), pause: 'GONE', warns: false }],
    ['410 pauses after a success too', healthy, [ok, gone], { health: healthy, pause: 'GONE', warns: false }],
  ])('%s', (_case, health, responses, expected) => {
    expect(consequenceOf(health, responses, now)).toEqual(expected);
  });
});
