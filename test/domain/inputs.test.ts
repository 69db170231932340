import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { list, minLength, text } from '#src/domain/input.ts';
import { schema } from '#src/graphql/schema.ts';
import { routesOf } from '#src/rest/routes.ts';
import { hostileValues } from '../support/hostile-values.ts';

const root = path.join(import.meta.dirname, '../..');

/** Every schema that a module of the domain exports, and the input of every endpoint, by name. */
async function schemas(): Promise<Map<string, z.ZodType>> {
  const found = new Map<string, z.ZodType>(
    routesOf(schema).map(({ method, path: at, input }) => [`${method} ${at}`, input]),
  );
  for await (const file of glob('src/domain/**/*.ts', { cwd: root })) {
    const exported: Record<string, unknown> = await import(path.join(root, file));
    for (const [name, value] of Object.entries(exported)) {
      if (value instanceof z.ZodType) found.set(`${file} ${name}`, value);
    }
  }
  return found;
}

interface Place {
  readonly at: string;
  /** An input with this value in the place, and nothing else. */
  readonly inputWith: (value: unknown) => unknown;
}

/** The whole input, each of its fields, the items of its lists, and so on to the leaves. */
function placesOf(type: unknown): Place[] {
  const inner = parts(type).flatMap(({ at, type: part, wrap }) =>
    placesOf(part).map((place) => ({ at: at + place.at, inputWith: (value: unknown) => wrap(place.inputWith(value)) })),
  );
  return [{ at: '', inputWith: (value) => value }, ...inner];
}

interface Part {
  readonly at: string;
  readonly type: unknown;
  readonly wrap: (value: unknown) => unknown;
}

function parts(type: unknown): Part[] {
  if (type instanceof z.ZodObject) {
    return Object.entries(type.shape).map(([name, field]) => ({
      at: `.${name}`,
      type: field,
      wrap: (value) => ({ [name]: value }),
    }));
  }
  if (type instanceof z.ZodArray) return [{ at: '[]', type: type.element, wrap: (value) => [value] }];
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault) {
    return parts(type.unwrap());
  }
  if (type instanceof z.ZodEnum || type instanceof z.ZodString || type instanceof z.ZodNumber) return [];
  if (type instanceof z.ZodBoolean) return [];
  throw new Error(`The traversal does not know the parts of ${String(Object(type).constructor.name)}`);
}

test('no schema throws for any object in any place of its input', async () => {
  const all = await schemas();
  const thrown: string[] = [];
  let places = 0;
  for (const [name, type] of all) {
    for (const { at, inputWith } of placesOf(type)) {
      places += 1;
      const failures = hostileValues.filter((value) => throws(() => type.safeParse(inputWith(value))));
      if (failures.length > 0) thrown.push(`${name}${at}: ${JSON.stringify(failures[0])}`);
    }
  }
  expect(thrown).toEqual([]);
  expect(all.size).toBeGreaterThan(40);
  expect(places).toBeGreaterThan(300);
});

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

test('an object with a length gets the error of its type alone', () => {
  const messages = (type: z.ZodType, value: unknown) =>
    type.safeParse(value).error?.issues.map(({ message }) => message);
  for (const length of [0, 1, 300, '300', null, [], { toString: 1, valueOf: 1 }]) {
    expect(messages(text(5).check(minLength(1, 'Too short')), { length })).toEqual(['Must be a string']);
    expect(messages(list(text(5)).check(minLength(1, 'Too few')), { length })).toEqual(['Must be a list']);
  }
});

test('the length of strings and lists is checked, and a character of two code units counts once', () => {
  expect(text(2).safeParse('🎉🎉').success).toBe(true);
  expect(text(2).safeParse('🎉🎉🎉').error?.issues[0]?.message).toBe('Must be at most 2 characters');
  expect(list(text(2), 1).safeParse(['a', 'b']).error?.issues[0]?.message).toBe('Must have at most 1 items');
  expect(list(text(2)).check(minLength(1, 'Too few')).safeParse([]).error?.issues[0]?.message).toBe('Too few');
});
