import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { fieldRows, fieldsPlace } from '../../support/custom-fields.ts';

const app = await useApp();

test('PUT /v1/fields does not distinguish a field of another workspace from one that does not exist', async () => {
  const [mine, theirs] = [await fieldsPlace(app), await fieldsPlace(app)];
  const input = { name: 'Color', type: 'CONTACT', inputType: 'CHECK_BOX', options: [{ name: 'Red' }] };
  const { id, options } = (await theirs.create(input)).body.data;
  const before = await fieldRows(app, theirs.owner);
  const change = { name: 'Mine', inputType: 'TEXT', options: [{ id: options[0].id, name: 'Mine' }] };
  for (const unknown of [id, 2_147_483_647]) {
    const { status, body } = await mine.update({ id: unknown, ...change });
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } });
  }
  expect(await fieldRows(app, theirs.owner)).toEqual(before);
});
