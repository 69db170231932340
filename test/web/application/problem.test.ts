import { CombinedError } from '@urql/core';
import { expect, test } from 'vitest';
import { problemOf } from '#src/web/app/problem.ts';

test('what concerns no single field is said before the errors of fields', () => {
  const errors = [
    { path: 'name', code: 'required', message: 'Enter a name' },
    { path: null, code: 'conflict', message: 'These two exclude each other' },
  ];
  const error = (details: object) =>
    new CombinedError({ graphQLErrors: [{ message: 'No', extensions: { code: 'VALIDATION_FAILED', details } }] });
  expect(problemOf(error({ errors }))).toMatchObject({
    ...{ text: 'These two exclude each other', general: 'These two exclude each other' },
    fields: { name: 'Enter a name' },
  });
  expect(problemOf(error({ errors: errors.slice(0, 1) }))).toMatchObject({ text: 'Enter a name', general: '' });
});

test.each([
  [1, 'Try again in a second.'],
  [45, 'Try again in 45 seconds.'],
  [840, 'Try again in 14 minutes.'],
])('a limit that is free in %i seconds is told to people in words', (retryAfter, text) => {
  const message = 'Too many requests: 10 in 900 seconds are allowed';
  const error = new CombinedError({
    graphQLErrors: [{ message, extensions: { code: 'RATE_LIMIT_EXCEEDED', retryAfter } }],
  });
  expect(problemOf(error)).toMatchObject({ title: 'Too many requests at once', text });
});
