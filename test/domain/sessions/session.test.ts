import { describe, expect, test } from 'vitest';
import { generateSessionToken } from '#src/domain/principal/credentials.ts';
import {
  changePasswordInput,
  isWellFormedSessionToken,
  revokeSessionInput,
  sessionEnd,
} from '#src/domain/sessions/session.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';

const day = 86_400_000;

describe('a session', () => {
  test.each([
    ['of the day of its sign-in', 0, 30],
    ['last used after ten days', 10, 40],
    ['last used after sixty days', 60, 90],
    ['last used after sixty-one days', 61, 90],
    ['last used after eighty-nine days', 89, 90],
  ])('%s ends thirty days after its use, and ninety after its begin', (_, used, end) => {
    const begin = Date.parse('2027-02-01T10:00:00.000Z');
    expect(sessionEnd(new Date(begin), new Date(begin + used * day))).toEqual(new Date(begin + end * day));
  });

  test('has a token of its form alone', () => {
    const token = generateSessionToken();
    expect(isWellFormedSessionToken(token)).toBe(true);
    for (const wrong of ['', token.slice(0, -1), `${token}a`, `${token.slice(0, -1)}-`, `x${token}`, `${token}\n`]) {
      expect(isWellFormedSessionToken(wrong), wrong).toBe(false);
    }
  });

  const id = '0123abcd-4567-89ab-cdef-0123456789AB';
  test.each([id, id.toLowerCase()])('is revoked by its id %s', (text) => {
    expect(revokeSessionInput.safeParse({ id: text }).success).toBe(true);
  });

  test.each(['', id.slice(1), `${id}0`, id.replace('a', 'g'), id.replaceAll('-', ''), `${id.slice(0, -1)}-`])(
    'has no id such as %j',
    (text) => {
      expect(revokeSessionInput.safeParse({ id: text }).success).toBe(false);
    },
  );
});

test('a new password differs from the current one, which may be of any length', () => {
  const problems = (currentPassword: string, newPassword: string) =>
    problemsOf(changePasswordInput.safeParse({ currentPassword, newPassword }).error?.issues ?? []).map(
      ({ path, code, message }) => `${path.join('.')} ${code} ${message}`,
    );
  expect(problems('x', 'correct horse battery')).toEqual([]);
  expect(problems('correct horse battery', 'correct horse battery')).toEqual([
    'newPassword conflict Must differ from the current password',
  ]);
});
