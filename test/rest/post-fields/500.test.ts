import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { fieldRows, fieldsPlace } from '../../support/custom-fields.ts';

const app = await useApp();

test('a field whose options cannot be written is neither made nor changed', async () => {
  const { owner, create, update } = await fieldsPlace(app);
  const input = { name: 'Color', type: 'CONTACT', inputType: 'CHECK_BOX', options: [{ name: 'Red' }] };
  const { id } = (await create(input)).body.data;
  const before = await fieldRows(app, owner);
  await app.sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`,
  );
  await app.sql('CREATE TRIGGER refuse BEFORE INSERT ON "CustomFieldOption" FOR EACH ROW EXECUTE FUNCTION refuse()');
  const broken = { status: 500, body: { message: 'Something went wrong' } };

  expect(await create(input)).toMatchObject(broken);
  expect(await update({ id, name: 'Changed', options: [{ name: 'Blue' }] })).toMatchObject(broken);
  expect(await fieldRows(app, owner)).toEqual(before);
  expect(app.unexpected.splice(0)).toHaveLength(2);
});
