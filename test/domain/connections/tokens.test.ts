import { describe, expect, test } from 'vitest';
import { isWellFormedToken, mayRepeat } from '#src/domain/connections/tokens.ts';

const at = (second: number) => new Date(Date.parse('2026-03-04T12:00:00.000Z') + second * 1000);

describe('mayRepeat()', () => {
  test.each([
    { name: 'at once', arrives: 0, successorUsed: null, expected: true },
    { name: 'before it was used, on its way for long', arrives: -5, successorUsed: null, expected: true },
    { name: 'after 30 seconds', arrives: 30, successorUsed: null, expected: true },
    { name: 'later', arrives: 30.001, successorUsed: null, expected: false },
    { name: 'after its successor was used', arrives: 3, successorUsed: 2, expected: false },
    { name: 'at the instant at which its successor was used', arrives: 2, successorUsed: 2, expected: false },
    { name: 'before its successor was used, but served after', arrives: 2, successorUsed: 2.001, expected: true },
  ])('a refresh token that comes again $name: $expected', ({ arrives, successorUsed, expected }) => {
    const successorConsumedAt = successorUsed === null ? null : at(successorUsed);
    expect(mayRepeat({ consumedAt: at(0), successorConsumedAt }, at(arrives))).toBe(expected);
  });
});

describe('isWellFormedToken()', () => {
  const text = 'aB3-_'.repeat(8);

  test('knows each kind by its beginning', () => {
    const tokens = { AUTHORIZATION_CODE: 'service_ac_', ACCESS: 'service_at_', REFRESH: 'service_rt_' };
    for (const [kind, prefix] of Object.entries(tokens)) {
      for (const each of ['AUTHORIZATION_CODE', 'ACCESS', 'REFRESH'] as const) {
        expect(isWellFormedToken(each, `${prefix}${text}xyz`)).toBe(each === kind);
      }
    }
  });

  test.each(['', text, `${text}xy`, `${text}xyzz`, `${text}xy\n`, `${text}xyé`])('"%s" is the rest of none', (rest) => {
    expect(isWellFormedToken('REFRESH', `service_rt_${rest}`)).toBe(false);
  });
});
