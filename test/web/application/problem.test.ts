import { CombinedError } from '@urql/core';
import { expect, test } from 'vitest';
import { problemOf } from '#src/web/app/problem.ts';

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
