import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  configurationInput,
  configurationOf,
  configurationProblems,
  fittingPart,
} from '#src/domain/custom-fields/configuration.ts';
import {
  type CustomFieldConfiguration,
  type InputType,
  includesTime,
  inputTypes,
} from '#src/domain/custom-fields/custom-field.ts';
import { computing } from '../../support/computing.ts';

const full = {
  ...{ min: 0, max: 10, step: 1, maxRating: 5, placeholder: 'x' },
  ...{ dateType: 'date', dateTimeFormat: 'YYYY', includedTime: false },
} as const;
const own: Partial<Record<InputType, (keyof CustomFieldConfiguration)[]>> = {
  NUMBER: ['min', 'max', 'step'],
  DATE: ['dateType', 'dateTimeFormat', 'includedTime'],
  RATING: ['maxRating'],
};

describe.each(inputTypes)('%s', (inputType) => {
  const keys = Object.keys(full) as (keyof typeof full)[];

  test.each(keys)('and %s', (key) => {
    const isOwn = key === 'placeholder' || (own[inputType]?.includes(key) ?? false);
    const message = `Is not allowed for the input type ${inputType}`;
    const problems = isOwn ? [] : [{ path: ['configuration', key], code: 'unknown_field', message }];
    expect(configurationProblems({ [key]: full[key] }, inputType)).toEqual(problems);
    expect(fittingPart({ [key]: full[key] }, inputType)).toEqual(isOwn ? { [key]: full[key] } : {});
  });
});

test('a valid configuration stays unchanged, and its part for another input type is valid there', () => {
  const configuration = fc.record(
    {
      ...{ min: fc.integer({ max: 0 }), max: fc.nat(), step: fc.integer({ min: 1, max: 9 }) },
      ...{ maxRating: fc.integer({ min: 1, max: 10 }), placeholder: fc.string({ maxLength: 9 }) },
      ...{ dateType: fc.constantFrom('date' as const, 'dateTime' as const), dateTimeFormat: fc.constant('DD.MM.') },
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(configuration, fc.constantFrom(...inputTypes), (configured, inputType) => {
      const part = fittingPart(configured, inputType);
      expect(configurationProblems(part, inputType)).toEqual([]);
      expect(configurationOf({ ...part, min: part.min ?? null })).toEqual(part);
    }),
  );
});

test.each(['DD.MM.YYYY', 'MMM D, YYYY', 'dddd HH:mm:ss', 'hh:mm A', 'YYYY-MM-DD', 'YYYY'])(
  '%s is a format',
  (dateTimeFormat) => {
    expect(configurationInput.safeParse({ dateTimeFormat }).success).toBe(true);
  },
);

test.each(['', 'YYY', 'DDDDD', 'MM\nDD', '[Week] w', 'x', 'Y'.repeat(44)])('%j is none', (dateTimeFormat) => {
  expect(configurationInput.safeParse({ dateTimeFormat }).success).toBe(false);
});

test('an invalid format is refused at once, without backtracking over its tokens', () => {
  const ms = computing(() => {
    for (const letter of 'YMDdHhmsAa') {
      expect(configurationInput.safeParse({ dateTimeFormat: `${letter.repeat(39)}x` }).success).toBe(false);
    }
  });
  expect(ms).toBeLessThan(10_000);
});

test.each([
  [{}, false],
  [{ dateType: 'date' as const }, false],
  [{ dateType: 'dateTime' as const }, true],
  [{ includedTime: true }, true],
  [{ includedTime: false }, false],
])('whether a date with %j has a time: %s', (configuration, expected) => {
  expect(includesTime(configuration)).toBe(expected);
});
