import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currency, payment, price } from '#src/domain/sales/money.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';

const nines = '9'.repeat(16);
const problemOf = (schema: ReturnType<typeof price>, value: unknown) =>
  problemsOf(schema.safeParse(value).error?.issues ?? []).map(({ path, code, message }) => [...path, code, message]);

describe.each([
  ['price', price(), ['0', '0.00', '-0', '-0.00']],
  ['payment', payment(), [`-${nines}.99`, `-${nines}`, '-0.01', '-12.5']],
] as const)('a %s', (_, schema, lowest) => {
  test.each([...lowest, '0.01', '0.001', '1.999', '5', '12.5', '12.50', '0012.50', nines, `${nines}.9`, `${nines}.99`])(
    '%s is accepted as it is written',
    (text) => {
      expect(schema.parse(text)).toBe(text);
    },
  );

  test.each(['1'.padEnd(17, '0'), `1${'0'.repeat(16)}.00`, '0'.padEnd(17, '0'), `${'9'.repeat(40)}.99`, '1e17'])(
    '%s is too big',
    (text) => {
      expect(problemOf(schema, text)).toEqual([['too_big', `Must be at most ${nines}.99`]]);
    },
  );

  test.each([
    '0.0001',
    '1.9990',
    `${nines}.9999`,
    '1.',
    '.5',
    '1e2',
    '1,5',
    '+1',
    ' 1',
    '1 ',
    'x',
    '',
    '1.5.5',
    '--1',
    '5-',
    `5-${'0'.repeat(17)}`,
  ])('%j has no three decimals at most', (text) => {
    const message = 'Must have at most 2 decimals, or 3 in a currency that has 3';
    expect(problemOf(schema, text)).toEqual([['too_precise', message]]);
  });

  test('is a text', () => {
    expect(problemOf(schema, 5)).toEqual([['invalid_type', 'Must be a number']]);
    expect(problemOf(schema, undefined)).toEqual([['required', 'Is required']]);
  });
});

test.each(['-0.01', '-1', `-${nines}.99`, `-${'1'.repeat(17)}`, `-${'0'.repeat(17)}`, '-1e17'])(
  'a price of %s is below nothing',
  (text) => {
    expect(problemOf(price(), text)).toEqual([['too_small', 'Must be at least 0']]);
  },
);

test.each([`-1${'0'.repeat(16)}`, `-1${'0'.repeat(16)}.01`, `-${'0'.repeat(17)}`, '-1e17'])(
  'a payment of %s is too small',
  (text) => {
    expect(problemOf(payment(), text)).toEqual([['too_small', `Must be at least -${nines}.99`]]);
  },
);

test('every number of cents that the database holds is a payment, and a price where it is not negative', () => {
  const most = 10n ** 18n - 1n;
  fc.assert(
    fc.property(fc.bigInt({ min: -most, max: most }), (cents) => {
      const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
      const text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(payment().safeParse(text).success).toBe(true);
      expect(price().safeParse(text).success).toBe(cents >= 0n);
    }),
  );
});

test('the contract states the bounds as numbers', () => {
  expect(price().meta()).toEqual({ type: 'number', minimum: 0, exclusiveMaximum: 1e16 });
  expect(payment().meta()).toEqual({ type: 'number', exclusiveMinimum: -1e16, exclusiveMaximum: 1e16 });
});

describe('a currency', () => {
  test.each(['USD', 'EUR', 'JPY', 'CHF'])('%s is accepted', (code) => {
    expect(currency().parse(code)).toBe(code);
  });

  test.each(['usd', 'XYZ', 'EU', '', 'US '])('%j is none', (code) => {
    expect(problemOf(currency(), code)).toEqual([['unknown_value', 'Must be an ISO 4217 code such as USD']]);
  });

  test('a longer text is too long as well', () => {
    expect(problemOf(currency(), 'EURO')).toContainEqual(['too_long', 'Must be at most 3 characters']);
  });
});
