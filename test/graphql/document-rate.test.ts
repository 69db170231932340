import { expect, test } from 'vitest';
import { type Answer, useApp } from '../support/app.ts';

const app = await useApp();

const post = (key: string, body: string): Promise<Answer> =>
  app.request('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });

// A client that accepts only `application/json` gets 200 for an invalid document.
test.each([
  ['introspection', JSON.stringify({ query: '{ __schema { queryType { name } } }' }), 200],
  ['a document that is not valid', JSON.stringify({ query: '{ nothing }' }), 200],
  ['one beyond a limit', JSON.stringify({ query: `{ ${'a: __typename '.repeat(16)} }` }), 200],
  ['a body that is no JSON', '{', 400],
])('%s counts against a rate limit, although it reaches no root field', async (_, body, status) => {
  const key = await app.apiKey(await app.workspace({ rateLimitPoints: 3 }));
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(key, body)));
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([status, status, status, 429, 429, 429, 429, 429]);
  const refused = answers.find((answer) => answer.status === 429);
  expect(refused?.body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED');
  expect(refused?.headers.get('retry-after')).toBe('1');
});
