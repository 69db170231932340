import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { customField, fieldsPlace, noConfiguration, plainField, plainOption } from '../../support/custom-fields.ts';

const app = await useApp();
const fixture = await fieldsPlace(app);

const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const made = { id: expect.any(Number), createdAt: instant, updatedAt: instant };

describe('POST /v1/fields', () => {
  test('creates a field from every input, and returns it exactly', async () => {
    const option = {
      ...{ name: 'Grün', color: 'green', icon: 'leaf', displayIndex: 7, isDefault: true, isArchived: false },
      ...{ category: 'Warm', tooltip: 'Like grass' },
    };
    const full = {
      name: 'Größe & Farbe',
      identifier: 'size-and-color',
      description: 'What they wear.',
      type: 'CALL',
      inputType: 'SINGLE_SELECT',
    };
    const configuration = { placeholder: 'Choose' };
    const { status, body } = await fixture.create({ ...full, configuration, options: [option], displayIndex: 3 });

    const { id, createdAt, updatedAt, options } = body.data;
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        data: {
          ...{ id, ...full, configuration: { ...noConfiguration, ...configuration } },
          options: [{ id: options[0].id, ...option }],
          ...{ hidden: false, isSystemField: false, displayIndex: 3, createdAt, updatedAt, events: null },
        },
      }),
    );
    expect([id, createdAt, updatedAt]).toEqual([expect.any(Number), instant, createdAt]);
  });

  test('makes one of no more than a name, a type and an input type, at the end of its type', async () => {
    const { create } = await fieldsPlace(app);
    const input = { name: 'Next step', type: 'DEAL', inputType: 'TEXT' };
    for (const displayIndex of [0, 1]) {
      const identifier = displayIndex === 0 ? 'next-step' : 'next-step-2';
      const { status, body } = await create(input);
      expect({ status, body }).toEqual({
        status: 201,
        body: { data: { ...made, ...input, ...plainField, identifier, displayIndex } },
      });
    }
    expect((await create({ ...input, type: 'USER' })).body.data.displayIndex).toBe(0);
    await create({ ...input, displayIndex: 40 });
    expect((await create(input)).body.data).toMatchObject({ identifier: 'next-step-4', displayIndex: 41 });
  });

  test('null is the same as nothing where there may be nothing', async () => {
    const input = { name: 'Nothing', type: 'CONTACT', inputType: 'NUMBER' };
    const { status, body } = await fixture.create({ ...input, description: null, configuration: null });
    expect([status, body.data.description, body.data.configuration]).toEqual([201, null, noConfiguration]);
    const partial = await fixture.create({ ...input, configuration: { min: 1, max: null, dateType: null } });
    expect([partial.status, partial.body.data.configuration]).toEqual([201, { ...noConfiguration, min: 1 }]);
  });

  test.each([
    ['NUMBER', { min: -1.5, max: -1.5, step: 0.25, placeholder: '' }],
    ['DATE', { dateType: 'dateTime', includedTime: true, dateTimeFormat: 'DD.MM.YYYY, HH:mm', placeholder: '-' }],
    ['DATE', { dateType: 'date', includedTime: false }],
    ['DATE', { includedTime: true }],
    ['RATING', { maxRating: 10 }],
    ...['TEXT', 'TEXT_AREA', 'URL', 'EMAIL', 'PHONE', 'USER', 'USERS_MULTIPLE', 'CHECK_BOX'].map(
      (inputType) => [inputType, { placeholder: 'x' }] as [string, object],
    ),
  ])('a %s takes the configuration %j', async (inputType, configuration) => {
    const { status, body } = await fixture.create({ name: 'Configured', type: 'CONTACT', inputType, configuration });
    expect([status, body.data.configuration]).toEqual([201, { ...noConfiguration, ...configuration }]);
  });

  test.each(['SINGLE_SELECT', 'MULTIPLE_SELECT', 'RADIO_BUTTON', 'CHECK_BOX'])(
    'a %s may have options, in the order of the input, or none yet',
    async (inputType) => {
      const input = { name: `Select ${inputType}`, type: 'CONTACT', inputType };
      const names = ['C', 'A', 'B'];
      const { status, body } = await fixture.create({ ...input, options: names.map((name) => ({ name })) });
      expect(status).toBe(201);
      expect(body.data.options).toEqual(
        names.map((name, displayIndex) => ({ id: expect.any(Number), ...plainOption, name, displayIndex })),
      );
      const none = await fixture.create(input);
      expect([none.status, none.body.data.options]).toEqual([201, []]);
    },
  );

  test('a field may have 500 options', async () => {
    const options = Array.from({ length: 500 }, (_, index) => ({ name: `Option ${index}` }));
    const { status, body } = await fixture.create({ name: 'Many', type: 'CALL', inputType: 'CHECK_BOX', options });
    expect([status, body.data.options.length, body.data.options[499].name]).toEqual([201, 500, 'Option 499']);
  });

  test.each([
    ['Größe (cm)', 'groesse-cm'.replace('oe', 'o')],
    ['  Crème   brûlée!  ', 'creme-brulee'],
    ['¿Ödön Łódź?', 'odon-lodz'],
    ['電話', 'dian-hua'],
    ['Бюджет', 'byudzhet'],
    ['!?', 'field'],
    ['Ⅳ quarter', 'iv-quarter'],
    ['x'.repeat(255), 'x'.repeat(240)],
  ])('the identifier of %j is made from it: %s', async (name, identifier) => {
    const { create } = await fieldsPlace(app);
    expect((await create({ name, type: 'EVENT', inputType: 'TEXT' })).body.data.identifier).toBe(identifier);
  });

  test('a generated identifier is none of those of the invitee questions, whatever the type', async () => {
    const { create } = await fieldsPlace(app);
    const made = async (name: string, type: string) =>
      (await create({ name, type, inputType: 'TEXT' })).body.data.identifier;
    expect(await made('Invitee e-mail', 'CONTACT')).toBe('invitee-e-mail');
    expect(await made('Invitee: email', 'CONTACT')).toBe('invitee-email-2');
    expect(await made('Invitee email', 'CONTACT')).toBe('invitee-email-3');
    expect(await made('Invitee phone no', 'CALL')).toBe('invitee-phone-no-2');
  });

  test('no option gets an id that is the name of another option of the field', async () => {
    const { create, update } = await fieldsPlace(app);
    const input = { name: 'Size', type: 'CONTACT', inputType: 'SINGLE_SELECT' };
    const last = (await create({ ...input, options: [{ name: 'A' }] })).body.data.options[0].id;
    const names = [last + 1, last + 2, last + 4, last + 5].map(String);
    const first = (await create({ ...input, options: names.map((name) => ({ name })) })).body.data;
    const unambiguous = (options: { id: number; name: string }[]) =>
      options.every(({ id, name }) => options.every((other) => other.name === name || other.name !== String(id)));
    expect(first.options.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(unambiguous(first.options)).toBe(true);
    const soon = Math.max(...first.options.map(({ id }: { id: number }) => id)) + 2;
    const added = [{ name: `${soon}` }, { name: 'B' }, { name: 'C' }];
    const second = (await update({ id: first.id, options: added })).body.data;
    expect(second.options.map(({ name }: { name: string }) => name)).toEqual([...names, `${soon}`, 'B', 'C']);
    expect(unambiguous(second.options)).toBe(true);
  });

  test('a generated identifier gets the first free number', async () => {
    const { owner, create } = await fieldsPlace(app);
    for (const identifier of ['color', 'color-2', 'color-4']) await customField(app, owner.workspaceId, { identifier });
    const input = { name: 'Color', type: 'CONTACT', inputType: 'TEXT' };
    expect((await create(input)).body.data.identifier).toBe('color-3');
    expect((await create(input)).body.data.identifier).toBe('color-5');
    expect((await create({ ...input, type: 'CALL' })).body.data.identifier).toBe('color');
  });

  test('GET returns what was created, and the GraphQL mutation creates the same', async () => {
    const { key, create } = await fieldsPlace(app);
    const { body } = await create({ name: 'Budget', type: 'CONTACT', inputType: 'NUMBER', configuration: { min: 0 } });
    const list = await app.get('/v1/fields/objects?objectType=CONTACT', key);
    expect(list.body.data).toEqual([body.data]);
    const mutation = `mutation ($input: CreateCustomFieldInput!) {
      createCustomField(input: $input) { identifier configuration { min } options { name } } }`;
    const input = { name: 'Budget', type: 'CONTACT', inputType: 'CHECK_BOX', options: [{ name: 'Yes' }] };
    const { body: graph } = await app.graphql(mutation, key, { input });
    expect(graph).toEqual({
      data: { createCustomField: { identifier: 'budget-2', configuration: { min: null }, options: [{ name: 'Yes' }] } },
    });
  });

  test('unknown keys are ignored, and an identifier of another workspace or type is free', async () => {
    const [one, other] = [await fieldsPlace(app), await fieldsPlace(app)];
    const input = { name: 'Mine', type: 'CONTACT', inputType: 'TEXT', identifier: 'mine' };
    const odd = { ...input, id: 1, workspaceId: 1, isSystemField: true, hidden: true };
    expect((await one.create(odd)).body.data).toMatchObject({ isSystemField: false, hidden: false });
    expect((await other.create(input)).status).toBe(201);
    expect((await one.create({ ...input, type: 'CALL' })).status).toBe(201);
  });
});

describe('at once', () => {
  test('twenty of the same name get twenty identifiers', async () => {
    const { create } = await fieldsPlace(app);
    const input = { name: 'Color', type: 'CONTACT', inputType: 'TEXT' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(input)));
    const identifiers = answers.map(({ body }) => body.data.identifier);
    const expected = ['color', ...Array.from({ length: 19 }, (_, index) => `color-${index + 2}`)];
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(identifiers.sort()).toEqual(expected.sort());
    expect(app.unexpected).toEqual([]);
  });

  test('of ten with the same identifier one is created, and the others get the reason', async () => {
    const { create } = await fieldsPlace(app);
    const input = { name: 'Color', identifier: 'color', type: 'CONTACT', inputType: 'TEXT' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    const refusals = answers.filter(({ status }) => status === 400);
    for (const { body } of refusals) {
      expect(body.message.details.fieldErrors).toEqual({
        identifier: ['Another CONTACT field already has this identifier'],
      });
    }
    expect(app.unexpected).toEqual([]);
  });
});
