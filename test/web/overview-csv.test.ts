import { expect, test } from 'vitest';
import { reportCsv } from '#src/web/pages/overview/csv.ts';

type Calls = Parameters<typeof reportCsv>[0];
type Money = Parameters<typeof reportCsv>[1];

const rate = (numerator: number, denominator: number) => ({
  __typename: 'Rate',
  numerator,
  denominator,
  value: denominator === 0 ? null : numerator / denominator,
});
const numbers = (booked: number, showRate = rate(0, 0)) => ({
  __typename: 'CallNumbers',
  booked,
  showRate,
  timeToOutcomeMinutes: booked === 0 ? null : 12.5,
});
const amount = (currency: string, value: string) => ({ __typename: 'MoneyAmount', currency, value });
const cash = (...amounts: ReturnType<typeof amount>[]) => ({ cash: amounts, cashPerHeldCall: amounts.slice(0, 1) });

test('a table has a line for each group, the value of a rate, and a column for each currency', () => {
  const calls = {
    groupBy: 'closer',
    groups: [
      { key: '7', label: 'Nash, "Cleo"', ...numbers(4, rate(1, 4)) },
      { key: '8', label: '=Bo', ...numbers(1) },
    ],
    total: numbers(5, rate(1, 4)),
    previous: numbers(0),
  } as unknown as Calls;
  const noDeals = { contractValue: [], averageDeal: [] };
  const money = {
    groupBy: 'closer',
    groups: [
      { key: '7', label: 'Nash, "Cleo"', ...cash(amount('USD', '1500.00'), amount('EUR', '20.50')) },
      { key: null, label: 'No closer', ...cash(amount('EUR', '-5.00')) },
    ],
    total: { ...cash(amount('EUR', '15.50'), amount('USD', '1500.00')), ...noDeals },
    previous: { ...cash(amount('JPY', '300')), ...noDeals },
  } as unknown as Money;
  const columns = [
    'cash EUR',
    'cash JPY',
    'cash USD',
    'cashPerHeldCall EUR',
    'cashPerHeldCall JPY',
    'cashPerHeldCall USD',
  ];
  expect(reportCsv(calls, money).split('\r\n')).toEqual([
    ['part', 'key', 'label', 'booked', 'showRate', 'timeToOutcomeMinutes', ...columns].join(),
    'group,7,"Nash, ""Cleo""",4,0.25,12.5,20.50,,1500.00,,,1500.00',
    "group,8,'=Bo,1,,12.5,,,,,,",
    'group,,No closer,0,,,-5.00,,,-5.00,,',
    'total,,,5,0.25,12.5,15.50,,1500.00,15.50,,',
    'previous,,,0,,,,300,,,300,',
    '',
  ]);
});
