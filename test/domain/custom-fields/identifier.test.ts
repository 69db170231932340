import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifier, identifierFrom } from '#src/domain/custom-fields/input.ts';
import { firstFree } from '#src/domain/kebab-case.ts';

describe('identifierFrom()', () => {
  test.each([
    ['Monthly revenue', 'monthly-revenue'],
    ['  --Trim__me--  ', 'trim-me'],
    ['ÀÉÎÕÜ ñ ç', 'aeiou-n-c'],
    ['Straße Œuvre Łódź Ærø Þór', 'strasse-oeuvre-lodz-aero-thor'],
    ['İstanbul', 'istanbul'],
    ['½ & ²', '1-2-2'],
    ["Don't", 'dont'],
    ['日本語', 'ri-ben-yu'],
    ['预算 2026', 'yu-suan-2026'],
    ['예산', 'ye-san'],
    ['Бюджет', 'byudzhet'],
    ['Сколько стоит?', 'skolko-stoit'],
    ['Ελλάδα', 'ellada'],
    ['งบประมาณ', 'ngbpraman'],
    ['iPhone', 'iphone'],
    ['🎉', 'tada'],
    ['\u200b', 'field'],
    ['!?', 'field'],
    ['contact-stage', 'contact-stage'],
    [`${'a'.repeat(239)} b`, 'a'.repeat(239)],
  ])('of %j is %j', (name, expected) => {
    expect(identifierFrom(name)).toBe(expected);
  });

  test('gives a valid identifier for any name, with room for a number, and leaves an identifier unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const made = identifierFrom(name);
        expect(identifier().safeParse(`${made}-123456`).success).toBe(true);
        expect(identifierFrom(made)).toBe(made);
      }),
    );
  });
});

test.each<[string[], string]>([
  [[], 'a'],
  [['a'], 'a-2'],
  [['a', 'a-3'], 'a-2'],
  [['a', 'a-2', 'a-3', 'ab'], 'a-4'],
  [['a-2'], 'a'],
])('with %j taken, a becomes %s', (taken, expected) => {
  expect(firstFree('a', new Set(taken))).toBe(expected);
});
