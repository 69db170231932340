import { isNonNullType } from 'graphql';
import { expect, test } from 'vitest';
import {
  lists,
  mutationFields,
  mutationSamples,
  queryFields,
  querySamples,
  singles,
} from '../support/root-fields/registry.ts';

test('every mutation of the schema has a sample in test/support/root-fields, and no other', () => {
  const fields = Object.keys(mutationFields);
  expect(fields.filter((name) => !mutationSamples[name])).toEqual([]);
  expect(Object.keys(mutationSamples).filter((name) => !fields.includes(name))).toEqual([]);
  const wrong = Object.entries(mutationSamples).filter(
    ([name, { input }]) => (mutationFields[name]?.args.length === 0) !== (input === undefined),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
  // Each says which events it writes, or why it writes none.
  const silent = Object.entries(mutationSamples).filter(([, { events }]) => events.length === 0);
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('every query that returns no record of the policy table, or requires more than an id, has one', () => {
  const needsSample = ([name, { args }]: (typeof fields)[number]) => {
    const known = singles[name]?.argument;
    return !(lists[name] || singles[name]) || args.some((arg) => isNonNullType(arg.type) && arg.name !== known);
  };
  const fields = Object.entries(queryFields);
  expect(fields.filter((field) => needsSample(field) && !querySamples[field[0]]).map(([name]) => name)).toEqual([]);
  expect(Object.keys(querySamples).filter((name) => !queryFields[name])).toEqual([]);
});

test('a query that returns records is for whoever may read them', () => {
  const both = Object.keys({ ...lists, ...singles }).filter((name) => querySamples[name]?.who);
  expect(both).toEqual([]);
});
