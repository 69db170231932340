import { expect, test } from 'vitest';
import { changesOf, conflictsOf, merged } from '#src/web/kit/record-changes.ts';

interface Stored {
  readonly name: string;
  readonly minutes: number;
  readonly hosts: readonly number[];
}

const shape = {
  valuesOf: ({ name, minutes, hosts }: Stored) => ({ name, minutes: `${minutes}`, hosts }),
  inputOf: (values: { readonly name: string; readonly minutes: string; readonly hosts: readonly number[] }) => ({
    name: values.name.trim(),
    minutes: Number(values.minutes),
    hosts: values.hosts,
  }),
};
const stored: Stored = { name: 'Demo', minutes: 30, hosts: [1, 2] };
const base = shape.inputOf(shape.valuesOf(stored));

test('what was left alone is not sent', () => {
  expect(changesOf(base, { name: 'Demo', minutes: 45, hosts: [1, 2] })).toEqual({ minutes: 45 });
});

test('a field conflicts where it was changed here and elsewhere, to different values', () => {
  const changes = { minutes: 45, hosts: [3] };
  expect(conflictsOf(base, { ...base, minutes: 60, name: 'Other' }, changes)).toEqual(['minutes']);
  expect(conflictsOf(base, { ...base, minutes: 45, hosts: [3] }, changes)).toEqual([]);
});

test('what somebody types stays, and the rest follows what is stored', () => {
  const typed = { name: 'Demo ', minutes: '45', hosts: [1, 2] };
  const now = { name: 'Other', minutes: 60, hosts: [2] };
  expect(merged(shape, { values: typed, base }, now)).toEqual({
    values: { name: 'Other', minutes: '45', hosts: [2] },
    base: { name: 'Other', minutes: 30, hosts: [2] },
  });
  expect(merged(shape, { values: typed, base }, { ...now, minutes: 45 }).base.minutes).toBe(45);
});
