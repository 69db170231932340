import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { customField, fieldsPlace } from '../../support/custom-fields.ts';
import { variantA, variantAForm } from '../../support/errors.ts';
import { refusals } from '../../support/refusals.ts';

const app = await useApp();
const fixture = await fieldsPlace(app);
await customField(app, fixture.owner.workspaceId, { identifier: 'taken' });
const valid = { name: 'Color', type: 'CONTACT', inputType: 'SINGLE_SELECT' };
const { wrong } = refusals(app, ['POST', '/v1/fields'], { key: fixture.key, base: valid });

const types = ['Must be one of: CONTACT, CALL, EVENT, DEAL, USER'];
const inputTypes = [
  'Must be one of: TEXT, TEXT_AREA, NUMBER, DATE, URL, EMAIL, PHONE, SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON, CHECK_BOX, RATING, USER, USERS_MULTIPLE',
];
const kebab = ['Must be kebab-case: a-z, 0-9 and single hyphens between them'];
const selects = ['Only SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON, CHECK_BOX have options'];

describe('POST /v1/fields refuses, by the name of the field', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ name: '' }, { name: ['Must not be empty'] }],
    [{ name: ' \t' }, { name: ['Must not be empty'] }],
    [{ identifier: 'taken' }, { identifier: ['Another CONTACT field already has this identifier'] }],
  ])('%j', (input, fieldErrors) => wrong(input, fieldErrors));

  test.each(['email', 'phone-no', 'name', 'first-name', 'last-name'])(
    'the identifier invitee-%s, which an invitee question has',
    async (question) => {
      const reserved = { identifier: ['Is reserved for a question of the booking form'] };
      await wrong({ identifier: `invitee-${question}`, type: 'CONTACT' }, reserved);
      await wrong({ identifier: `invitee-${question}`, type: 'CALL' }, reserved);
    },
  );

  test('everything that is wrong, at once', () =>
    wrong(
      { name: undefined, type: 'X', inputType: 'Y', identifier: 'Z', options: {} },
      { name: ['Is required'], type: types, inputType: inputTypes, identifier: kebab, options: ['Must be a list'] },
    ));
});

describe('POST /v1/fields refuses a configuration', () => {
  const configured = (inputType: string, configuration: unknown, messages: string[]) =>
    wrong({ inputType, configuration }, { configuration: messages });

  test.each<[string, unknown, string[]]>([
    ['NUMBER', { min: 1e16, max: -1e16 }, ['min: Must be at most 1e15', 'max: Must be at least -1e15']],
    ['NUMBER', { step: 0 }, ['step: Must be greater than 0']],
    ['NUMBER', { min: 2, max: 1 }, ['max: Must be at least min']],
    ['NUMBER', { maxRating: 5 }, ['maxRating: Is not allowed for the input type NUMBER']],
    ['RATING', { min: 1 }, ['min: Is not allowed for the input type RATING']],
    ['DATE', { dateType: 'date', includedTime: true }, [contradiction()]],
    ['DATE', { dateType: 'dateTime', includedTime: false }, [contradiction()]],
    ['DATE', { dateTimeFormat: 'dd/mm' }, [`dateTimeFormat: ${tokens()}`]],
    ['DATE', { dateTimeFormat: '' }, [`dateTimeFormat: ${tokens()}`]],
    [
      'TEXT',
      { min: 1, step: 1 },
      ['min: Is not allowed for the input type TEXT', 'step: Is not allowed for the input type TEXT'],
    ],
    ['USER', { dateType: 'date' }, ['dateType: Is not allowed for the input type USER']],
  ])('of a %s: %j', configured);

  test('with keys that are not known, which it names by their paths as well', async () => {
    const { status, body } = await fixture.create({
      ...valid,
      inputType: 'NUMBER',
      configuration: { least: 1, most: 2 },
    });
    const unknown = ['configuration.least', 'configuration.most'];
    const expected = variantA({ configuration: ['Unknown: least, most'] }, '/v1/fields', 'POST', unknown);
    expect({ status, body }).toEqual({ status: 400, body: expected });
  });
});

describe('POST /v1/fields refuses options', () => {
  const nameOf = (name: unknown) => ({ name });
  test.each<[unknown, string[]]>([
    [[nameOf(' ')], ['name: Must not be empty']],
    [[nameOf('Red'), nameOf('Red')], ['name: Must not occur twice in a field']],
    [[nameOf('Red'), nameOf('RED')], ['name: Must not occur twice in a field']],
    [[{ name: 'Red', isDefault: true, isArchived: true }], ['isDefault: An archived option cannot be the default']],
    [
      [
        { name: 'Red', isDefault: true },
        { name: 'Blue', isDefault: true },
      ],
      ['isDefault: Only one option can be the default'],
    ],
  ])('%j', (options, messages) => wrong({ options }, { options: messages }));

  test.each(['TEXT', 'TEXT_AREA', 'NUMBER', 'DATE', 'URL', 'EMAIL', 'PHONE', 'RATING', 'USER', 'USERS_MULTIPLE'])(
    'of a %s',
    (inputType) => wrong({ inputType, options: [{ name: 'Red' }] }, { options: selects }),
  );

  test('beside an invalid configuration, and both are reported', () =>
    wrong(
      { inputType: 'TEXT', configuration: { min: 1 }, options: [{ name: 'Red' }] },
      { configuration: ['min: Is not allowed for the input type TEXT'], options: selects },
    ));
});

test('a workspace has at most 2,000 fields, also when the last two are made at once', async () => {
  const full = await fieldsPlace(app);
  await app.sql(
    `INSERT INTO "CustomField" ("workspaceId", "name", "identifier", "type", "inputType")
    SELECT $1, 'Field', 'field-' || n, 'CALL', 'TEXT' FROM generate_series(1, 1999) n`,
    [full.owner.workspaceId],
  );
  const answers = await Promise.all([full.create(valid), full.create(valid)]);
  const [made, refused] = answers.sort((one, other) => one.status - other.status);
  expect([made?.status, refused?.status]).toEqual([201, 400]);
  expect(refused?.body).toEqual(
    variantAForm(['A workspace can have at most 2,000 custom fields'], '/v1/fields', 'POST'),
  );
});

function contradiction(): string {
  return 'includedTime: Must be true for the dateType dateTime and false for date';
}

function tokens(): string {
  return 'Must be made up of YYYY, YY, M to MMMM, D, DD, ddd, dddd, H, HH, h, hh, mm, ss, A, a and " .,:/-"';
}
