import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CustomFieldOption } from '#src/domain/custom-fields/custom-field.ts';
import { type OptionChange, planOptions } from '#src/domain/custom-fields/options.ts';

const plain = { color: null, icon: null, isDefault: false, isArchived: false, category: null, tooltip: null };
const red: CustomFieldOption = { ...plain, id: 1, name: 'Red', displayIndex: 0, isDefault: true };
const blue: CustomFieldOption = { ...plain, id: 2, name: 'Blue', displayIndex: 4 };
const plan = (changes: OptionChange[], inputType: Parameters<typeof planOptions>[2] = 'SINGLE_SELECT') =>
  planOptions([red, blue], changes, inputType);

describe('planOptions()', () => {
  test('changes nothing without changes', () => {
    expect(plan([])).toEqual({ added: [], changed: [], renamed: [], problems: [] });
    const asTheyAre = plan([{ ...red }, { ...blue }]);
    expect(asTheyAre).toEqual({ added: [], changed: [], renamed: [], problems: [] });
  });

  test('puts new options last, in their order, unless they have a displayIndex', () => {
    const { added } = plan([{ name: 'A' }, { name: 'B', displayIndex: 1 }, { name: 'C' }]);
    expect(added.map(({ name, displayIndex }) => [name, displayIndex])).toEqual([
      ['A', 5],
      ['B', 1],
      ['C', 7],
    ]);
  });

  test('reports swapped names as two renames', () => {
    const { renamed, problems } = plan([
      { id: 1, name: 'Blue' },
      { id: 2, name: 'Red' },
    ]);
    expect(problems).toEqual([]);
    expect(renamed).toEqual([
      { from: 'Red', to: 'Blue' },
      { from: 'Blue', to: 'Red' },
    ]);
  });

  test.each<[string, OptionChange[]]>([
    ['a new option', [{ name: '2' }]],
    ['a renamed option', [{ id: 1, name: '2' }]],
  ])('refuses %s named like the id of another', (_, changes) => {
    const problem = { path: ['options', 0, 'name'], code: 'taken', message: 'Must not be the id of another option' };
    expect(plan(changes).problems).toEqual([problem]);
  });

  test('allows an option its own id as its name, and any other number', () => {
    const changes = [{ id: 1, name: '1' }, { name: '3' }, { name: '02' }];
    expect(plan(changes).problems).toEqual([]);
  });

  test('leaves a name alone that was the id of another option before', () => {
    const { problems } = planOptions([red, { ...blue, name: '1' }], [{ id: 2, name: '1', tooltip: 'x' }], 'CHECK_BOX');
    expect(problems).toEqual([]);
  });

  test.each<readonly [string, string]>([
    ...['S ', ' s', 'S\u200b', '\u202eS\u202c', 'S\u2060', 'S\ufeff', '\u00a0S', 'S\ufe0f'].map(
      (name) => ['S', name] as const,
    ),
    ['\u00e9', 'e\u0301'],
    ['علي', '\u200fعلي'],
  ])('refuses options that look alike: %j and %j', (name, other) => {
    const problem = { path: ['options', 1, 'name'], code: 'duplicate', message: 'Must not occur twice in a field' };
    expect(plan([{ name }, { name: other }]).problems).toEqual([problem]);
    const stored = { ...blue, name };
    expect(planOptions([red, stored], [{ name: other }], 'CHECK_BOX').added).toEqual([]);
    expect(planOptions([red, stored], [{ id: 1, name: other }], 'CHECK_BOX').problems).toHaveLength(1);
    // Names from before this rule stay.
    const both = [{ ...red, name: other }, stored];
    expect(planOptions(both, [{ id: 2, name, tooltip: 'x' }, { name: 'Z' }], 'CHECK_BOX').problems).toEqual([]);
  });

  test('keeps emoji distinct that differ only by what joins them', () => {
    const flag = (region: string) =>
      `🏴${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;
    const names = ['👩\u200d💻', '👩💻', flag('gbeng'), flag('gbsct'), 'שלום', 'سلام', 'S S', 'SS'];
    expect(plan(names.map((name) => ({ name }))).problems).toEqual([]);
  });

  test('makes a new default option replace the old default', () => {
    const { changed, added } = plan([{ name: 'Green', isDefault: true }]);
    expect(changed).toEqual([{ ...red, isDefault: false }]);
    expect(added[0]?.isDefault).toBe(true);
  });
});

test('a plan without problems has at most one default and no duplicate name, and loses no option', () => {
  const change = fc.record(
    {
      id: fc.constantFrom(1, 2, 3),
      name: fc.constantFrom('Red', 'red', 'Blue', 'Green', 'Grey'),
      isDefault: fc.boolean(),
      isArchived: fc.boolean(),
    },
    { requiredKeys: ['name'] },
  );
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
      const { added, changed, problems } = plan(changes, 'RADIO_BUTTON');
      if (problems.length > 0) return;
      accepted++;
      const existing = [red, blue].map((option) => changed.find(({ id }) => id === option.id) ?? option);
      const all = [...existing, ...added];
      expect(existing.map(({ id }) => id)).toEqual([1, 2]);
      expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length);
      expect(all.filter(({ isDefault }) => isDefault).length).toBeLessThanOrEqual(1);
      expect(all.some(({ isDefault, isArchived }) => isDefault && isArchived)).toBe(false);
    }),
    { numRuns: 500 },
  );
  expect(accepted).toBeGreaterThan(50);
});
