import { expect, test } from 'vitest';
import { isFresh } from '#src/services/calendars/oauth/fresh-secret.ts';

const now = new Date('2026-03-04T12:00:00.000Z');

test.each([
  ['for a minute more', 60_000, undefined, true],
  ['for a millisecond less than a minute', 59_999, undefined, false],
  ['for an hour, and another one was refused', 3_600_000, 'other', true],
  ['for an hour, and was refused', 3_600_000, 'token', false],
])('a token that lasts %s is used or renewed', (_name, lifetimeMs, refusedToken, isUsed) => {
  const expiresAt = now.getTime() + lifetimeMs;
  const secret = { kind: 'GOOGLE', accessToken: 'token', refreshToken: 'refresh', expiresAt } as const;
  expect(isFresh(secret, now, refusedToken)).toBe(isUsed);
});
