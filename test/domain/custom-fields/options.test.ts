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
    expect([asTheyAre.renamed, asTheyAre.added, asTheyAre.problems]).toEqual([[], [], []]);
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
