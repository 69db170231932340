import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace(), { scopes: ['fields:read'] });

const types = ['Must be one of: CONTACT, CALL, EVENT, DEAL, USER'];
const inputTypes = [
  'Must be one of: TEXT, TEXT_AREA, NUMBER, DATE, URL, EMAIL, PHONE, SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON, CHECK_BOX, RATING, USER, USERS_MULTIPLE',
];
const booleans = ['hidden', 'showSystemFields', 'allFields', 'forFilters', 'inviteeQuestions', 'includeRelation'];
const notBoolean = ['true,false', '1', '0', 'TRUE', 'yes', '', 'null'];

const shared: [string, Record<string, string[]>][] = [
  ['page=-1', { page: ['Must be at least 0'] }],
  ['page=1.0', { page: ['Must be an integer'] }],
  ['limit=0', { limit: ['Must be at least 1'] }],
  ['limit=101', { limit: ['Must be at most 100'] }],
  ['limit=abc', { limit: ['Must be an integer'] }],
  ['inputType=DROPDOWN', { inputType: inputTypes }],
  ['inputType=TEXT,text', { inputType: inputTypes }],
  ['search=%00', { search: ['Must not contain control characters or broken Unicode'] }],
  [`search=${'x'.repeat(201)}`, { search: ['Must be at most 200 characters'] }],
  ['hidden=true&hidden=true', { hidden: ['Must be given once'] }],
  ...booleans.flatMap((name) =>
    notBoolean.map((value): [string, Record<string, string[]>] => [
      `${name}=${value}`,
      { [name]: ['Must be true or false'] },
    ]),
  ),
  [
    'page=x&limit=0&forFilters=2',
    { page: ['Must be an integer'], limit: ['Must be at least 1'], forFilters: ['Must be true or false'] },
  ],
];

describe.each([
  ['/v1/fields/objects', 'objectType=CONTACT&'],
  ['/v1/fields/objects/all', ''],
])('GET %s', (path, valid) => {
  test.each(shared)('?%s is refused, by the name of the field', async (query, fieldErrors) => {
    const { status, body } = await app.get(`${path}?${valid}${query}`, key);
    expect({ status, body }).toEqual({ status: 400, body: variantA(fieldErrors, path) });
  });

  test('unknown parameters are ignored', async () => {
    expect((await app.get(`${path}?${valid}unknown=1&Hidden=x`, key)).status).toBe(200);
  });
});

test.each<[string, string[]]>([
  ['', ['Is required']],
  ['objectType=', types],
  ['objectType=contact', types],
  ['objectType=CONTACT,CALL', types],
])('GET /v1/fields/objects?%s lacks a type', async (query, messages) => {
  const { status, body } = await app.get(`/v1/fields/objects?${query}`, key);
  expect({ status, body }).toEqual({ status: 400, body: variantA({ objectType: messages }, '/v1/fields/objects') });
});

test('GraphQL refuses a missing type in the same words', async () => {
  const { body } = await app.graphql('{ customFields { count } }', key);
  expect(body.errors[0].extensions.details.fieldErrors).toEqual({ objectType: ['Is required'] });
});
