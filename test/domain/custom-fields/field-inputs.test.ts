import { describe, expect, test } from 'vitest';
import {
  configurationInput,
  configurationOf,
  configurationProblems,
  wholeConfiguration,
} from '#src/domain/custom-fields/configuration.ts';
import {
  createCustomFieldInput,
  customFieldListInput,
  updateCustomFieldInput,
} from '#src/domain/custom-fields/input.ts';
import {
  inputTypeFilter,
  matchingInviteeQuestions,
  reservedIdentifiers,
} from '#src/domain/custom-fields/invitee-questions.ts';
import { problemsIn } from '../../support/problems.ts';

describe('the configuration of a field', () => {
  test.each<[object, string[]]>([
    [
      {
        min: -1e15,
        max: 1e15,
        step: 1e-9,
        maxRating: 1,
        placeholder: 'x'.repeat(255),
        dateTimeFormat: 'YYYY'.padEnd(40, '.'),
      },
      [],
    ],
    [{ min: -1.1e15, max: 1.1e15 }, ['min too_small Must be at least -1e15', 'max too_big Must be at most 1e15']],
    [{ min: 1.1e15, max: -1.1e15 }, ['min too_big Must be at most 1e15', 'max too_small Must be at least -1e15']],
    [{ step: 0, maxRating: 0 }, ['step too_small Must be greater than 0', 'maxRating too_small Must be at least 1']],
    [
      { maxRating: 11, placeholder: 'x'.repeat(256) },
      ['maxRating too_big Must be at most 10', 'placeholder too_long Must be at most 255 characters'],
    ],
    [
      { min: '1', includedTime: 1, dateType: 'time' },
      [
        'min invalid_type Must be a number',
        'dateType unknown_value Must be one of: date, dateTime',
        'includedTime invalid_type Must be true or false',
      ],
    ],
    [{ a: 1, b: 2 }, [' unknown_field Unknown: a, b']],
  ])('%j', (configuration, problems) => {
    expect(problemsIn(configurationInput, configuration)).toEqual(problems);
  });

  test('is an object, whose nulls are absent, and is returned with every key', () => {
    expect(problemsIn(configurationInput, 1)).toEqual([' invalid_type Must be an object']);
    expect(problemsIn(configurationInput, undefined)).toEqual([' required Is required']);
    expect(configurationOf({ min: null, max: 0, includedTime: false })).toEqual({ max: 0, includedTime: false });
    expect([configurationOf(null), configurationOf(undefined)]).toEqual([{}, {}]);
    expect(wholeConfiguration({ max: 0 })).toEqual({
      ...{ min: null, max: 0, step: null, dateType: null, dateTimeFormat: null, includedTime: null },
      ...{ maxRating: null, placeholder: null },
    });
  });

  const time = 'Must be true for the dateType dateTime and false for date';
  test.each([
    [{ min: 1, max: 1 }, 'NUMBER', []],
    [{ min: 2, max: 1 }, 'NUMBER', ['configuration.max conflict Must be at least min']],
    [{ min: 2 }, 'NUMBER', []],
    [{ max: -2 }, 'NUMBER', []],
    [{ dateType: 'date', includedTime: false }, 'DATE', []],
    [{ dateType: 'dateTime', includedTime: true }, 'DATE', []],
    [{ dateType: 'date', includedTime: true }, 'DATE', [`configuration.includedTime conflict ${time}`]],
    [{ dateType: 'dateTime', includedTime: false }, 'DATE', [`configuration.includedTime conflict ${time}`]],
    [{ dateType: 'dateTime' }, 'DATE', []],
    [{ includedTime: true }, 'DATE', []],
  ] as const)('%j of a %s has the problems %j', (configuration, inputType, problems) => {
    const found = configurationProblems(configuration, inputType);
    expect(found.map(({ path, code, message }) => `${path.join('.')} ${code} ${message}`)).toEqual(problems);
  });
});

