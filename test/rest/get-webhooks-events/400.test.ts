import { expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();

async function fieldErrors(query: string, scopes = allScopes) {
  const key = await app.apiKey(await app.workspace(), { scopes });
  const { status, body } = await app.get(`/v1/webhooks/events?${query}`, key);
  return { status, fieldErrors: body.message?.details?.fieldErrors };
}

test.each([
  ['page=1&cursor=start', { page: ['Cannot be combined with cursor'] }],
  ['cursor=x', { cursor: [expect.stringMatching(/^Must be `start`/)] }],
])('%s is refused', async (query, expected) => {
  expect(await fieldErrors(query)).toEqual({ status: 400, fieldErrors: expected });
});

test('a kind is refused that the credential may not read, with the scope', async () => {
  const scopes = allScopes.filter((scope) => scope !== 'deals:read');
  const message = 'deal.created requires the scope deals:read';
  expect(await fieldErrors('kinds=contact.created,deal.created', scopes)).toEqual({
    status: 400,
    fieldErrors: { kinds: [message] },
  });
});
