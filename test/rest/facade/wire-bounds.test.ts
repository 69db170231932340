import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '#src/rest/routes.ts';
import { wireReader } from '#src/rest/wire/from-wire.ts';
import { listReader } from '#src/rest/wire/pages.ts';
import { queryReader, unknownHeader, unknownParameters } from '#src/rest/wire/read-input.ts';
import { maxUnknownKeys, shortName, unknownKeys } from '#src/rest/wire/unknown-keys.ts';

const input = z.object({
  title: z.string().optional(),
  firstName: z.string().optional(),
  tags: z.array(z.object({ label: z.string() })).optional(),
});

describe('unknown keys of a body', () => {
  const keysOf = (body: object) =>
    unknownKeys(body, input).map(({ path, nearest, isNearMiss }) => [path, nearest, isNearMiss]);

  test.each([
    ['fristName', 'firstName', true],
    ['firstNme', 'firstName', true],
    ['firstNm', 'firstName', true],
    ['firstN', 'firstName', false],
    ['titel', 'title', false],
    ['titles', 'title', true],
  ])('%s is told as one that may mean %s', (key, nearest, isNearMiss) => {
    expect(keysOf({ [key]: 1 })).toEqual([[`body.${key}`, nearest, isNearMiss]]);
  });

  test('are no near miss of a name that the body has', () => {
    expect(keysOf({ firstName: 'Ira', fristName: 'Ira' })).toEqual([['body.fristName', expect.anything(), false]]);
  });

  test('are found in the items of a list, with their place', () => {
    expect(keysOf({ tags: [{ label: 'a' }, { label: 'b', x: 1 }] })).toEqual([['body.tags[1].x', null, false]]);
  });

  test('are the first twenty, and twenty near misses beyond them', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
    expect(keysOf(many(maxUnknownKeys))).toHaveLength(maxUnknownKeys);
    expect(keysOf(many(maxUnknownKeys + 1))).toHaveLength(maxUnknownKeys);
    const late = keysOf({ ...many(30), fristName: 1 });
    expect([late.length, late.at(-1)]).toEqual([21, ['body.fristName', 'firstName', true]]);
    const nearMisses = Object.fromEntries(
      Array.from({ length: 41 }, (_, index) => [
        `firstNam${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.replace('e', '')[index]}`,
        1,
      ]),
    );
    expect(keysOf({ ...nearMisses })).toHaveLength(2 * maxUnknownKeys);
  });

  test.each([
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), `${'x'.repeat(100)}…`],
    [`${'x'.repeat(99)}😀`, `${'x'.repeat(99)}…`],
  ])('%s is repeated as %s', (name, shown) => {
    expect(shortName(name)).toBe(shown);
  });
});

describe('unknown parameters in a header', () => {
  test('are each once, twenty at most, and a thousand characters together', () => {
    expect(unknownParameters('title=1&x=2&x=3&y', input)).toEqual(['x', 'x', 'y']);
    expect(unknownHeader(['x', 'x', 'ä'])).toBe('x, %C3%A4');
    const many = Array.from({ length: 21 }, (_, index) => `k${index}`);
    expect(unknownHeader(many)?.split(', ')).toEqual(many.slice(0, 20));
    const [long, fitting, tooLong] = ['a'.repeat(500), 'b'.repeat(498), 'c'.repeat(499)];
    expect(unknownHeader([long, tooLong, fitting])).toBe(`${long}, ${fitting}`);
    expect(unknownHeader([])).toBeUndefined();
  });
});

describe('a query', () => {
  const read = queryReader(z.object({ limit: z.int(), share: z.number(), all: z.boolean(), ids: z.array(z.int()) }));

  test.each([
    ['limit=999999999999999', { limit: 999_999_999_999_999 }],
    ['limit=1000000000000000', { limit: '1000000000000000' }],
    ['limit=1.0', { limit: '1.0' }],
    ['limit=-1', { limit: -1 }],
    ['share=1.50', { share: 1.5 }],
    ['share=1e3', { share: '1e3' }],
    ['share=.5', { share: '.5' }],
    ['all=true', { all: true }],
    ['all=false', { all: false }],
    ['all=TRUE', { all: 'TRUE' }],
    ['ids=1,+2,,3', { ids: [1, 2, 3] }],
  ])('%s is %j', (text, values) => {
    expect(read(text)).toEqual({ values, problems: [] });
  });

  test('that has a parameter twice, or not in UTF-8, has the problem at its name', () => {
    expect(read('limit=1&limit=2').problems).toMatchObject([{ path: ['limit'], code: 'duplicate' }]);
    expect(read('limit=%FF').problems).toMatchObject([{ path: ['limit'], code: 'malformed' }]);
  });
});

test.each([
  [8_000, []],
  [8_001, [expect.objectContaining({ path: ['search'], code: 'too_long' })]],
])('the parameters of a list have %d characters, without its page and its cursor', (length, problems) => {
  const list = z.object({ limit: z.int(), search: z.string(), page: z.int(), cursor: z.string() });
  const read = listReader({ input: list } as Partial<Route> as Route, queryReader(list));
  const known = `limit=5&search=${'x'.repeat(length - 'limit=5&search='.length)}`;
  expect(read(`${known}&page=1&cursor=${'c'.repeat(100)}&unknown=${'u'.repeat(100)}`).problems).toEqual(problems);
});

describe('a field with another name in responses', () => {
  const read = wireReader({ input, wire: { firstName: { name: 'first_name' } } });

  test('is taken by either name', () => {
    expect(read({ first_name: 'Ira', title: 'x' })).toMatchObject({
      values: { firstName: 'Ira', title: 'x' },
      problems: [],
    });
    expect(read({ firstName: 'Ira' })).toEqual({ values: { firstName: 'Ira' }, problems: [] });
  });

  test('is refused by both together', () => {
    const { problems } = read({ firstName: 'Ira', first_name: 'Ida' });
    expect(problems).toMatchObject([{ path: ['first_name'], code: 'duplicate' }]);
  });
});
