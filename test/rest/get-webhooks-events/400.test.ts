import { expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();

async function fieldErrors(query: string, scopes = allScopes) {
  const key = await app.apiKey(await app.workspace(), { scopes });
  const { status, body } = await app.get(`/v1/webhooks/events?${query}`, key);
  return { status, fieldErrors: body.message?.details?.fieldErrors };
}

const eventId = 'Must be the id of an event: evt_ and a number';

test.each([
  ['after=12', { after: [eventId] }],
  ['after=evt_', { after: [eventId] }],
  ['after=evt_0', { after: [eventId] }],
  ['after=evt_-1', { after: [eventId] }],
  ['after=evt_9223372036854775808', { after: [eventId] }],
  ['orderBy=up', { orderBy: ['Must be one of: asc, desc'] }],
  ['kinds=', { kinds: ['Must name at least one value'] }],
  ['limit=101', { limit: ['Must be at most 100'] }],
  ['createdFrom=2026-02-30', { createdFrom: [expect.stringMatching(/^Must be an existing date/)] }],
  ['page=1&cursor=start', { page: ['Must not be given together with cursor'] }],
  ['cursor=x', { cursor: [expect.stringMatching(/^Must be `start`/)] }],
])('%s is refused', async (query, expected) => {
  expect(await fieldErrors(query)).toEqual({ status: 400, fieldErrors: expected });
});

test('a kind that does not exist is refused with those that do', async () => {
  const { fieldErrors: errors } = await fieldErrors('kinds=contact.made');
  expect(errors.kinds[0]).toMatch(/^Must be one of: contact\.created, contact\.updated/);
});

test('a kind is refused that the credential may not read, with the scope', async () => {
  const scopes = allScopes.filter((scope) => scope !== 'deals:read');
  const message = 'deal.created needs the scope deals:read';
  expect(await fieldErrors('kinds=contact.created,deal.created', scopes)).toEqual({
    status: 400,
    fieldErrors: { kinds: [message] },
  });
});
