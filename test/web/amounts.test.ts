import { expect, test } from 'vitest';
import { amountChangeText, sumsBeside } from '#src/web/parts/numbers/amounts.ts';

const usd = (value: string) => ({ currency: 'USD', value });
const eur = (value: string) => ({ currency: 'EUR', value });

test('a sum of which nothing is left, or nothing was there, is 0', () => {
  expect(sumsBeside([usd('20.00')], [eur('5.00')])).toEqual([usd('20.00'), eur('0.00')]);
  expect(sumsBeside([], [usd('20.00'), eur('0.00')])).toEqual([usd('0.00')]);
  expect(sumsBeside([usd('20.00')], [usd('5.00')])).toEqual([usd('20.00')]);
});

test.each([
  ['more', usd('150.50'), [usd('100.00')], '+$50.50 from $100.00'],
  ['less', usd('0.00'), [eur('7.00'), usd('100.00')], '−$100.00 from $100.00'],
  ['less than before a refund', usd('-20.00'), [usd('5.00')], '−$25.00 from $5.00'],
  ['as much', usd('100.00'), [usd('100.00')], 'unchanged from $100.00'],
  ['an amount in a currency that was not there before', usd('100.00'), [eur('7.00')], undefined],
])('%s is compared with the period before', (_, amount, before, expected) => {
  expect(amountChangeText(amount, before)).toBe(expected);
});
