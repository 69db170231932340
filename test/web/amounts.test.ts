import { expect, test } from 'vitest';
import { amountChangeText, currenciesOf, inOrder, sumsBeside } from '#src/web/parts/numbers/amounts.ts';

const usd = (value: string) => ({ currency: 'USD', value });
const eur = (value: string) => ({ currency: 'EUR', value });

const jpy = (value: string) => ({ currency: 'JPY', value });

/** The money of a period, by the number of its deals in each currency and their value. */
function money(...currencies: readonly (readonly [currency: string, deals: number, value: number, cash?: number])[]) {
  const amounts = currencies.map(([currency, deals, value, cash = value]) => ({ currency, deals, value, cash }));
  return {
    cash: amounts.map(({ currency, cash }) => ({ currency, value: cash.toFixed(2) })),
    contractValue: amounts.map(({ currency, value }) => ({ currency, value: value.toFixed(2) })),
    averageDeal: amounts
      .filter(({ deals }) => deals > 0)
      .map(({ currency, value, deals }) => ({ currency, value: (value / deals).toFixed(2) })),
  };
}

test('the currency of most deals is first, whatever its amounts', () => {
  expect(currenciesOf({ total: money(['JPY', 1, 150_000], ['USD', 7, 31_000]) })).toEqual(['USD', 'JPY']);
  expect(currenciesOf({ total: money(['EUR', 2, 0], ['JPY', 3, 10]) })).toEqual(['JPY', 'EUR']);
  // Those of the period before count too, so that a currency stays first in a month without its deals.
  const report = { total: money(['EUR', 1, 500]), previous: money(['EUR', 1, 100], ['USD', 4, 100]) };
  expect(currenciesOf(report)).toEqual(['USD', 'EUR']);
});

test('of currencies without deals, that of most groups is first', () => {
  const total = money(['EUR', 0, 0, 900], ['JPY', 0, 0, 150_000], ['USD', 0, 0, 40]);
  const groups = [{ cash: [usd('10.00'), jpy('150000.00')] }, { cash: [usd('30.00'), eur('0.00')] }];
  expect(currenciesOf({ total, groups })).toEqual(['USD', 'JPY', 'EUR']);
});

test('amounts are in the order of the currencies, others last', () => {
  const amounts = [eur('1.00'), jpy('2.00'), usd('3.00')];
  expect(inOrder(amounts, ['USD', 'EUR'])).toEqual([usd('3.00'), eur('1.00'), jpy('2.00')]);
});

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