describe('the input of a field', () => {
  test('has a name, a type and how it is answered', () => {
    expect(problemsIn(createCustomFieldInput, { name: 'A', inputType: 'TEXT', type: 'CONTACT' })).toEqual([]);
    expect(problemsIn(createCustomFieldInput, { identifier: 'a--b' })).toEqual([
      'name required Is required',
      'inputType required Is required',
      'type required Is required',
      'identifier invalid_format Must be kebab-case: a-z, 0-9 and single hyphens between them',
    ]);
    expect(problemsIn(updateCustomFieldInput, { id: 1 })).toEqual([
      ' required At least one field to change is required',
    ]);
    expect(problemsIn(updateCustomFieldInput, { id: 1, hidden: false })).toEqual([]);
  });

  test.each(['a', '0', 'a-b-1', 'x'.repeat(255)])('may have the identifier %s', (identifier) => {
    expect(problemsIn(updateCustomFieldInput, { id: 1, identifier })).toEqual([]);
  });

  test.each(['', '-a', 'a-', 'a--b', 'A', 'a b', 'ä', 'x'.repeat(256), 'a\n'])('may not have %j', (identifier) => {
    expect(problemsIn(updateCustomFieldInput, { id: 1, identifier })).toHaveLength(1);
  });

  test('of a list says of which type, but for a page that a cursor names', () => {
    const required = ['objectType required Is required'];
    expect(problemsIn(customFieldListInput, {})).toEqual(required);
    expect(problemsIn(customFieldListInput, { cursor: 'start' })).toEqual(required);
    expect(problemsIn(customFieldListInput, { cursor: 'x' })).toEqual([]);
    expect(problemsIn(customFieldListInput, { objectType: 'DEAL', cursor: 'start' })).toEqual([]);
    expect(problemsIn(customFieldListInput, { objectType: 'DEAL', search: 'x'.repeat(201), inputType: [] })).toEqual([
      'search too_long Must be at most 200 characters',
      'inputType too_few Must have at least one value',
    ]);
  });
});

describe('the questions of the booking form, as fields', () => {
  const found = (...filter: Parameters<typeof matchingInviteeQuestions>) =>
    matchingInviteeQuestions(...filter).map(({ id, identifier, inputType }) => `${id} ${identifier} ${inputType}`);
  const [mail, phone, ...names] = [
    ...['-1 invitee-email EMAIL', '-2 invitee-phone-no PHONE', '-3 invitee-name TEXT'],
    ...['-4 invitee-first-name TEXT', '-5 invitee-last-name TEXT'],
  ];

  test('are found by input type and by words in any case, and are never hidden', () => {
    expect(found({})).toEqual([mail, phone, ...names]);
    expect(found({ hidden: false, inputTypes: ['PHONE', 'EMAIL'] })).toEqual([mail, phone]);
    expect(found({ hidden: true })).toEqual([]);
    expect(found({ searchWords: ['INVITEE', 'Name'] })).toEqual(names);
    expect(found({ searchWords: ['email'] })).toEqual([mail]);
    expect(found({ inputTypes: [] })).toEqual([]);
    expect([...reservedIdentifiers].sort()).toEqual([
      ...['invitee-email', 'invitee-first-name', 'invitee-last-name', 'invitee-name', 'invitee-phone-no'],
    ]);
  });

  test('and fields to filter by are all but long texts and addresses', () => {
    expect(inputTypeFilter(undefined, false)).toBeUndefined();
    expect(inputTypeFilter(['URL', 'TEXT'], undefined)).toEqual(['URL', 'TEXT']);
    expect(inputTypeFilter(['URL', 'TEXT'], true)).toEqual(['TEXT']);
    expect(inputTypeFilter(['URL', 'TEXT_AREA'], true)).toEqual([]);
    const all = inputTypeFilter(undefined, true);
    expect(all).toContain('NUMBER');
    expect(all?.filter((type) => type === 'URL' || type === 'TEXT_AREA')).toEqual([]);
  });
});
