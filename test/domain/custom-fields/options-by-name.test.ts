import { describe, expect, test } from 'vitest';
import type { CustomFieldOption } from '#src/domain/custom-fields/custom-field.ts';
import { type OptionChange, planOptions } from '#src/domain/custom-fields/options.ts';
import { identifiedOptions, lookOf, maxDisplayIndex } from '#src/domain/custom-fields/options-by-name.ts';

const option = (id: number, name: string, facts: Partial<CustomFieldOption> = {}): CustomFieldOption => ({
  ...{ id, name, color: null, icon: null, displayIndex: id, isDefault: false, isArchived: false },
  ...{ category: null, tooltip: null },
  ...facts,
});
const stored = [option(1, 'Red', { isDefault: true }), option(2, 'Blue'), option(3, 'Gone', { isArchived: true })];
describe('options that are sent by name', () => {
  const places = (sent: OptionChange[], existing = stored) =>
    identifiedOptions(existing, sent).map(({ id, name, displayIndex, isArchived }) => ({
      ...(id === undefined ? { name } : { id }),
      ...(displayIndex !== undefined && { displayIndex }),
      ...(isArchived !== undefined && { isArchived }),
    }));

  test('are those of the name, which stays as it is written, and come back from the archive', () => {
    expect(planOptions(stored, [{ name: ' RED ', tooltip: 'x' }, { name: 'gone' }], 'CHECK_BOX')).toMatchObject({
      ...{ added: [], renamed: [], problems: [] },
      changed: [
        { ...stored[0], tooltip: 'x' },
        { ...stored[2], isArchived: false },
      ],
    });
    expect(places([{ name: 'Gone', isArchived: true }])).toEqual([{ id: 3, isArchived: true }]);
  });

  test('keep their places where they are in their order already', () => {
    expect(places([{ name: 'Red' }, { name: 'Blue' }, { name: 'New' }])).toEqual([
      { id: 1, isArchived: false },
      { id: 2, isArchived: false },
      { name: 'New' },
    ]);
    const equal = [option(1, 'Red', { displayIndex: 5 }), option(2, 'Blue', { displayIndex: 5 })];
    expect(places([{ name: 'Red' }, { name: 'Blue' }], equal)).toEqual([
      { id: 1, isArchived: false },
      { id: 2, isArchived: false },
    ]);
  });

  test('share their places in the order of the request, where the others keep theirs', () => {
    const isArchived = false;
    expect(places([{ name: 'Gone' }, { name: 'Red' }])).toEqual([
      { id: 3, displayIndex: 1, isArchived },
      { id: 1, displayIndex: 3, isArchived },
    ]);
    expect(places([{ name: 'New' }, { name: 'Red' }])).toEqual([
      { name: 'New', displayIndex: 1 },
      { id: 1, displayIndex: 4, isArchived },
    ]);
    expect(places([{ name: 'Blue' }, { name: 'Red' }, { name: 'Gone', displayIndex: 7 }, { id: 3 }])).toEqual([
      { id: 2, displayIndex: 1, isArchived },
      { id: 1, displayIndex: 2, isArchived },
      { id: 3, displayIndex: 7, isArchived },
      { id: 3 },
    ]);
  });

  test('of equal places get places that differ, up to the last', () => {
    const isArchived = false;
    const equal = [1, 2, 3].map((id) => option(id, `Option ${id}`, { displayIndex: 5 }));
    expect(places([{ name: 'Option 3' }, { name: 'Option 2' }, { name: 'Option 1' }], equal)).toEqual([
      { id: 3, displayIndex: 5, isArchived },
      { id: 2, displayIndex: 6, isArchived },
      { id: 1, displayIndex: 7, isArchived },
    ]);
    const last = equal.map((each) => ({ ...each, displayIndex: maxDisplayIndex }));
    expect(places([{ name: 'Option 2' }, { name: 'Option 1' }], last).map(({ displayIndex }) => displayIndex)).toEqual([
      ...[maxDisplayIndex, maxDisplayIndex],
    ]);
  });

  test('are new where the request gives their option another name, and those of two that look alike the exact one', () => {
    expect(places([{ id: 1, name: 'Crimson' }, { name: 'Red' }])).toEqual([{ id: 1 }, { name: 'Red' }]);
    expect(
      places([
        { id: 1, name: 'RED' },
        { name: 'Red', displayIndex: 1 },
      ]),
    ).toMatchObject([{ id: 1 }, { id: 1 }]);
    const alike = [option(1, 'Yes'), option(2, 'yes')];
    expect(places([{ name: 'yes' }], alike)).toEqual([{ id: 2, isArchived: false }]);
    expect(places([{ name: 'YES' }], alike)).toEqual([{ id: 1, isArchived: false }]);
  });

  test('are found by name only where they have no id', () => {
    expect(places([{ id: 3, name: 'Red' }, { name: 'Blue' }])).toEqual([{ id: 3 }, { id: 2, isArchived: false }]);
  });

  test('are in the order of their places, and not of their ids', () => {
    const isArchived = false;
    const turned = [option(1, 'Red', { displayIndex: 5 }), option(2, 'Blue', { displayIndex: 3 })];
    expect(places([{ name: 'Blue' }, { name: 'Red' }], turned)).toEqual([
      { id: 2, isArchived },
      { id: 1, isArchived },
    ]);
    expect(places([{ name: 'Red' }, { name: 'Blue' }], turned)).toEqual([
      { id: 1, displayIndex: 3, isArchived },
      { id: 2, displayIndex: 5, isArchived },
    ]);
  });

  test('are all as they are where each has an id', () => {
    const sent = [{ id: 3, name: 'Red' }, { id: 1 }];
    expect(identifiedOptions(stored, sent)).toBe(sent);
  });
});

test.each([
  [' Größe ', 'größe'],
  ['e\u0301', 'é'],
  ['A\u200b\u2060B', 'ab'],
  ['👩\u200d💻', '👩\u200d💻'],
])('the look of %j is %j', (name, look) => {
  expect(lookOf(name)).toBe(look);
});
