import { describe, expect, test } from 'vitest';
import type { CustomFieldOption, InputType } from '#src/domain/custom-fields/custom-field.ts';
import {
  newOptionInput,
  type OptionChange,
  optionChangeInput,
  optionIdsOf,
  optionList,
  planOptions,
} from '#src/domain/custom-fields/options.ts';
import { maxDisplayIndex } from '#src/domain/custom-fields/options-by-name.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';

const option = (id: number, name: string, facts: Partial<CustomFieldOption> = {}): CustomFieldOption => ({
  ...{ id, name, color: null, icon: null, displayIndex: id, isDefault: false, isArchived: false },
  ...{ category: null, tooltip: null },
  ...facts,
});
const stored = [option(1, 'Red', { isDefault: true }), option(2, 'Blue'), option(3, 'Gone', { isArchived: true })];
const plan = (sent: OptionChange[], inputType: InputType = 'SINGLE_SELECT', existing = stored) =>
  planOptions(existing, sent, inputType);
/** The problems of a plan as `path code message`. */
const problemsIn = (...planned: Parameters<typeof plan>) =>
  plan(...planned).problems.map(({ path, code, message }) => `${path.join('.')} ${code} ${message}`);

describe('a change of options is refused', () => {
  const once = 'duplicate Must not occur twice';

  test.each<[string, OptionChange[], InputType, string[]]>([
    ['nothing', [], 'TEXT', []],
    [
      'of a field that has none',
      [{ name: 'Red' }],
      'TEXT',
      ['options not_allowed Only SINGLE_SELECT, MULTIPLE_SELECT, RADIO_BUTTON, CHECK_BOX have options'],
    ],
    [
      'of an option that the field does not have',
      [{ id: 1 }, { id: 9, tooltip: 'x' }],
      'CHECK_BOX',
      ['options.1.id not_found Must be the id of an option of this field'],
    ],
    ['that names an id twice', [{ id: 1 }, { id: 2 }, { id: 1 }], 'CHECK_BOX', [`options.2.id ${once}`]],
    [
      'that names an option by id and by name',
      [{ id: 1 }, { name: 'red' }],
      'CHECK_BOX',
      ['options.1.name duplicate Must not refer to the same option as options[0]'],
    ],
    [
      'that names an option by name and by id',
      [{ name: 'Blue' }, { name: 'Red' }, { id: 1 }],
      'CHECK_BOX',
      ['options.2.id duplicate Must not refer to the same option as options[1]'],
    ],
    [
      'with two new ones of one name',
      [{ name: 'A' }, { name: 'B' }, { name: 'a' }],
      'CHECK_BOX',
      [`options.2.name ${once} in a field`],
    ],
    [
      'with a new name that another option has',
      [{ id: 1, name: 'BLUE' }],
      'CHECK_BOX',
      [`options.0.name ${once} in a field`],
    ],
    [
      'with the id of another as a name',
      [{ name: 'A' }, { name: '2' }],
      'CHECK_BOX',
      ['options.1.name taken Must not be the id of another option'],
    ],
    [
      'with two defaults of a single choice',
      [
        { id: 2, isDefault: true },
        { name: 'A', isDefault: true },
      ],
      'RADIO_BUTTON',
      ['options.1.isDefault conflict Only one option can be the default'],
    ],
    [
      'with the present default beside another',
      [
        { id: 1, isDefault: true },
        { id: 2, isDefault: true },
      ],
      'SINGLE_SELECT',
      ['options.1.isDefault conflict Only one option can be the default'],
    ],
    [
      'with an archived default',
      [{ id: 2, isDefault: true, isArchived: true }],
      'CHECK_BOX',
      ['options.0.isDefault conflict An archived option cannot be the default'],
    ],
    [
      'with a default that was archived before',
      [{ id: 3, isDefault: true }],
      'CHECK_BOX',
      ['options.0.isDefault conflict An archived option cannot be the default'],
    ],
  ])('%s', (_, sent, inputType, problems) => {
    expect(problemsIn(sent, inputType)).toEqual(problems);
  });

  test('with more than five hundred, archived ones included', () => {
    const many = Array.from({ length: 498 }, (_, index) => ({ name: `Option ${index}` }));
    expect(problemsIn(many.slice(0, 497))).toEqual([]);
    expect(problemsIn(many)).toEqual(['options too_many A field can have at most 500 options']);
  });

  test('at the whole list where the options that are wrong are not sent', () => {
    const before = [option(1, 'Red', { isDefault: true }), option(2, 'Blue', { isDefault: true })];
    expect(problemsIn([{ name: 'Green' }], 'SINGLE_SELECT', before)).toEqual([
      'options.isDefault conflict Only one option can be the default',
    ]);
  });
});

