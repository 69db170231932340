import { describe, expect, test } from 'vitest';
import { checkAnswer } from '#src/domain/custom-fields/answer-rules.ts';
import type { CustomFieldConfiguration, InputType } from '#src/domain/custom-fields/custom-field.ts';
import { answeredField, memberIds } from '../../support/answered-fields.ts';

interface Table {
  readonly of: InputType;
  readonly with?: CustomFieldConfiguration;
  readonly fit: readonly (readonly string[])[];
  /** Where the stored form is another than the one that was sent. */
  readonly become?: readonly (readonly [sent: readonly string[], stored: readonly string[]])[];
  readonly refused: Readonly<Record<string, readonly (readonly string[])[]>>;
}

const empty = 'Must not have empty items; an empty list clears the answer';
const one = 'Must have one item';
const number = 'Must be a decimal number such as 1250 or -12.5';
const date = 'Must be an existing date (YYYY-MM-DD)';
const instant = 'Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)';
const url = 'Must be a URL that begins with https:// or http://';
const unseen = 'Must not contain white space or invisible characters';
const line = 'Must be one line without control characters';
const unstorable = 'Must not contain control characters or broken Unicode';
const email = 'Invalid email format';
const phone = 'Must be E.164 format';
const option = 'Must be the id or name of an option: Red, 99, Blue';
const archived = 'Must not be an archived option';
const member = 'Must be the user id of a member of the workspace';
const stars = (max: number) => `Must be a whole number from 1 to ${max}`;
const long = (length: number) => `Must be at most ${length} characters`;

const tables: readonly Table[] = [
  {
    of: 'TEXT',
    fit: [['a'], [' '], ['0'], ['日本 👩‍👩‍👧 \u202e'], ['x'.repeat(1000)]],
    refused: {
      [empty]: [['']],
      [one]: [['a', 'a']],
      [line]: [['a\nb'], ['a\tb'], ['\r'], ['\u0085'], ['\u0000']],
      [unstorable]: [['\ud800']],
      [long(1000)]: [['x'.repeat(1001)]],
    },
  },
  {
    of: 'TEXT_AREA',
    fit: [['a\nb\r\n\tc'], ['x'.repeat(10_000)]],
    refused: {
      [empty]: [['']],
      [one]: [['a', 'b']],
      [unstorable]: [['\u0000'], ['\u001b'], ['\udfff']],
      [long(10_000)]: [['x'.repeat(10_001)]],
    },
  },
  {
    of: 'NUMBER',
    fit: [['0'], ['-0'], ['12.50'], ['-1250'], ['0.000000000000000000001'], ['9'.repeat(40)]],
    refused: {
      [empty]: [['']],
      [one]: [['1', '2']],
      [number]: [
        ['+1'],
        ['01'],
        ['1.'],
        ['.5'],
        ['1e3'],
        ['1,5'],
        [' 1'],
        ['1 '],
        ['0x1'],
        ['NaN'],
        ['Infinity'],
        ['١'],
      ],
      [long(40)]: [['9'.repeat(41)]],
    },
  },
  {
    of: 'NUMBER',
    with: { min: -0.3, max: 0.3, step: 0.1 },
    fit: [['-0.3'], ['-0.2'], ['0'], ['0.1'], ['0.30'], ['0.300000000000000000000']],
    refused: {
      'Must be at least -0.3': [['-0.4'], ['-0.30000000000000000001']],
      'Must be at most 0.3': [['1'], ['0.30000000000000000001']],
      'Must be -0.3 plus or minus a multiple of 0.1': [['0.15'], ['0.10000000000000000001']],
    },
  },
  {
    of: 'NUMBER',
    with: { step: 5 },
    fit: [['0'], ['-15'], ['5.0'], ['900719925474099300000']],
    refused: { 'Must be 0 plus or minus a multiple of 5': [['1'], ['900719925474099300001']] },
  },
  {
    of: 'NUMBER',
    with: { min: 1e21, step: 1e-7 },
    fit: [['1000000000000000000000'], ['1000000000000000000000.0000001']],
    refused: {
      'Must be at least 1e+21': [['999999999999999999999']],
      'Must be 1e+21 plus or minus a multiple of 1e-7': [['1000000000000000000000.00000001']],
    },
  },
  {
    of: 'DATE',
    fit: [['2024-02-29'], ['0001-01-01'], ['9999-12-31']],
    refused: {
      [empty]: [['']],
      [one]: [['2024-02-29', '2024-03-01']],
      [date]: [['2026-02-29'], ['2026-13-01'], ['0000-01-01'], ['2026-1-1'], ['2026-01-01T00:00:00Z'], ['01.02.2026']],
    },
  },
  { of: 'DATE', with: { dateType: 'dateTime', includedTime: false }, fit: [['2024-02-29']], refused: {} },
  {
    of: 'DATE',
    with: { dateType: 'dateTime' },
    fit: [['2026-01-01T00:00:00.000Z'], ['0001-01-01T00:00:00.000Z'], ['9999-12-31T23:59:59.999Z']],
    become: [
      [['2026-01-01T00:00:00+02:00'], ['2025-12-31T22:00:00.000Z']],
      [['2026-01-01T00:00Z'], ['2026-01-01T00:00:00.000Z']],
      [['2026-01-01T00:00:00.123999999Z'], ['2026-01-01T00:00:00.123Z']],
    ],
    refused: {
      [instant]: [
        ['2026-01-01'],
        ['2026-02-30T00:00:00Z'],
        ['2026-01-01T24:00:00Z'],
        ['2026-01-01T00:00:00'],
        ['0001-01-01T00:00:00+00:01'],
        ['9999-12-31T23:59:59-00:01'],
      ],
    },
  },
  {
    of: 'DATE',
    with: { includedTime: true },
    fit: [['2026-01-01T00:00:00.000Z']],
    refused: { [instant]: [['2026-01-01']] },
  },
  {
    of: 'URL',
    fit: [
      ['https://example.com'],
      ['http://localhost:8080/a?b=c#d'],
      ['HTTPS://münchen.example/ä'],
      [`https://example.com/${'x'.repeat(2028)}`],
    ],
    refused: {
      [empty]: [['']],
      [one]: [['https://a.example', 'https://b.example']],
      [url]: [
        ['example.com'],
        ['ftp://example.com'],
        ['javascript:alert(1)'],
        ['https:example.com'],
        ['https://'],
        ['https:///a'],
        ['https://[::1'],
        ['https://example.com:99999'],
        ['//example.com'],
      ],
      [unseen]: [
        ['https://a b.example'],
        ['https://example.com/\n'],
        [' https://example.com'],
        ['java\tscript:alert(1)'],
      ],
      [long(2048)]: [[`https://example.com/${'x'.repeat(2029)}`]],
    },
  },
  {
    of: 'EMAIL',
    fit: [['Ira@Example.com'], ['a+b@example.co']],
    become: [[[' Ira@Example.com\n'], ['Ira@Example.com']]] as const,
    refused: {
      [empty]: [['']],
      [one]: [['a@example.com', 'b@example.com']],
      [email]: [['a'], ['a@b'], ['a @example.com']],
      [long(255)]: [[`${'a'.repeat(250)}@example.com`]],
    },
  },
  {
    of: 'PHONE',
    fit: [['+4915112345678'], ['+14155550101'], ['+1415'], ['+9991234567']],
    refused: {
      [empty]: [['']],
      [one]: [['+4915112345678', '+14155550101']],
      [phone]: [['4915112345678'], ['+1 415 555 0101'], ['+1'], ['+0155550101']],
    },
  },
  ...(['SINGLE_SELECT', 'RADIO_BUTTON'] as const).map((of) => ({
    of,
    fit: [['Red'], ['99'], ['Blue']],
    become: [
      [['11'], ['Red']],
      [['rED'], ['Red']],
      [['13'], ['Blue']],
      [['12'], ['99']],
    ] as const,
    refused: {
      [empty]: [['']],
      [one]: [
        ['Red', 'Blue'],
        ['Red', 'Red'],
      ],
      [option]: [['reds'], ['15'], ['011']],
      [archived]: [['Gone'], ['14']],
    },
  })),
  ...(['MULTIPLE_SELECT', 'CHECK_BOX'] as const).map((of) => ({
    of,
    fit: [['Red'], ['Blue', 'Red', '99']],
    become: [
      [
        ['Blue', 'Red', 'Blue'],
        ['Blue', 'Red'],
      ],
      [
        ['11', 'Red', '12'],
        ['Red', '99'],
      ],
    ] as const,
    refused: { [empty]: [['Red', '']], [option]: [['Red', 'Green']], [archived]: [['Red', 'Gone']] },
  })),
  {
    of: 'RATING',
    fit: [['1'], ['5']],
    refused: {
      [empty]: [['']],
      [one]: [['1', '2']],
      [stars(5)]: [['0'], ['6'], ['2.5'], ['-1'], ['05'], ['x'], ['1e0']],
    },
  },
  { of: 'RATING', with: { maxRating: 10 }, fit: [['10']], refused: { [stars(10)]: [['11']] } },
  {
    of: 'USER',
    fit: [['7'], ['8']],
    refused: { [empty]: [['']], [one]: [['7', '8']], [member]: [['9'], ['07'], ['x'], ['-7'], ['99999999999']] },
  },
  {
    of: 'USERS_MULTIPLE',
    fit: [['7'], ['8', '7']],
    become: [[['8', '8'], ['8']]],
    refused: { [empty]: [['7', '']], [member]: [['7', '9']] },
  },
];

