import { describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { contactStage, fieldRows, fieldsPlace } from '../../support/custom-fields.ts';
import { variantA } from '../../support/errors.ts';

const app = await useApp();
const fixture = await fieldsPlace(app);
const input = {
  name: 'Color',
  type: 'CONTACT',
  inputType: 'SINGLE_SELECT',
  options: [{ name: 'Red' }, { name: 'Blue' }],
};
const field = (await fixture.create(input)).body.data;
const otherOption = (await fixture.create({ ...input, identifier: 'taken' })).body.data.options[0].id;

/** Nothing is changed by what is refused, whatever else is in it. */
async function wrong(input: object, fieldErrors: Record<string, string[]>, unknown: string[] = []): Promise<void> {
  const before = await fieldRows(app, fixture.owner);
  const { status, body } = await fixture.update({ id: field.id, description: 'Changed', ...input });
  expect({ status, body }).toEqual({ status: 400, body: variantA(fieldErrors, '/v1/fields', 'PUT', unknown) });
  expect(await fieldRows(app, fixture.owner)).toEqual(before);
}

async function answered(customFieldId: number): Promise<void> {
  const { workspaceId } = fixture.owner;
  const contactId = await app.contact(workspaceId);
  await app.insert('CustomFieldAnswer', { workspaceId, customFieldId, contactId, answer: ['Red'] });
}

const once = ['Cannot change once answers exist'];
const system = ['Cannot change in a system field'];

describe('PUT /v1/fields refuses, by the name of the field', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ name: '' }, { name: ['Must not be empty'] }],
    [{ identifier: 'taken' }, { identifier: ['Another CONTACT field already has this identifier'] }],
    [{ configuration: { min: 1 } }, { configuration: ['min: Is not allowed for the input type SINGLE_SELECT'] }],
    [{ inputType: 'NUMBER', configuration: { min: 2, max: 1 } }, { configuration: ['max: Must be at least min'] }],
    [{ options: [{}] }, { options: ['name: Is required'] }],
    [
      { options: [{ name: 'red' }, { name: 'Red' }] },
      { options: ['name: Must not refer to the same option as options[0]'] },
    ],
    [{ options: [{ name: 'X' }, { name: 'x' }] }, { options: ['name: Must not occur twice in a field'] }],
    [
      { inputType: 'TEXT', options: [{ name: 'Green' }] },
      { options: ['Only SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON, CHECK_BOX have options'] },
    ],
  ])('%j', (input, fieldErrors) => wrong(input, fieldErrors));

  test('an option that is of another field, of another workspace or of none, with the same error', async () => {
    const stranger = await fieldsPlace(app);
    const input = { name: 'Color', type: 'CONTACT', inputType: 'CHECK_BOX', options: [{ name: 'Red' }] };
    const theirs = (await stranger.create(input)).body.data.options[0].id;
    for (const id of [otherOption, theirs, 2_147_483_647]) {
      await wrong({ options: [{ id, name: 'Mine' }] }, { options: ['id: Must be the id of an option of this field'] });
    }
  });

  test('an option that is changed twice, is called as another, or is the default beside another', async () => {
    const [red, blue] = field.options.map(({ id }: Body) => id);
    await wrong({ options: [{ id: red }, { id: red, name: 'X' }] }, { options: ['id: Must not occur twice'] });
    await wrong({ options: [{ id: red, name: 'BLUE' }] }, { options: ['name: Must not occur twice in a field'] });
    const defaults = [red, blue].map((id) => ({ id, isDefault: true }));
    await wrong({ options: defaults }, { options: ['isDefault: Only one option can be the default'] });
    const archived = [{ id: red, isDefault: true, isArchived: true }];
    await wrong({ options: archived }, { options: ['isDefault: An archived option cannot be the default'] });
  });

  test('a 501st option', async () => {
    const options = Array.from({ length: 499 }, (_, index) => ({ name: `Option ${index}` }));
    await wrong({ options }, { options: ['A field can have at most 500 options'] });
  });

  test('several defaults that a single select would have to keep', async () => {
    const options = ['A', 'B'].map((name) => ({ name, isDefault: true }));
    const input = { name: 'Several', type: 'CONTACT', inputType: 'CHECK_BOX', options };
    const { id } = (await fixture.create(input)).body.data;
    await wrong({ id, inputType: 'RADIO_BUTTON' }, { options: ['isDefault: Only one option can be the default'] });
  });
});

test('a type in which another field has the identifier', async () => {
  const input = { name: 'Two', identifier: 'two', inputType: 'TEXT' };
  await fixture.create({ ...input, type: 'USER' });
  const { id } = (await fixture.create({ ...input, type: 'CALL' })).body.data;
  await wrong({ id, type: 'USER' }, { identifier: ['Another USER field already has this identifier'] });
});

