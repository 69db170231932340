import fc from 'fast-check';
import type { CustomFieldConfiguration, InputType } from '#src/domain/custom-fields/custom-field.ts';

const oneOf = (item: fc.Arbitrary<string>) => item.map((text) => [text]);
const instants = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }))
  .map(([whole, places]) => (places === 0 ? `${whole}` : `${whole}.${'125000'.slice(0, places)}`));

/** Answers that fit a field of `answeredField` without a configuration. */
export function fittingAnswer(inputType: InputType): fc.Arbitrary<string[]> {
  switch (inputType) {
    case 'TEXT':
      return oneOf(printable);
    case 'TEXT_AREA':
      return oneOf(fc.array(printable, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n')));
    case 'NUMBER':
      return oneOf(decimals);
    case 'DATE':
      return oneOf(instants.map((text) => text.slice(0, 10)));
    case 'URL':
      return oneOf(fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true, withFragments: true }));
    case 'EMAIL':
      return oneOf(fc.constantFrom('a@example.com', 'Ira.Cole+x@Example.co.uk'));
    case 'PHONE':
      return oneOf(fc.integer({ min: 2_000_000, max: 9_999_999 }).map((number) => `+1415${number}`));
    case 'SINGLE_SELECT':
    case 'RADIO_BUTTON':
      return oneOf(options);
    case 'MULTIPLE_SELECT':
    case 'CHECK_BOX':
      return fc.array(options, { maxLength: 6 });
    case 'RATING':
      return oneOf(fc.integer({ min: 1, max: 5 }).map(String));
    case 'USER':
      return oneOf(fc.constantFrom('7', '8'));
    case 'USERS_MULTIPLE':
      return fc.array(fc.constantFrom('7', '8'), { maxLength: 4 });
  }
}

/** By name and by id. */
const options = fc.constantFrom('Red', '13', 'Blue', '11', '12');

export function configurationOf(inputType: InputType): fc.Arbitrary<CustomFieldConfiguration> {
  const some = <Model>(model: { [Name in keyof Model]: fc.Arbitrary<Model[Name]> }) =>
    fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<CustomFieldConfiguration>;
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
  if (inputType === 'NUMBER') return some({ min: numbers, max: numbers, step: numbers.filter((step) => step > 0) });
  if (inputType === 'DATE') return some({ includedTime: fc.boolean() });
  if (inputType === 'RATING') return some({ maxRating: fc.integer({ min: 1, max: 10 }) });
  return fc.constant({});
}

const words = fc.constantFrom(
  ...['', ' ', '0', '-0', '1', '5', '7', '11', '13', 'Red', 'Gone', '2026-02-30', '2026-02-28', 'null', '__proto__'],
  ...['https://example.com', 'https://', '+4915112345678', 'a@example.com', '\u0000', '\ud800', '1e400', '1e-400'],
);

/** Any texts, among them some that almost fit. */
export const anyAnswer: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(words, instants, decimals, fc.double().map(String), fc.string({ unit: 'binary', maxLength: 50 })),
  { maxLength: 3 },
);