const rows = tables.map((table) => [`${table.of} ${JSON.stringify(table.with ?? {})}`, table] as const);

describe.each(rows)('%s', (_, { of, with: configuration, fit, become = [], refused }) => {
  const check = (items: readonly string[]) => checkAnswer(answeredField(of, configuration), items, memberIds);

  test.each(fit.map((items) => [items]))('%j fits and is stored as it is', (items) => {
    expect(check(items)).toEqual({ answer: items });
  });

  test.each(become.map(([sent, stored]) => [sent, stored] as const))('%j is stored as %j', (sent, stored) => {
    expect(check(sent)).toEqual({ answer: stored });
    expect(check(stored)).toEqual({ answer: stored });
  });

  const problems = Object.entries(refused).flatMap(([problem, all]) => all.map((items) => [items, problem] as const));
  test.each(problems)('%j is refused: %s', (items, problem) => {
    expect(check(items)).toEqual({ problem: expect.objectContaining({ message: problem }) });
    expect(check(items)).not.toHaveProperty('problem.code', 'invalid');
  });

  test('an answer without items clears the field', () => {
    expect(check([])).toEqual({ answer: [] });
  });
});

test('of two names from before the rules that look alike, the one with the same text is found', () => {
  const optionsBefore = ['Yes', 'yes', 'NO'].map((name, index) => ({ id: index + 1, name, isArchived: false }));
  const field = { inputType: 'SINGLE_SELECT', configuration: {}, options: optionsBefore } as unknown as Parameters<
    typeof checkAnswer
  >[0];
  const found = (item: string) => checkAnswer(field, [item], new Set());
  expect(['Yes', 'yes', 'YES', 'no', '2'].map(found)).toEqual(
    ['Yes', 'yes', 'Yes', 'NO', 'yes'].map((name) => ({ answer: [name] })),
  );
});