describe('once answers exist', () => {
  test('type and inputType are fixed, and the message says so', async () => {
    const { id } = (await fixture.create({ name: 'Answered', type: 'CONTACT', inputType: 'RADIO_BUTTON' })).body.data;
    await answered(id);
    await wrong({ id, inputType: 'SINGLE_SELECT' }, { inputType: once });
    await wrong({ id, type: 'CALL', inputType: 'TEXT' }, { type: once, inputType: once });
    await app.sql('DELETE FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [id]);
    expect((await fixture.update({ id, type: 'CALL', inputType: 'TEXT' })).status).toBe(200);
  });

  test('an event that asks for the field fixes its type, and nothing else', async () => {
    const { workspaceId } = fixture.owner;
    const { id: customFieldId } = (await fixture.create({ name: 'Asked', type: 'CONTACT', inputType: 'TEXT' })).body
      .data;
    const eventId = await app.event(fixture.owner);
    await app.sql(
      'INSERT INTO "EventSecondaryQuestion" ("workspaceId", "eventId", "customFieldId") VALUES ($1, $2, $3)',
      [workspaceId, eventId, customFieldId],
    );
    const message = 'Cannot change while an event asks for the field';
    await wrong({ id: customFieldId, type: 'CALL' }, { type: [message] });
    expect((await fixture.update({ id: customFieldId, inputType: 'URL' })).status).toBe(200);
    await answered(customFieldId);
    await wrong({ id: customFieldId, type: 'CALL' }, { type: [...once, message] });
  });

  test('a rule of an event that names the field fixes its type and its options', async () => {
    const options = [{ name: 'Good' }, { name: 'Bad' }];
    const { id } = (await fixture.create({ name: 'Fit', type: 'CONTACT', inputType: 'SINGLE_SELECT', options })).body
      .data;
    const eventId = await app.event(fixture.owner);
    const rules = [{ kind: 'ANSWER', customFieldId: id, questionType: null, operator: 'EQUALS', values: ['Bad'] }];
    await app.sql('UPDATE "Event" SET "disqualificationRules" = $2 WHERE "id" = $1', [eventId, JSON.stringify(rules)]);
    const message = 'Cannot change while a disqualification rule of an event names the field';
    await wrong({ id, type: 'USER' }, { type: [message] });
    await wrong({ id, inputType: 'NUMBER' }, { inputType: [message] });
    expect((await fixture.update({ id, inputType: 'RADIO_BUTTON' })).status).toBe(200);
  });
});

test('of the contact stage, identifier, type and inputType never change, with or without answers', async () => {
  const id = await contactStage(app, fixture.owner.workspaceId);
  const change = { id, identifier: 'stage', type: 'CALL', inputType: 'RADIO_BUTTON' };
  const fixed = { identifier: system, type: system, inputType: system };
  await wrong(change, fixed);
  await answered(id);
  await wrong(change, fixed);
});

test('two fields that take each other’s identifier at once are refused, and neither is changed', async () => {
  const make = async (name: string) => (await fixture.create({ name, type: 'DEAL', inputType: 'TEXT' })).body.data;
  const [one, other] = [await make('One'), await make('Other')];
  const before = await fieldRows(app, fixture.owner);
  const answers = await Promise.all([
    fixture.update({ id: one.id, identifier: 'other' }),
    fixture.update({ id: other.id, identifier: 'one' }),
  ]);
  const body = variantA({ identifier: ['Another DEAL field already has this identifier'] }, '/v1/fields', 'PUT');
  expect(answers.map((answer) => ({ status: answer.status, body: answer.body }))).toEqual(
    Array(2).fill({ status: 400, body }),
  );
  expect(await fieldRows(app, fixture.owner)).toEqual(before);
  expect(app.unexpected).toEqual([]);
});

test('a key of the configuration that is not known, by its path as well', () =>
  wrong({ configuration: { size: 1 } }, { configuration: ['Unknown: size'] }, ['configuration.size']));

test('an identifier that an invitee question has', async () => {
  const { id } = (await fixture.create({ name: 'Plain', type: 'CALL', inputType: 'TEXT' })).body.data;
  await wrong({ id, identifier: 'invitee-email' }, { identifier: ['Is reserved for a question of the booking form'] });
});

test('an option named like the id of another', async () => {
  const input = { name: 'Size', type: 'CONTACT', inputType: 'SINGLE_SELECT', options: [{ name: 'A' }, { name: 'B' }] };
  const { id, options } = (await fixture.create(input)).body.data;
  const message = { options: ['name: Must not be the id of another option'] };
  await wrong({ id, options: [{ name: `${options[0].id}` }] }, message);
  await wrong({ id, options: [{ id: options[1].id, name: `${options[0].id}` }] }, message);
});
