import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { customField } from '../support/custom-fields.ts';
import { sendJson } from '../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);

type Row = [path: string | null, code: string, message: string];
const errorsOf = (rows: Row[]) => rows.map(([path, code, message]) => ({ path, code, message }));

async function refused(method: 'POST' | 'PUT', path: string, input: object): Promise<object> {
  const { status, body } = await sendJson(app, [method, path], input, { key });
  expect(status).toBe(400);
  return body.message.details.errors;
}

test.each<[object, Row[]]>([
  [{}, [[null, 'required', 'An email or a phoneNumber is required']]],
  [{ email: 'nobody' }, [['email', 'invalid_format', 'Invalid email format']]],
  [{ email: 'a@example.com', userId: 2_147_483_647 }, [['userId', 'not_found', 'Must be a member of the workspace']]],
])('POST /v1/contacts with %j has a code and a path', async (input, rows) => {
  expect(await refused('POST', '/v1/contacts', input)).toEqual(errorsOf(rows));
});

test('a query parameter', async () => {
  const { body } = await app.get('/v1/eventCalls?limit=101&ids=1,0,2&search=%FF&page=1&page=2', key);
  expect(body.message.details).toEqual({
    formErrors: [],
    fieldErrors: {
      limit: ['Must be at most 100'],
      ids: ['Must be at least 1'],
      search: ['Must be percent-encoded UTF-8'],
      page: ['Must be given once'],
    },
    errors: errorsOf([
      ['limit', 'too_big', 'Must be at most 100'],
      ['ids[1]', 'too_small', 'Must be at least 1'],
      ['search', 'malformed', 'Must be percent-encoded UTF-8'],
      ['page', 'duplicate', 'Must be given once'],
    ]),
  });
});

test('a body that is no JSON', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { body } = await app.request('/v1/contacts', { method: 'POST', headers, body: '{' });
  expect(body.message.details).toEqual({
    formErrors: ['Request body must be valid JSON'],
    fieldErrors: {},
    errors: errorsOf([[null, 'malformed', 'Request body must be valid JSON']]),
  });
});

test('of 150 wrong items the first 100 are named', async () => {
  const { body } = await sendJson(
    app,
    ['POST', '/v1/fields/answer/bulk'],
    { identifier: 'a', answer: ['a'], contactIds: Array(150).fill(0) },
    { key },
  );
  const { fieldErrors, errors } = body.message.details;
  expect(fieldErrors).toEqual({ contactIds: ['Must be at least 1'] });
  expect(errors).toHaveLength(100);
  expect(errors[99]).toEqual({ path: 'contactIds[99]', code: 'too_small', message: 'Must be at least 1' });
});

describe('POST /v1/fields', () => {
  const base = { name: 'Budget', type: 'CONTACT', inputType: 'SINGLE_SELECT' };
  test.each<[object, Row[]]>([
    [
      { options: [{ name: 'A' }, { name: 'a' }] },
      [['options[1].name', 'duplicate', 'Must not occur twice in a field']],
    ],
    [{ configuration: { size: 1 } }, [['configuration', 'unknown_field', 'Unknown: size']]],
    [
      { configuration: { min: 1 } },
      [['configuration.min', 'unknown_field', 'Is not allowed for the input type SINGLE_SELECT']],
    ],
    [
      { inputType: 'NUMBER', configuration: { min: 2, max: 1 } },
      [['configuration.max', 'conflict', 'Must be at least min']],
    ],
  ])('%j', async (input, rows) => {
    expect(await refused('POST', '/v1/fields', { ...base, ...input })).toEqual(errorsOf(rows));
  });
});

test('an answer that a field refuses names the item', async () => {
  const contactId = await app.contact(owner.workspaceId);
  const id = await customField(app, owner.workspaceId, { identifier: 'pets', inputType: 'MULTIPLE_SELECT' });
  const answer = { customFieldId: id, contactId, answer: [''] };
  expect(await refused('POST', '/v1/fields/answer', answer)).toEqual(
    errorsOf([['answer[0]', 'too_short', 'Must not have empty items; an empty list clears the answer']]),
  );
});

test('hosts of an event are named by their indexes', async () => {
  const document = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id } } }';
  const hosts = [{ userId: owner.userId }, { userId: 2_147_483_647 }, { userId: 2_147_483_646 }];
  const input = { name: 'Intro', callType: 'STRATEGY_EVENT', duration: 30, hosts };
  const { body } = await app.graphql(document, await app.session(owner), { input });
  expect(body.errors[0].extensions).toEqual({
    code: 'VALIDATION_FAILED',
    details: {
      formErrors: [],
      fieldErrors: { hosts: ['userId: Must be a member of the workspace'] },
      errors: errorsOf([
        ['hosts[1].userId', 'not_found', 'Must be a member of the workspace'],
        ['hosts[2].userId', 'not_found', 'Must be a member of the workspace'],
      ]),
    },
  });
});
