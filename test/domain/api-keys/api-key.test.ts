import { describe, expect, test } from 'vitest';
import { apiKeyStatus, createApiKeyInput, issueApiKeyInput, rotateApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { parseDuration } from '#src/domain/api-keys/duration.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { problemsIn } from '../../support/problems.ts';

describe('the status of a key', () => {
  const now = new Date('2027-02-01T10:00:00.000Z');
  const [before, after] = [-1, 1].map((ms) => new Date(now.getTime() + ms)) as [Date, Date];

  test.each([
    ['without an end', null, null, 'ACTIVE'],
    ['a millisecond before its end', null, after, 'ACTIVE'],
    ['at its end', null, now, 'EXPIRED'],
    ['after its end', null, before, 'EXPIRED'],
    ['that is revoked', before, after, 'REVOKED'],
    ['that was revoked and has ended', before, before, 'REVOKED'],
    ['that was revoked and has no end', before, null, 'REVOKED'],
  ])('%s', (_, revokedAt, expiresAt, status) => {
    expect(apiKeyStatus({ revokedAt, expiresAt }, now)).toBe(status);
  });
});

describe('a lifetime', () => {
  test.each([
    ['90d', 7_776_000_000],
    ['12h', 43_200_000],
    ['30m', 1_800_000],
    ['999999m', 59_999_940_000],
  ])('of %s is %i milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', 'd', '0d', '000m', '1', '1s', '1 d', '-1d', '1.5d', '1000000m', '1d1', 'x1d', '1D'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  const invalid = 'expiresIn invalid_format Must be a duration such as 90d, 12h or 30m, and at most 3650 days';
  test.each([
    ['3650d', []],
    ['87600h', []],
    ['3651d', [invalid]],
    ['87601h', [invalid]],
    ['0d', [invalid]],
    ['soon', [invalid]],
  ])('of a new key may be ten years: %s', (expiresIn, problems) => {
    expect(problemsIn(createApiKeyInput, { workspaceId: 1, userId: 1, expiresIn })).toEqual(problems);
  });
});

describe('the input of a key', () => {
  test('of the operator has all scopes and a name where it says nothing', () => {
    expect(createApiKeyInput.parse({ workspaceId: 1, userId: 2 })).toEqual({
      ...{ workspaceId: 1, userId: 2, name: 'API key', scopes: allScopes },
    });
  });

  test('names scopes that there are, at least one', () => {
    expect(problemsIn(issueApiKeyInput, { name: 'x', scopes: ['deals:read'] })).toEqual([]);
    expect(problemsIn(issueApiKeyInput, { name: 'x', scopes: [] })).toEqual([
      'scopes too_few Must have at least one scope',
    ]);
    expect(problemsIn(issueApiKeyInput, { name: ' ', scopes: ['deals:delete'] })).toEqual([
      'name too_short Must not be empty',
      `scopes.0 unknown_value Unknown scope "deals:delete"; known scopes: ${allScopes.join(', ')}`,
    ]);
    expect(issueApiKeyInput.parse({ name: ' x ', scopes: ['deals:read'] }).name).toBe('x');
  });

  test('that is rotated goes on for a day, or up to seven', () => {
    expect(rotateApiKeyInput.parse({ id: 1 }).overlapSeconds).toBe(86_400);
    for (const overlapSeconds of [0, 604_800])
      expect(problemsIn(rotateApiKeyInput, { id: 1, overlapSeconds })).toEqual([]);
    expect(problemsIn(rotateApiKeyInput, { id: 1, overlapSeconds: -1 })).toEqual([
      'overlapSeconds too_small Must be at least 0',
    ]);
    expect(problemsIn(rotateApiKeyInput, { id: 1, overlapSeconds: 604_801 })).toEqual([
      'overlapSeconds too_big Must be at most 604800',
    ]);
  });
});
