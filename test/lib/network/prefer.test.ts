import { expect, test } from 'vitest';
import { prefersStrict } from '../../../src/lib/network/prefer.ts';
import { computing } from '../../support/computing.ts';

test.each([
  ['handling=strict', true],
  ['Handling=Strict', true],
  [' handling = strict ', true],
  ['handling="strict"', true],
  ['handling=strict; why="a, b"; x', true],
  ['respond-async, handling=strict, wait=10', true],
  ['respond-async,,\thandling=strict', true],
  ['return=minimal; note="handling=lenient, x"; y, handling=strict', true],
  ['handling=strict, handling=lenient', true],
  ['handling=lenient, handling=strict', false],
  ['handling, handling=strict', false],
  ['handling=lenient', false],
  ['handling', false],
  ['handling=', false],
  ['handling=""', false],
  ['handling=strictly', false],
  ['handling=strict x', false],
  ['xhandling=strict', false],
  ['note="handling=strict"', false],
  ['note="a\\", handling=strict"', false],
  ['note="handling=strict', false],
  ['strict', false],
  ['', false],
])('Prefer: %s', (prefer, expected) => {
  expect(prefersStrict({ prefer })).toBe(expected);
});

test('several headers are one list', () => {
  expect(prefersStrict({ prefer: ['wait=10', 'handling=strict'] })).toBe(true);
  expect(prefersStrict({ prefer: ['handling=lenient', 'handling=strict'] })).toBe(false);
  expect(prefersStrict({})).toBe(false);
});

test('a long header takes no time', () => {
  const ms = computing(() => {
    for (const prefer of [
      ...Array(10).fill(`a=${' '.repeat(15_500)}"`),
      '"'.repeat(16_000),
      'a"\\'.repeat(5000),
      `${'=;'.repeat(8000)}"`,
      ' '.repeat(16_000),
    ]) {
      expect(prefersStrict({ prefer })).toBe(false);
    }
  });
  expect(ms).toBeLessThan(500);
});