describe('the default', () => {
  const changed = (...planned: Parameters<typeof plan>) =>
    plan(...planned).changed.map(({ id, isDefault, isArchived }) => ({ id, isDefault, isArchived }));

  test('of a single choice goes to another, of several choices stays beside it', () => {
    const sent = [{ id: 2, isDefault: true }];
    const second = { id: 2, isDefault: true, isArchived: false };
    expect(changed(sent, 'RADIO_BUTTON')).toEqual([{ id: 1, isDefault: false, isArchived: false }, second]);
    expect(changed(sent, 'SINGLE_SELECT')).toEqual([{ id: 1, isDefault: false, isArchived: false }, second]);
    expect(changed(sent, 'MULTIPLE_SELECT')).toEqual([second]);
    expect(changed(sent, 'CHECK_BOX')).toEqual([second]);
  });

  test('ends with the archival of its option, and not with another change of it', () => {
    expect(changed([{ id: 1, isArchived: true }], 'CHECK_BOX')).toEqual([
      { id: 1, isDefault: false, isArchived: true },
    ]);
    expect(changed([{ id: 1, isArchived: false }], 'CHECK_BOX')).toEqual([]);
    expect(changed([{ id: 1, tooltip: 'x' }])).toEqual([{ id: 1, isDefault: true, isArchived: false }]);
    expect(changed([{ id: 2, isDefault: false }])).toEqual([]);
  });
});

describe('new options', () => {
  test('have what is sent, and nothing else', () => {
    const facts = { color: 'red', icon: 'star', isDefault: true, isArchived: false, category: 'c', tooltip: 't' };
    expect(plan([{ name: 'A' }, { name: 'B', displayIndex: 9, ...facts }], 'CHECK_BOX').added).toEqual([
      ...[{ ...option(0, 'A', { displayIndex: 4 }), id: undefined }].map(({ id: _, ...each }) => each),
      { name: 'B', displayIndex: 9, ...facts },
    ]);
    expect(plan([{ name: 'A', isArchived: true, color: null }], 'CHECK_BOX').added[0]).toMatchObject({
      ...{ isArchived: true, isDefault: false, color: null },
    });
  });

  test('come first in a field without options, and within the last place of one that has it', () => {
    expect(plan([{ name: 'A' }, { name: 'B' }], 'CHECK_BOX', []).added.map(({ displayIndex }) => displayIndex)).toEqual(
      [0, 1],
    );
    const last = [option(1, 'Red', { displayIndex: maxDisplayIndex })];
    expect(plan([{ name: 'A' }], 'CHECK_BOX', last).added[0]?.displayIndex).toBe(maxDisplayIndex);
  });
});

test('an answer names its options by their exact names, in its order', () => {
  expect(optionIdsOf(stored, ['Blue', 'Red', 'red', 'Unknown', 'Gone'])).toEqual([2, 1, 3]);
  expect(optionIdsOf([], ['Red'])).toEqual([]);
});

describe('the input of options', () => {
  const refused = (schema: typeof newOptionInput | typeof optionChangeInput, input: unknown) =>
    problemsOf(schema.safeParse(input).error?.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`);
  const longest = { name: 'x'.repeat(255), color: 'x'.repeat(32), icon: 'x'.repeat(64), category: 'x'.repeat(100) };

  test('has names and texts of a certain length, which may be null', () => {
    expect(refused(newOptionInput, { ...longest, tooltip: 'x'.repeat(500), displayIndex: 1_000_000 })).toEqual([]);
    expect(refused(newOptionInput, { name: 'x', color: null, icon: null, category: null, tooltip: null })).toEqual([]);
    const longer = Object.fromEntries(Object.entries(longest).map(([key, text]) => [key, `${text}x`]));
    expect(
      refused(newOptionInput, { ...longer, tooltip: 'x'.repeat(501), displayIndex: 1_000_001, isDefault: 1 }),
    ).toEqual([
      ...['name too_long', 'color too_long', 'icon too_long', 'displayIndex too_big'],
      ...['isDefault invalid_type', 'category too_long', 'tooltip too_long'],
    ]);
    expect(refused(newOptionInput, { displayIndex: -1 })).toEqual(['name required', 'displayIndex too_small']);
    expect(newOptionInput.safeParse(1).error?.issues[0]?.message).toBe('Each must be an object with a name');
  });

  test('of a change names an option by id or by name', () => {
    expect(refused(optionChangeInput, { id: 1 })).toEqual([]);
    expect(refused(optionChangeInput, { name: 'x' })).toEqual([]);
    expect(refused(optionChangeInput, { tooltip: 'x' })).toEqual(['name required']);
    expect(refused(optionChangeInput, { id: 0, isArchived: 1 })).toEqual(['id too_small', 'isArchived invalid_type']);
    expect(optionChangeInput.safeParse(1).error?.issues[0]?.message).toBe(
      'Each must be an object with an id or a name',
    );
  });

  test('has five hundred at most', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ name: 'x' }));
    expect(optionList(newOptionInput).safeParse(many(500)).success).toBe(true);
    expect(optionList(newOptionInput).safeParse(many(501)).success).toBe(false);
  });
});
