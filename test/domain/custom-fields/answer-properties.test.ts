import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswer } from '#src/domain/custom-fields/answer-rules.ts';
import { inputTypes } from '#src/domain/custom-fields/custom-field.ts';
import { compareDecimals, decimal, isStepsAway } from '#src/lib/decimal.ts';
import { anyAnswer, configurationOf, fittingAnswer } from '../../support/answer-arbitraries.ts';
import { answeredField, memberIds } from '../../support/answered-fields.ts';

describe.each(inputTypes)('%s', (inputType) => {
  test('a stored answer passes again and stays unchanged', () => {
    let accepted = 0;
    fc.assert(
      fc.property(configurationOf(inputType), fc.oneof(fittingAnswer(inputType), anyAnswer), (configuration, sent) => {
        const field = answeredField(inputType, configuration);
        const checked = checkAnswer(field, sent, memberIds);
        if ('problem' in checked) return;
        accepted++;
        expect(checkAnswer(field, checked.answer, memberIds)).toEqual(checked);
      }),
    );
    expect(accepted).toBeGreaterThan(0);
  });

  test('every answer made for its field passes', () => {
    fc.assert(
      fc.property(fittingAnswer(inputType), (sent) => {
        expect(checkAnswer(answeredField(inputType), sent, memberIds)).toHaveProperty('answer');
      }),
    );
  });

  test('any answer is stored, or refused with a reason', () => {
    fc.assert(
      fc.property(configurationOf(inputType), anyAnswer, (configuration, sent) => {
        const checked = checkAnswer(answeredField(inputType, configuration), sent, memberIds);
        if ('answer' in checked) expect(checked.answer.length).toBeLessThanOrEqual(sent.length);
        else expect(checked.problem.message).toMatch(/^(Must|Invalid)/);
      }),
    );
  });
});

describe('decimals', () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });

  test('compare as their numbers do', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        expect(Math.sign(compareDecimals(decimal(one), decimal(other)))).toBe(one < other ? -1 : one > other ? 1 : 0);
      }),
    );
  });

  test('a value is on a step after any whole number of steps from the base, and not half a step later', () => {
    const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(cents, cents, fc.bigInt({ min: 1n, max: 10n ** 6n }), (base, times, step) => {
        const at = (digits: bigint) => ({ digits, places: 2 });
        expect(isStepsAway(at(base + times * step), at(base), at(step))).toBe(true);
        const half = { digits: (base + times * step) * 10n + step * 5n, places: 3 };
        expect(isStepsAway(half, at(base), at(step))).toBe(false);
      }),
    );
  });
});
