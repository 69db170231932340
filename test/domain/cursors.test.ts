import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Cursor,
  carried,
  countFor,
  cursorOfText,
  cursorText,
  resumedInput,
  visibilityDigest,
} from '#src/domain/cursor.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { Visibility } from '#src/domain/principal/policy.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';

const caller = (facts: Partial<Visibility> = {}): Visibility => ({
  ...{ userId: 7, connectionId: undefined, role: 'ADMIN', scopes: new Set<Scope>(['deals:read', 'users:read']) },
  ...facts,
});

const cursor: Cursor = {
  ...{ workspaceId: 1, list: 'deals', input: { search: 'x' }, after: ['2027-02-01T00:00:00.000Z', 9] },
  ...{ count: 12, visibility: visibilityDigest(caller()), sinceEventId: undefined },
};

describe('a cursor', () => {
  test('is read as it was written', () => {
    for (const each of [
      cursor,
      { ...cursor, count: null, sinceEventId: '5' },
      { ...cursor, after: [1, 'a'] as const },
    ]) {
      expect(cursorOfText(cursorText(each))).toEqual(each);
    }
    expect(cursorText(cursor)).toMatch(/^[\w-]+$/);
  });

  test('has its count for callers who see the same items, however their scopes are ordered', () => {
    expect(countFor(caller(), cursor)).toBe(12);
    expect(countFor(caller({ scopes: new Set<Scope>(['users:read', 'deals:read']) }), cursor)).toBe(12);
    expect(countFor(caller(), { ...cursor, count: 0 })).toBe(0);
    expect(countFor(caller(), { ...cursor, count: null })).toBeUndefined();
  });

  const { scopes } = caller();
  test.each<[string, Partial<Visibility>]>([
    ['another user', { userId: 8 }],
    ['another role', { role: 'OWNER' }],
    ['an app', { connectionId: 'c1' }],
    ['fewer scopes', { scopes: new Set<Scope>(['deals:read']) }],
    ['another user with the same set of scopes', { userId: 8, scopes }],
    ['another role with the same set of scopes', { role: 'SETTER', scopes }],
    ['an app with the same set of scopes', { connectionId: 'c1', scopes }],
  ])('has no count for %s', (_, facts) => {
    expect(visibilityDigest(caller({ scopes }))).toBe(cursor.visibility);
    expect(countFor(caller(facts), cursor)).toBeUndefined();
  });
});

describe('the input that a cursor carries', () => {
  test('is short values as they are, and of long ones the digest', () => {
    const digest = { sha256: expect.stringMatching(/^[\w-]{43}$/) };
    const ids = (count: number) => Array.from({ length: count }, (_, index) => 10 + index);
    expect(carried({ a: 1, b: false, c: undefined, d: 'x'.repeat(126), e: 'x'.repeat(127) })).toEqual({
      ...{ a: 1, b: false, d: 'x'.repeat(126), e: digest },
    });
    // 42 ids of two digits with commas and brackets take 127 bytes.
    expect(carried({ a: ids(42), b: ids(43) })).toEqual({ a: ids(42), b: digest });
    expect(carried({ a: '\u0001'.repeat(21), b: '\u0001'.repeat(22), c: 'ä'.repeat(63), d: 'ä'.repeat(64) })).toEqual({
      ...{ a: '\u0001'.repeat(21), b: digest, c: 'ä'.repeat(63), d: digest },
    });
  });

  const resumed = (sent: object, before: object) => {
    try {
      return resumedInput({ ...sent }, { input: carried({ ...before }) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.details?.errors;
    }
  };
  const conflict = (path: string) => ({
    ...{ path, code: 'conflict', message: 'Must be the same as for the page that the cursor comes from, or omitted' },
  });
  const long = 'x'.repeat(200);

  test.each([
    [{}, {}, {}],
    [{}, { a: 1, b: ['x'] }, { a: 1, b: ['x'] }],
    [{ a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }],
    [{ a: undefined }, { a: 1 }, { a: 1 }],
    [{ a: 2 }, { a: 1 }, [conflict('a')]],
    [{ b: 1 }, { a: 1 }, [conflict('b')]],
    [{ a: ['y', 'x'] }, { a: ['x', 'y'] }, [conflict('a')]],
    [{ a: long }, { a: long }, { a: long }],
    [{ a: `${long}y` }, { a: long }, [conflict('a')]],
    [
      { b: 1 },
      { a: long },
      [
        conflict('b'),
        { path: 'a', code: 'required', message: 'Is too long for the cursor: send it again with each page' },
      ],
    ],
  ])('with %j sent and %j before is %j', (sent, before, expected) => {
    expect(resumed(sent, before)).toEqual(expected);
  });

  test('is that of the first page, whatever part of it is sent again', () => {
    const value = fc.oneof(
      fc.integer(),
      fc.boolean(),
      fc.string({ maxLength: 30 }),
      fc.array(fc.nat(9), { maxLength: 5 }),
    );
    const input = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);
    fc.assert(
      fc.property(input, fc.subarray(['a', 'b', 'c']), (first, again) => {
        const sent = Object.fromEntries(Object.entries(first).filter(([name]) => again.includes(name)));
        // A text that JSON writes longer may be carried as a digest.
        const isWhole = Object.values(carried(first)).every((each) => typeof each !== 'object' || Array.isArray(each));
        if (isWhole) expect(resumed(sent, first)).toEqual({ ...first });
      }),
    );
  });
});
