import { describe, expect, test } from 'vitest';
import { addedAmounts, dividedAmount } from '#src/lib/decimal.ts';

describe('an amount divided by a number', () => {
  test.each([
    ['10.00', 4, 2, '2.50'],
    ['10.00', 3, 2, '3.33'],
    ['20.00', 3, 2, '6.67'],
    // Half of the last place is rounded away from 0, on both sides of it.
    ['0.01', 2, 2, '0.01'],
    ['-0.01', 2, 2, '-0.01'],
    ['0.02', 8, 2, '0.00'],
    ['-0.01', 3, 2, '0.00'],
    ['1.001', 2, 3, '0.501'],
    ['1.001', 2, 2, '0.50'],
    ['7', 7, 2, '1.00'],
    // More digits than a double has.
    ['9999999999999999.99', 3, 2, '3333333333333333.33'],
  ])('%s ÷ %i with %i decimals is %s', (amount, by, places, quotient) => {
    expect(dividedAmount(amount, by, places)).toBe(quotient);
  });
});

describe('two amounts added', () => {
  test.each([
    ['0.10', '0.20', '0.30'],
    ['1.005', '-1.005', '0.00'],
    ['9999999999999999.99', '0.01', '10000000000000000.00'],
  ])('%s + %s is %s', (one, other, sum) => {
    expect(addedAmounts(one, other)).toBe(sum);
  });
});
