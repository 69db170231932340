import { describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { detailsWith } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp({ production: true });
const key = await app.apiKey(await app.workspace());
const path = '/v1/userAvailabilities';

describe.each<[string, string, object | string | undefined, Body]>([
  [
    'POST',
    path,
    { name: 'X', timeZone: 'Mars', days: [] },
    { fieldErrors: { timeZone: ['Must be an IANA time zone such as Europe/Berlin'] } },
  ],
  ['POST', path, '{', { formErrors: ['Request body must be valid JSON'] }],
  ['PUT', path, { id: 'x', name: 'X' }, { fieldErrors: { id: ['Must be an integer'] } }],
  ['PUT', path, { id: 1 }, { formErrors: ['At least one field to change is required'] }],
  ['DELETE', `${path}?id=x`, undefined, { fieldErrors: { id: ['Must be an integer'] } }],
  ['GET', `${path}/detail`, undefined, { fieldErrors: { id: ['Is required'] } }],
])('%s %s with %j', (method, address, body, details) => {
  test('is refused in variant B', async () => {
    const answer =
      typeof body === 'object'
        ? await sendJson(app, [method, address], body, { key })
        : await app.request(address, {
            method,
            headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body }),
          });
    const [message] = [...(details.formErrors ?? []), ...Object.values(details.fieldErrors ?? {}).flat()];
    expect([answer.status, answer.body]).toEqual([400, { message, details: detailsWith(details) }]);
  });

  test('is documented so', async () => {
    const { paths } = (await app.get('/openapi.json')).body;
    const [plain] = address.split('?') as [string];
    const { content } = paths[plain][method.toLowerCase()].responses[400];
    expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/ValidationErrorB' });
  });
});

test('a refusal of the use case is in variant B, and has the keys that are not known', async () => {
  const { body: made } = await sendJson(app, ['POST', path], { name: 'A', timeZone: 'UTC', days: [] }, { key });
  const { id } = made.data;
  const { status, body } = await sendJson(app, ['PUT', path], { id, isDefault: false, nam: 'B' }, { key });
  expect([status, Object.keys(body), body.details.unknown]).toEqual([
    400,
    ['message', 'details'],
    [{ path: 'body.nam', nearest: 'name' }],
  ]);
});
