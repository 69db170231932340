import { afterAll, beforeAll, expect, test } from 'vitest';
import { allScopes } from '#src/domain/access/scopes.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';

let app: TestApp;
let owner: Member;
beforeAll(async () => {
  app = await testApp();
  owner = await app.workspace();
});
afterAll(() => app.close());

const create = (email: string, contact: string) =>
  `mutation { createContact(input: { email: "${email}" }) { contact { ${contact} } } }`;

async function isThere(email: string): Promise<boolean> {
  return (await app.sql('SELECT FROM "Contact" WHERE "email" = $1', [email])).length > 0;
}

test.each([
  ['a scope is missing', 'id eventCalls { id }', { code: 'INSUFFICIENT_SCOPE', scope: 'eventCalls:read' }],
  [
    'it is missing within a fragment',
    '... on Contact { deals { contact { eventCalls { id } } } }',
    { scope: 'eventCalls:read' },
  ],
  ['only a session may', 'ownerMember { apiKeys { id } }', { code: 'FORBIDDEN' }],
  ['a page is wrong', 'deals(limit: 0) { id }', { details: { fieldErrors: { limit: ['Must be at least 1'] } } }],
])('a mutation changes nothing when its answer could not be told: %s', async (_, contact, extensions) => {
  const key = await app.apiKey(owner, { scopes: allScopes.filter((scope) => scope !== 'eventCalls:read') });
  const { body } = await app.graphql(create('ghost@example.com', contact), key);
  expect(body).toMatchObject({ data: null, errors: [{ path: ['createContact'], extensions }] });
  expect(await isThere('ghost@example.com')).toBe(false);
});

test('what is left out of the answer is not asked', async () => {
  const key = await app.apiKey(owner, { scopes: ['contacts:write'] });
  const { body } = await app.graphql(create('ada@example.com', 'id eventCalls @include(if: false) { id }'), key);
  expect(body.errors).toBeUndefined();
  expect(await isThere('ada@example.com')).toBe(true);
});

test('what may be told is told', async () => {
  const key = await app.apiKey(owner);
  const { body } = await app.graphql(create('bea@example.com', 'email eventCalls { id } ownerMember { id }'), key);
  expect(body.data.createContact.contact).toEqual({ email: 'bea@example.com', eventCalls: [], ownerMember: null });
});
