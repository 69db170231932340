import { afterEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { tinySchema } from '../support/tiny-schema.ts';

const app = await useApp({ schema: tinySchema });
const key = await app.apiKey(await app.workspace());
afterEach(() => app.unexpected.splice(0));

const masked = { message: 'Something went wrong', extensions: { code: 'INTERNAL_SERVER_ERROR' } };
const lost = { message: 'Record not found!', extensions: { code: 'RECORD_NOT_FOUND' } };

// Documents of endpoints alone are compiled, all others are not.
describe.each([
  ['compiled', '{ thing(id: 1) { id } lostThing { id } }', '{ thing(id: 1) { id } brokenThing { id } }', 'brokenThing'],
  [
    'plain',
    '{ fine thing(id: 1) { id } lostThing { id } }',
    '{ fine thing(id: 1) { id } optional { id } }',
    'optional',
  ],
])('a response with some data, %s', (_, losing, breaking, broken) => {
  test('is a 200 with the errors beside the data', async () => {
    const { status, body } = await app.graphql(losing, key);
    expect({ status, ...body.data }).toMatchObject({ status: 200, thing: { id: 1 }, lostThing: null });
    expect(body.errors).toEqual([{ ...lost, locations: [expect.any(Object)], path: ['lostThing'] }]);
  });

  test('is a 200 even when a part of it is the masked 500, which the log has in full', async () => {
    const { status, body } = await app.graphql(breaking, key);
    expect({ status, ...body.data }).toMatchObject({ status: 200, thing: { id: 1 }, [broken]: null });
    expect(body.errors).toEqual([{ ...masked, locations: [expect.any(Object)], path: [broken] }]);
    expect(app.unexpected.map((error) => (error as { originalError?: unknown }).originalError ?? error)).toEqual([
      new TypeError('relation "Thing" does not exist'),
    ]);
  });
});

describe.each([
  ['compiled', '{ lostThing { id } }', '{ brokenThing { id } }'],
  ['plain', '{ lostThing { id } ... on Query { lostThing { name } } }', '{ optional { id } }'],
])('a response without data, %s', (_, losing, breaking) => {
  test('has the status of the error', async () => {
    expect((await app.graphql(losing, key)).status).toBe(404);
    const { status, body } = await app.graphql(breaking, key);
    expect([status, body.errors.length, body.errors[0].message]).toEqual([500, 1, 'Something went wrong']);
  });
});

describe.each([
  ['compiled', 'oddThing'],
  ['plain', 'odd'],
])('a value that the schema does not allow, %s', (_, field) => {
  test.each([
    ['a null that must not be', 'must', { [field]: null }, [field, 'must']],
    ['a value of another type', 'number', { [field]: { number: null } }, [field, 'number']],
  ])('is masked and logged like any bug: %s', async (_case, inner, data, path) => {
    const { body } = await app.graphql(`{ ${field} { ${inner} } }`, key);
    expect(body).toEqual({ data, errors: [{ ...masked, locations: [expect.any(Object)], path }] });
    expect(app.unexpected).toHaveLength(1);
  });
});
