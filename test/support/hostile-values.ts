import fc from 'fast-check';

/**
 * JSON objects with own keys that JavaScript itself reads: code that takes an unchecked value for a string, a list or a
 * promise calls or converts what they hold. `unprintable` cannot become a primitive.
 */
const unprintable = { toString: 1, valueOf: 1 };
const keys = ['length', 'size', 'toString', 'valueOf', 'constructor', '__proto__', 'prototype', 'then', 'toJSON', '0'];
const held: readonly unknown[] = [null, true, 0, -1, 1e308, '', 'text', [], {}, [unprintable], unprintable];

/** Parsed from JSON, as a body is, so that `__proto__` is a key like any other. */
function objectOf(entries: readonly (readonly [key: string, value: unknown])[]): unknown {
  const members = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return JSON.parse(`{${members.join(',')}}`);
}

/** Every key with every kind of value, and all the keys at once. */
export const hostileValues: readonly unknown[] = [
  ...keys.flatMap((key) => held.map((value) => objectOf([[key, value]]))),
  ...held.map((value) => objectOf(keys.map((key) => [key, value] as const))),
];

/** Such objects in any combination, also inside each other. */
export const hostile: fc.Arbitrary<unknown> = fc.letrec<{ object: unknown; value: unknown }>((tie) => ({
  object: fc.array(fc.tuple(fc.constantFrom(...keys), tie('value')), { minLength: 1, maxLength: 4 }).map(objectOf),
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(...held), tie('object'), fc.array(tie('value'), { maxLength: 3 })),
})).object;
